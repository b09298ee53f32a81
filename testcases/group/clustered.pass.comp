// Clustered reductions from GLSL.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:1,2,3,4,5,6,7,8' --buffer '0.1=undef(160)' --dump 0.1 > %t
// RUN: FileCheck %s < %t
// CHECK: 0.1: uint32[40] =

#version 450
#extension GL_KHR_shader_subgroup_clustered : require

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
    results[0][i] = subgroupClusteredAdd(x, 4);  // CHECK: 10 10 10 10 26 26 26 26
    results[1][i] = subgroupClusteredMax(x, 2);  // CHECK: 2 2 4 4 6 6 8 8
    results[2][i] = subgroupClusteredMul(x, 1);  // CHECK: 1 2 3 4 5 6 7 8
    results[3][i] = subgroupClusteredXor(x, 8);  // CHECK: 8 8 8 8 8 8 8 8
    results[4][i] = uint(subgroupClusteredOr(x == 3, 4));  // CHECK: 1 1 1 1 0 0 0 0
}
