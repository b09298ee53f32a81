// Sum of a million elements in one dispatch: every invocation adds a strided part of the vector, every subgroup
// reduces, and one lane of each adds the result to a total with an atomic operation. Any subgroup size, any length.
//
// One thread only: ThreadSanitizer has nothing to find here, and would make millions of steps many times slower.
// UNSUPPORTED: tsan
//
// RUN: spirv-run %s --subgroup-size 1 --groups 64 --buffer '0.0=uint32:iota(1000000,1)' --buffer 0.1=uint32:0 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.1 1000000 --only-first
// RUN: spirv-run %s --subgroup-size 4 --groups 64 --buffer '0.0=uint32:iota(1000000,1)' --buffer 0.1=uint32:0 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.1 1000000 --only-first
// RUN: spirv-run %s --subgroup-size 8 --groups 64 --buffer '0.0=uint32:iota(1000000,1)' --buffer 0.1=uint32:0 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.1 1000000 --only-first
// RUN: spirv-run %s --subgroup-size 32 --groups 64 --buffer '0.0=uint32:iota(1000000,1)' --buffer 0.1=uint32:0 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.1 1000000 --only-first
// RUN: spirv-run %s --subgroup-size 64 --groups 64 --buffer '0.0=uint32:iota(1000000,1)' --buffer 0.1=uint32:0 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.1 1000000 --only-first
// RUN: spirv-run %s --subgroup-size 128 --groups 64 --buffer '0.0=uint32:iota(1000000,1)' --buffer 0.1=uint32:0 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.1 1000000 --only-first

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require

layout(local_size_x = 128) in;

layout(std430, set = 0, binding = 0) readonly buffer Input
{
    uint elements[];
};

layout(std430, set = 0, binding = 1) buffer Total
{
    uint total;
};

void main()
{
    const uint stride = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    uint sum = 0;
    for (uint i = gl_GlobalInvocationID.x; i < uint(elements.length()); i += stride)
    {
        sum += elements[i];
    }
    const uint subgroupSum = subgroupAdd(sum);
    if (subgroupElect())
    {
        atomicAdd(total, subgroupSum);
    }
}
