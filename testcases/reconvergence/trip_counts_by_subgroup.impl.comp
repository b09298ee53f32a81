// A loop whose trip count differs between subgroups. The whole workgroup leaves it by the merge block, so it
// reconverges there. In later iterations, however, not the whole workgroup enters the selection inside, so nothing
// guarantees reconvergence after it. Each subgroup is uniform, which suffices under SubgroupUniformControlFlowKHR.
//
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=zero(128)' > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=MARKED < %t.out
// RUN: FileCheck %s --check-prefix=REPORT --implicit-check-not='implementation-dependent: Which' < %t.err
// RUN: spirv-run %s -D SUBGROUP_UNIFORM --subgroup-size 4 --buffer '0.0=zero(128)' --strict 2>&1 | FileCheck %s --implicit-check-not=unguaranteed
// A single subgroup: the whole workgroup executes every iteration.
// RUN: spirv-run %s --subgroup-size 16 --buffer '0.0=zero(128)' --strict 2>&1 | FileCheck %s --check-prefix=ONE --implicit-check-not=unguaranteed
// Results after the loop have no marks, because the whole workgroup left it there.
// MARKED: 0.0: uint32[32] =
// MARKED-NEXT: 6 6 6 6 12? 12? 12? 12? 18? 18? 18? 18? 24? 24? 24? 24?
// MARKED-NEXT: 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6
// CHECK: 0.0: uint32[32] = 6 6 6 6 12 12 12 12 18 18 18 18 24 24 24 24 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6
// ONE: 24 24 24 24 24 24 24 24 24 24 24 24 24 24 24 24
// REPORT: trip_counts_by_subgroup.impl.comp:[[# @LINE + 28]]:{{.*}} depends on reconvergence that is not guaranteed; not all subgroups of the workgroup reached the reconvergence point
// REPORT: the lanes reconverged at merge block

#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#ifdef SUBGROUP_UNIFORM
#extension GL_EXT_subgroup_uniform_control_flow : require
#define MODE [[subgroup_uniform_control_flow]]
#else
#define MODE
#endif
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Results { uint inside[16]; uint behind[16]; };

uint weight(uint i)
{
    return i % 2 + 1;
}

void main() MODE
{
    const uint i = gl_LocalInvocationIndex;
    uint total = 0;
    for (uint round = 0; round <= gl_SubgroupID; ++round)
    {
        uint w = 1;
        if (i % 2 == 1)
            w = weight(i);
        total += subgroupAdd(w);
    }
    inside[i] = total;
    uint w = 2;
    if (i % 2 == 0)
        w = 1;
    behind[i] = subgroupAdd(w);
}
