// Exclusive prefix sum over several workgroups, in three dispatches of one shader, which a specialization
// constant selects: (0) every workgroup scans its part and stores the sum, (1) one workgroup scans the sums,
// (2) every workgroup adds the sum of the workgroups before it. Sums wrap around modulo 2^32.
//
// RUN: spirv-run %s --spec 0=0 --groups 20 --subgroup-size 8 --buffer '0.0=uint32:random(5000,1,0,4294967295)' --buffer '0.1=undef(20000)' --buffer '0.2=undef(80)' --output 0.0=%t.in.bin --output 0.1=%t.scan.bin --output 0.2=%t.sums.bin
// RUN: spirv-run %s --spec 0=1 --groups 1 --subgroup-size 8 --buffer 0.0=@%t.in.bin --buffer 0.1=@%t.scan.bin --buffer 0.2=@%t.sums.bin --output 0.2=%t.offsets.bin
// RUN: spirv-run %s --spec 0=2 --groups 20 --subgroup-size 8 --buffer 0.0=@%t.in.bin --buffer 0.1=@%t.scan.bin --buffer 0.2=@%t.offsets.bin --dump 0.0:uint32 --dump 0.1:uint32 --dump 0.2:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_scan.py %t.json 256
// RUN: spirv-run %s --spec 0=0 --groups 20 --subgroup-size 1 --buffer '0.0=uint32:random(5000,2,0,100)' --buffer '0.1=undef(20000)' --buffer '0.2=undef(80)' --output 0.0=%t.in.bin --output 0.1=%t.scan.bin --output 0.2=%t.sums.bin
// RUN: spirv-run %s --spec 0=1 --groups 1 --subgroup-size 128 --buffer 0.0=@%t.in.bin --buffer 0.1=@%t.scan.bin --buffer 0.2=@%t.sums.bin --output 0.2=%t.offsets.bin
// RUN: spirv-run %s --spec 0=2 --groups 20 --subgroup-size 32 --buffer 0.0=@%t.in.bin --buffer 0.1=@%t.scan.bin --buffer 0.2=@%t.offsets.bin --dump 0.0:uint32 --dump 0.1:uint32 --dump 0.2:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_scan.py %t.json 256
// RUN: spirv-run %s --spec 0=0 --groups 20 --subgroup-size 32 --buffer '0.0=uint32:random(5000,2,0,100)' --buffer '0.1=undef(20000)' --buffer '0.2=undef(80)' --output 0.0=%t.in.bin --output 0.1=%t.scan.bin --output 0.2=%t.sums.bin
// RUN: spirv-run %s --spec 0=1 --groups 1 --subgroup-size 2 --buffer 0.0=@%t.in.bin --buffer 0.1=@%t.scan.bin --buffer 0.2=@%t.sums.bin --output 0.2=%t.offsets.bin
// RUN: spirv-run %s --spec 0=2 --groups 20 --subgroup-size 64 --buffer 0.0=@%t.in.bin --buffer 0.1=@%t.scan.bin --buffer 0.2=@%t.offsets.bin --dump 0.0:uint32 --dump 0.1:uint32 --dump 0.2:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_scan.py %t.json 256

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require

layout(local_size_x = 256) in;

const uint scanParts = 0;
const uint scanSums = 1;
const uint addSums = 2;
layout(constant_id = 0) const uint phase = scanParts;

layout(std430, set = 0, binding = 0) readonly buffer Elements
{
    uint elements[];
};

layout(std430, set = 0, binding = 1) buffer Scan
{
    uint scan[];
};

layout(std430, set = 0, binding = 2) buffer Sums
{
    uint sums[];
};

shared uint subgroupSums[gl_WorkGroupSize.x];

// Exclusive scan over the workgroup; total is the sum over all of it.
uint workgroupExclusiveAdd(uint value, out uint total)
{
    const uint before = subgroupExclusiveAdd(value);
    const uint sum = subgroupAdd(value);
    if (subgroupElect())
    {
        subgroupSums[gl_SubgroupID] = sum;
    }
    barrier();
    uint offset = 0;
    total = 0;
    for (uint s = 0; s < gl_NumSubgroups; ++s)
    {
        offset += s < gl_SubgroupID ? subgroupSums[s] : 0;
        total += subgroupSums[s];
    }
    barrier();
    return offset + before;
}

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    uint total;
    switch (phase)
    {
    case scanParts:
    {
        const bool inside = i < uint(elements.length());
        const uint before = workgroupExclusiveAdd(inside ? elements[i] : 0, total);
        if (inside)
        {
            scan[i] = before;
        }
        if (gl_LocalInvocationIndex == 0)
        {
            sums[gl_WorkGroupID.x] = total;
        }
        break;
    }
    case scanSums:
    {
        const bool inside = i < uint(sums.length());
        const uint before = workgroupExclusiveAdd(inside ? sums[i] : 0, total);
        if (inside)
        {
            sums[i] = before;
        }
        break;
    }
    case addSums:
        if (i < uint(scan.length()))
        {
            scan[i] += sums[gl_WorkGroupID.x];
        }
        break;
    }
}
