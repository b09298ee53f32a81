// An endless loop that lanes leave by returning in different iterations: the remaining lanes have never diverged
// from each other. In a function, the lanes reconverge after the call only under maximal reconvergence.
//
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=zero(32)' > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: spirv-run %s -D MAXIMAL --subgroup-size 4 --buffer '0.0=zero(32)' --strict 2>&1 | FileCheck %s --check-prefix=MAXIMAL --implicit-check-not=unguaranteed
// CHECK: 0.0: uint32[8] = 4 7 9 10 4? 4? 4? 4?
// MAXIMAL: 0.0: uint32[8] = 4 7 9 10 4 4 4 4
// REPORT: the lanes reconverged after they returned from this call

#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#ifdef MAXIMAL
#extension GL_EXT_maximal_reconvergence : require
#define MODE [[maximally_reconverges]]
#else
#define MODE
#endif
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Results { uint seen[4]; uint behind[4]; };

uint lanes_until(uint last)
{
    uint total = 0;
    for (uint round = 0;; ++round)
    {
        total += subgroupAdd(1u);
        if (round == last)
            return total;
    }
}

void main() MODE
{
    const uint i = gl_LocalInvocationIndex;
    seen[i] = lanes_until(i);
    behind[i] = subgroupAdd(1u);
}
