// Vulkan does not define which of the 4 x 4 invocations form a subgroup of 8, and the sum of their indices
// depends on that. All mappings have two subgroups of eight.
//
// RUN: expect-status 3 spirv-run %s -D VALUE=gl_LocalInvocationIndex --buffer '0.0=zero(64)' --subgroup-size 8 --portability-sizes 8 --check-portability | FileCheck %s
// CHECK: schedule of seed 1: the same
// CHECK: mapping columns: not the same [portability.subgroup-mapping]
// CHECK-NEXT: 0.0 (uint32) differs in elements
// CHECK-NEXT: the difference starts at {{.*}} = OpGroupNonUniformIAdd
// COVERS: portability.subgroup-mapping
//
// RUN: spirv-run %s -D VALUE=1 --buffer '0.0=zero(64)' --subgroup-size 8 --portability-sizes 8 --check-portability | FileCheck %s --check-prefix=SAME
// SAME: portability: 0 of 8 runs

#version 450
#extension GL_KHR_shader_subgroup_arithmetic : enable
layout(local_size_x = 4, local_size_y = 4) in;
layout(std430, set = 0, binding = 0) buffer Sums { uint sums[16]; };

void main()
{
    sums[gl_LocalInvocationIndex] = subgroupAdd(VALUE);
}
