// An undefined choice between equal objects is defined, and so are the bits that the objects share.
//
// RUN: spirv-run %s --buffer 0.0=uint32:7,8,9,10 --buffer '0.1=undef(64)' --dump 0.1:uint32x4 --strict | FileCheck %s
// RUN: spirv-run %s --buffer 0.0=uint32:7,8,9,10 --buffer '0.1=undef(64)' --dump 0.1:uint32x4 --strict --reconvergence minimal | FileCheck %s
// CHECK: 0.1: uint32x4[4] = (7 8 9 10) (3 4 4 5) (1 1 1 1) (5 5 5 5)

#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Numbers { uint number[4]; };
layout(std430, set = 0, binding = 1) writeonly buffer Result { uint result[16]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    bvec2 nothing;
    result[i] = mix(number[i], number[i] + 0, nothing.x);
    result[4 + i] = mix(number[i], number[i] ^ 1, nothing.y) >> 1;
    result[8 + i] = uint(mix(true, true, nothing.x));
    result[12 + i] = (mix(4u, 6u, nothing.x) & 5) | mix(1u, 1u, nothing.x);
}
