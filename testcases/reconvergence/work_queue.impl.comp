// A work queue: one lane takes as many items as there are lanes in the tangle, and deals them out. Lanes leave when nothing is left
// for them. What is dealt out is right however the lanes are grouped, since each group counts itself; but which lane gets which
// item is not: after lanes have parted at the inner selection, the group of the next round rests on the join after it.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:0' --buffer '0.1=zero(80)' > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:0' --buffer '0.1=zero(80)' --reconvergence minimal --no-check-races | FileCheck %s
// Where the lanes do not join after the election, items are dealt out twice.
// RUN: expect-status 3 spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:0' --buffer '0.1=zero(80)' --reconvergence minimal 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: data race: {{.*}} writes byte {{[0-9]+}} of buffer 0.1 {{.*}}[memory.data-race]
// CHECK: 0.1: uint32[20] = 1{{[?]?}} 4{{[?]?}} 3{{[?]?}} 8{{[?]?}} 5{{[?]?}} 12{{[?]?}} 7{{[?]?}} 16{{[?]?}} 9{{[?]?}} 20{{[?]?}} 11{{[?]?}} 24
// REPORT: unguaranteed-reconvergence

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Queue { uint next; };
layout(std430, set = 0, binding = 1) buffer Results { uint done[20]; };

void main()
{
    for (;;)
    {
        const uvec4 group = subgroupBallot(true);
        uint first = 0;
        if (subgroupElect())
            first = atomicAdd(next, subgroupBallotBitCount(group));
        const uint item = subgroupBroadcastFirst(first) + subgroupBallotExclusiveBitCount(group);
        if (item >= 20)
            break;
        uint result = item + 1;
        if (item % 2 == 1)
            result *= 2;
        done[item] = result;
    }
}
