// Partitions from GLSL.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:1,2,3,4,5,6,7,8' --buffer '0.1=undef(128)' --dump 0.1 > %t
// RUN: FileCheck %s < %t
// CHECK: 0.1: uint32[32] =

#version 450
#extension GL_NV_shader_subgroup_partitioned : require

layout(local_size_x = 8) in;

layout(std430, set = 0, binding = 0) readonly buffer Values
{
    uint values[];
};

layout(std430, set = 0, binding = 1) writeonly buffer Results
{
    uint results[][8];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    const uint x = values[i];
    results[0][i] = subgroupPartitionNV(x % 3).x;  // CHECK: 73 146 36 73 146 36 73 146
    results[1][i] = subgroupPartitionedAddNV(x, subgroupPartitionNV(x % 3));  // CHECK: 12 15 9 12 15 9 12 15
    results[2][i] = subgroupPartitionedInclusiveMaxNV(x, subgroupPartitionNV(x % 3));  // CHECK: 1 2 3 4 5 6 7 8
    results[3][i] = subgroupPartitionedExclusiveMulNV(x, subgroupPartitionNV(x % 3));  // CHECK: 1 1 1 1 2 3 4 10
}
