// Reports show operands in their types, also after a bitcast.
//
// RUN: expect-status 3 spirv-run %s --buffer 0.0=uint32:0xC0200000,0,0,0 --buffer '0.1=undef(16)' 2>&1 | FileCheck %s
// CHECK: Float Value is outside the range of Result Type
// CHECK: = -2.5
// CHECK-NOT: 3223322624
// RUN: spirv-run %s --strict --buffer 0.0=uint32:0x40200000,0,0,0 --buffer '0.1=undef(16)'

#version 450

layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Bits { uint bits[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Result { uint result[]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = uint(uintBitsToFloat(bits[i]));
}
