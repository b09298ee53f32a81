// An undefined value that is stored out of bounds does not reach any memory, so only the store is reported.
//
// RUN: not spirv-run %s --buffer 0.0=uint32:1,2,3,4 --dump 0.0 2>&1 | FileCheck %s
// CHECK: 0.0: uint32[4] = 1 2 3 4
// CHECK: undefined-behavior: out-of-bounds access
// CHECK-NOT: undefined-output

#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };

void main()
{
    uint x;
    values[4 + 1000 * gl_LocalInvocationIndex] = x;
}
