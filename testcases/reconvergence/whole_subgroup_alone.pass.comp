// One subgroup enters a selection alone and its lanes never diverge, so nothing is reported.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=zero(64)' --strict 2>&1 | FileCheck %s --implicit-check-not=implementation
// CHECK: 0.0: uint32[16] = 8 8 8 8 8 8 8 8 0 0 0 0 0 0 0 0

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Results { uint sums[16]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    if (gl_SubgroupID == 0)
        sums[i] = subgroupAdd(1u);
}
