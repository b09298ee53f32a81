// No lanes diverge here, so the difference comes from the subgroup size under either reconvergence policy: a
// cluster of 8 does not fit into a subgroup of 4.
//
// RUN: expect-status 3 spirv-run %s --buffer '0.0=zero(128)' --portability-sizes 4,8 --check-portability | FileCheck %s
// CHECK: subgroup size 4, maximal reconvergence: not the same [portability.subgroup-size]
// CHECK: subgroup size 4, minimal reconvergence: not the same [portability.subgroup-size]
// CHECK: subgroup size 8, minimal reconvergence: the same

#version 450
#extension GL_KHR_shader_subgroup_clustered : require
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) buffer Sums { uint sums[32]; };

void main()
{
    sums[gl_LocalInvocationIndex] = subgroupClusteredAdd(1u, 8);
}
