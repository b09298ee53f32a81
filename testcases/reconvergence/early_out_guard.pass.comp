// Lanes beyond the end return at once; the others continue together. They have never diverged, so they need not reconverge.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=zero(32)' --strict 2>&1 | FileCheck %s --implicit-check-not=implementation
// CHECK: 0.0: uint32[8] = 5 5 5 5 5 0 0 0

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Results { uint sums[8]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    if (i >= 5)
        return;
    sums[i] = subgroupAdd(1u);
}
