// Subgroup operations under divergence: elect, ballot, broadcastFirst, votes, reductions and scans in the two
// arms of a branch, in a loop that lanes leave one after the other, in a switch, and after an early return.
// The shader uses maximal reconvergence, which defines the lanes that execute together.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=undef(4096)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_subgroup_divergence.py %t.json 8
// RUN: spirv-run %s --subgroup-size 1 --buffer '0.0=undef(4096)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_subgroup_divergence.py %t.json 1
// RUN: spirv-run %s --subgroup-size 2 --buffer '0.0=undef(4096)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_subgroup_divergence.py %t.json 2
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=undef(4096)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_subgroup_divergence.py %t.json 4
// RUN: spirv-run %s --subgroup-size 16 --buffer '0.0=undef(4096)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_subgroup_divergence.py %t.json 16
// RUN: spirv-run %s --subgroup-size 32 --buffer '0.0=undef(4096)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_subgroup_divergence.py %t.json 32
// RUN: spirv-run %s --subgroup-size 32 --reconvergence minimal --buffer '0.0=undef(4096)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_subgroup_divergence.py %t.json 32
// RUN: spirv-run %s --subgroup-size 64 --buffer '0.0=undef(4096)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_subgroup_divergence.py %t.json 64
// RUN: spirv-run %s --subgroup-size 128 --buffer '0.0=undef(4096)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_subgroup_divergence.py %t.json 128

#version 450
#extension GL_EXT_maximal_reconvergence : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_arithmetic : require

layout(local_size_x = 64) in;

layout(std430, set = 0, binding = 0) writeonly buffer Results
{
    uint results[64][16];
};

void main() [[maximally_reconverges]]
{
    const uint id = gl_LocalInvocationIndex;

    // Both arms of a branch.
    uint first, sum, lanes;
    if (id % 3 == 0)
    {
        first = subgroupBroadcastFirst(id);
        sum = subgroupAdd(id);
        lanes = subgroupBallotBitCount(subgroupBallot(true));
    }
    else
    {
        first = 1000 + subgroupBroadcastFirst(id);
        sum = subgroupAdd(id * 2);
        lanes = 100 + subgroupBallotBitCount(subgroupBallot(id % 2 == 0));
    }
    results[id][0] = first;
    results[id][1] = sum;
    results[id][2] = lanes;

    // A loop that lanes leave one after the other; they reconverge after it.
    uint total = 0;
    uint elections = 0;
    uint i = 0;
    while (i < id % 5)
    {
        total += subgroupAdd(1);
        elections += subgroupElect() ? 1 : 0;
        ++i;
    }
    results[id][3] = total;
    results[id][4] = elections;
    results[id][5] = subgroupAdd(total);

    // Scans among the lanes of one arm.
    results[id][6] = 0;
    results[id][7] = 0;
    results[id][8] = 0;
    if ((id & 6) != 2)
    {
        results[id][6] = subgroupInclusiveAdd(id + 1);
        results[id][7] = subgroupExclusiveAdd(id + 1);
        results[id][8] = subgroupExclusiveMax(id * 7 % 64) * 1000 + subgroupInclusiveMin((id * 11 + 5) % 64);
    }

    // Votes, among the lanes of one case of a switch. Lanes with the same value stay together.
    uint votes = 0;
    switch (id % 4)
    {
    case 0:
        votes = (subgroupAll(id < 32) ? 1 : 0) + (subgroupAny(id == 4) ? 2 : 0) + (subgroupAllEqual(id % 4) ? 4 : 0);
        break;
    case 1:
        votes = (subgroupAll(id % 4 == 1) ? 8 : 0) + (subgroupAny(id > 60) ? 16 : 0) + (subgroupAllEqual(id / 16) ? 32 : 0);
        break;
    default:
        votes = subgroupElect() ? 64 : 0;
        break;
    }
    results[id][9] = votes & (id % 4 < 2 ? 0xffu : 0u);

    // Deep nesting, and a break out of both levels at once.
    uint visits = 0;
    for (uint a = 0; a < 4; ++a)
    {
        if (a > id % 4)
        {
            break;
        }
        for (uint b = 0; b < 3; ++b)
        {
            if ((id & 8) != 0 && b == 2)
            {
                continue;
            }
            visits += subgroupBallotBitCount(subgroupBallot(true)) << (a * 2);
        }
    }
    results[id][10] = visits;

    results[id][11] = 0;
    results[id][12] = 0;
    results[id][13] = subgroupMax(id);
    results[id][14] = subgroupXor(id * 3);
    results[id][15] = subgroupOr(1u << (id % 32));
    if (id % 7 == 3)
    {
        return;
    }
    results[id][11] = subgroupAdd(1);
    results[id][12] = subgroupMin(id) * 100 + subgroupMax(id);
}
