// An array in the push constants is indexed by a value that differs within the subgroup, which Vulkan does
// not permit. A vector in the push constants, and an array in a buffer, may be indexed so.
// COVERS: push-constant.index-not-uniform
//
// RUN: expect-status 3 spirv-run %s --push uint32:1,2,3,4,5,6,7,8 --buffer 0.0=uint32:0,1,1,0 2> %t.err | FileCheck %s --check-prefix=VALUES
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: spirv-run %s --target-env vulkan1.3 --strict --push uint32:1,2,3,4,5,6,7,8 --buffer 0.0=uint32:1,1,1,1 2>&1 | FileCheck %s --check-prefix=SAME --implicit-check-not=undef
// RUN: spirv-run %s --target-env vulkan1.3 --strict -DMEMBER=vector --push uint32:1,2,3,4,5,6,7,8 --buffer 0.0=uint32:0,1,1,0 2>&1 | FileCheck %s --check-prefix=VECTOR --implicit-check-not=undef
// RUN: spirv-run %s --target-env spv1.6 --strict --push uint32:1,2,3,4,5,6,7,8 --buffer 0.0=uint32:0,1,1,0 2>&1 | FileCheck %s --check-prefix=VALUES --implicit-check-not=undef
// VALUES: 0.0: uint32[4] = 1 2 2 1
// REPORT: undefined-behavior: an index into an array in the push constants is not dynamically uniform: lane 0 accesses byte offset 0 of push constants, and lane 1 accesses byte offset 4 of push constants [push-constant.index-not-uniform]
// REPORT: lanes 0-3 of subgroup 0
// REPORT: 1 undefined-behavior (kinds
// SAME: 0.0: uint32[4] = 2 2 2 2
// VECTOR: 0.0: uint32[4] = 5 6 6 5

#version 450

#ifndef MEMBER
#define MEMBER array
#endif

layout(local_size_x = 4) in;

layout(push_constant) uniform Constants
{
    uint array[4];
    uvec4 vector;
};

layout(std430, set = 0, binding = 0) buffer Choices
{
    uint choice[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    choice[i] = MEMBER[choice[i]];
}
