// "Ballot in a loop with continue": lanes that continue early reconverge with the others at the continue target. Core SPIR-V
// does not guarantee that, so from the second iteration on, the ballot relies on it. Maximal reconvergence guarantees it.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=zero(32)' > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: spirv-run %s -D MAXIMAL --subgroup-size 8 --buffer '0.0=zero(32)' --strict 2>&1 | FileCheck %s --check-prefix=MAXIMAL --implicit-check-not=unguaranteed
// CHECK: 0.0: uint32[8] = 24? 24? 24? 24? 24? 24? 24? 24?
// MAXIMAL: 0.0: uint32[8] = 24 24 24 24 24 24 24 24
// REPORT: OpGroupNonUniformBallot
// REPORT: the lanes reconverged at continue target {{.*}} of the loop with this header: OpLoopMerge

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#ifdef MAXIMAL
#extension GL_EXT_maximal_reconvergence : require
#define MODE [[maximally_reconverges]]
#else
#define MODE
#endif
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Results { uint seen[8]; };

void main() MODE
{
    const uint i = gl_LocalInvocationIndex;
    uint total = 0;
    uint other = 0;
    for (uint round = 0; round < 3; ++round)
    {
        total += bitCount(subgroupBallot(true).x);
        if ((i + round) % 2 == 0)
            continue;
        other += i;
    }
    seen[i] = total + (other > 1000 ? 1 : 0);
}
