// A work queue: one lane takes as many items as the tangle has lanes, and distributes them. Lanes leave when no item
// remains for them. The set of items is correct under every grouping, because each group counts itself. Which lane
// gets which item is uncertain: after the inner selection, the group of the next iteration relies on reconvergence.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:0' --buffer '0.1=zero(80)' > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:0' --buffer '0.1=zero(80)' --reconvergence minimal --no-check-races | FileCheck %s
// If the lanes do not reconverge after the election, items are distributed twice.
// RUN: expect-status 3 spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:0' --buffer '0.1=zero(80)' --reconvergence minimal 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: data race: {{.*}} writes 'done[{{[0-9]+}}]' of buffer 0.1 {{.*}}[memory.data-race]
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
