// A scan by the lanes on each side of a branch. Each side is a tangle, without any reconvergence.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=zero(32)' --strict 2>&1 | FileCheck %s --implicit-check-not=implementation
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=zero(32)' --reconvergence minimal --strict 2>&1 | FileCheck %s --implicit-check-not=implementation
// CHECK: 0.0: uint32[8] = 1 10 2 20 3 30 4 40

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Results { uint scans[8]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    if (i % 2 == 0)
        scans[i] = subgroupInclusiveAdd(1u);
    else
        scans[i] = subgroupInclusiveAdd(10u);
}
