// Stream compaction: keeps the elements that are multiples of 3 or have an even number of bits set, in order
// within each workgroup. A ballot gives the place in the subgroup, a scan over shared memory that of the
// subgroup, and an atomic addition that of the workgroup, so the parts of the workgroups may be in any order.
//
// RUN: spirv-run %s --groups 5 --subgroup-size 8 --buffer '0.0=uint32:random(1200,3,0,100000)' --buffer '0.1=uint32:fill(1200,4294967295)' --buffer 0.2=uint32:0 --buffer '0.3=undef(40)' --dump 0.0:uint32 --dump 0.1:uint32 --dump 0.2:uint32 --dump 0.3:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_compaction.py %t.json
// RUN: spirv-run %s --groups 5 --subgroup-size 1 --buffer '0.0=uint32:random(1200,4,0,100000)' --buffer '0.1=uint32:fill(1200,4294967295)' --buffer 0.2=uint32:0 --buffer '0.3=undef(40)' --dump 0.0:uint32 --dump 0.1:uint32 --dump 0.2:uint32 --dump 0.3:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_compaction.py %t.json
// RUN: spirv-run %s --groups 5 --subgroup-size 16 --buffer '0.0=uint32:random(1200,4,0,100000)' --buffer '0.1=uint32:fill(1200,4294967295)' --buffer 0.2=uint32:0 --buffer '0.3=undef(40)' --dump 0.0:uint32 --dump 0.1:uint32 --dump 0.2:uint32 --dump 0.3:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_compaction.py %t.json
// RUN: spirv-run %s --groups 5 --subgroup-size 32 --seed 7 --buffer '0.0=uint32:random(1200,5,0,100000)' --buffer '0.1=uint32:fill(1200,4294967295)' --buffer 0.2=uint32:0 --buffer '0.3=undef(40)' --dump 0.0:uint32 --dump 0.1:uint32 --dump 0.2:uint32 --dump 0.3:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_compaction.py %t.json
// RUN: spirv-run %s --groups 5 --subgroup-size 128 --buffer '0.0=uint32:random(1200,6,0,100000)' --buffer '0.1=uint32:fill(1200,4294967295)' --buffer 0.2=uint32:0 --buffer '0.3=undef(40)' --dump 0.0:uint32 --dump 0.1:uint32 --dump 0.2:uint32 --dump 0.3:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_compaction.py %t.json

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require

layout(local_size_x = 256) in;

layout(std430, set = 0, binding = 0) readonly buffer Elements
{
    uint elements[];
};

layout(std430, set = 0, binding = 1) writeonly buffer Kept
{
    uint kept[];
};

layout(std430, set = 0, binding = 2) buffer Count
{
    uint keptCount;
};

struct Part
{
    uint first;
    uint count;
};

// The offset of each workgroup's part of the result.
layout(std430, set = 0, binding = 3) writeonly buffer Parts
{
    Part parts[];
};

shared uint subgroupCounts[gl_WorkGroupSize.x];
shared uint base;

bool isKept(uint value)
{
    return value % 3 == 0 || (bitCount(value) & 1) == 0;
}

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    uint value = 0;
    bool keep = false;
    if (i < uint(elements.length()))
    {
        value = elements[i];
        keep = isKept(value);
    }

    const uvec4 ballot = subgroupBallot(keep);
    const uint place = subgroupBallotExclusiveBitCount(ballot);
    if (subgroupElect())
    {
        subgroupCounts[gl_SubgroupID] = subgroupBallotBitCount(ballot);
    }
    barrier();

    // Inclusive scan of the subgroups' counts (Hillis and Steele).
    for (uint distance = 1; distance < gl_NumSubgroups; distance *= 2)
    {
        uint sum = 0;
        const bool inside = gl_LocalInvocationIndex < gl_NumSubgroups;
        if (inside)
        {
            sum = subgroupCounts[gl_LocalInvocationIndex];
            if (gl_LocalInvocationIndex >= distance)
            {
                sum += subgroupCounts[gl_LocalInvocationIndex - distance];
            }
        }
        barrier();
        if (inside)
        {
            subgroupCounts[gl_LocalInvocationIndex] = sum;
        }
        barrier();
    }

    if (gl_LocalInvocationIndex == 0)
    {
        const uint total = subgroupCounts[gl_NumSubgroups - 1];
        base = atomicAdd(keptCount, total);
        parts[gl_WorkGroupID.x] = Part(base, total);
    }
    barrier();

    if (keep)
    {
        const uint before = gl_SubgroupID == 0 ? 0 : subgroupCounts[gl_SubgroupID - 1];
        kept[base + before + place] = value;
    }
}
