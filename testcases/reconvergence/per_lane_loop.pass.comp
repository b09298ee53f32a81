// A loop with a trip count per lane and a ballot inside. Lanes in the loop have never diverged from each
// other, so the ballot does not rely on reconvergence. After the loop, it is guaranteed, because the whole
// workgroup entered the loop and left it by its merge block.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=zero(64)' --strict 2>&1 | FileCheck %s --implicit-check-not=implementation
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=zero(64)' --reconvergence minimal --strict 2>&1 | FileCheck %s --implicit-check-not=implementation
// CHECK: 0.0: uint32[16] = 0 7 13 18 22 25 27 28 8 8 8 8 8 8 8 8

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Results { uint seen[8]; uint behind[8]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    uint total = 0;
    uint n = 0;
    while (n < i)
    {
        total += bitCount(subgroupBallot(true).x);
        ++n;
    }
    seen[i] = total;
    behind[i] = subgroupAdd(1u);
}
