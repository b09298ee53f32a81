// Sum of a million elements in one dispatch and without an atomic addition of values, so the same algorithm
// works for floats: every workgroup stores a partial sum and draws a ticket; the one with the last ticket
// adds all partial sums. Vulkan memory model: the ticket releases the partial sum at device scope and
// acquires those of the others, and a barrier makes them visible to the workgroup. Any subgroup size.
//
// RUN: spirv-run %s --subgroup-size 1 --groups 62 --buffer '0.0=uint32:iota(1000000,1)' --buffer '0.1=undef(248)' --buffer 0.2=uint32:0,0 --dump 0.2:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.2 1000000 --only-first
// RUN: spirv-run %s --subgroup-size 8 --groups 62 --buffer '0.0=uint32:iota(1000000,1)' --buffer '0.1=undef(248)' --buffer 0.2=uint32:0,0 --dump 0.2:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.2 1000000 --only-first
// RUN: spirv-run %s --subgroup-size 32 --groups 62 --buffer '0.0=uint32:iota(1000000,1)' --buffer '0.1=undef(248)' --buffer 0.2=uint32:0,0 --dump 0.2:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.2 1000000 --only-first
// RUN: spirv-run %s --subgroup-size 128 --groups 62 --buffer '0.0=uint32:iota(1000000,1)' --buffer '0.1=undef(248)' --buffer 0.2=uint32:0,0 --dump 0.2:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.2 1000000 --only-first

#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#pragma use_vulkan_memory_model

layout(local_size_x = 256) in;

layout(std430, set = 0, binding = 0) readonly buffer Input
{
    uint elements[];
};

layout(std430, set = 0, binding = 1) nonprivate buffer Partial
{
    uint partial[];
};

layout(std430, set = 0, binding = 2) nonprivate buffer Result
{
    uint total;
    uint tickets;
};

shared uint subgroupSums[gl_WorkGroupSize.x];
shared bool isLast;

const int acquireRelease = gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible;

// The sum over the workgroup, in its first invocation.
uint workgroupAdd(uint value)
{
    const uint sum = subgroupAdd(value);
    if (subgroupElect())
    {
        subgroupSums[gl_SubgroupID] = sum;
    }
    barrier();
    uint result = 0;
    if (gl_LocalInvocationIndex == 0)
    {
        for (uint s = 0; s < gl_NumSubgroups; ++s)
        {
            result += subgroupSums[s];
        }
    }
    barrier();
    return result;
}

void main()
{
    uint sum = 0;
    const uint stride = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    for (uint i = gl_GlobalInvocationID.x; i < uint(elements.length()); i += stride)
    {
        sum += elements[i];
    }
    sum = workgroupAdd(sum);

    if (gl_LocalInvocationIndex == 0)
    {
        partial[gl_WorkGroupID.x] = sum;
        const uint ticket = atomicAdd(tickets, 1, gl_ScopeDevice, gl_StorageSemanticsBuffer, acquireRelease);
        isLast = ticket == gl_NumWorkGroups.x - 1;
    }
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                   acquireRelease);

    if (isLast)
    {
        uint rest = 0;
        for (uint w = gl_LocalInvocationIndex; w < gl_NumWorkGroups.x; w += gl_WorkGroupSize.x)
        {
            rest += partial[w];
        }
        rest = workgroupAdd(rest);
        if (gl_LocalInvocationIndex == 0)
        {
            total = rest;
        }
    }
}
