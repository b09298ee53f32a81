// Shuffles from GLSL.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:1,2,3,4,5,6,7,8' --buffer '0.1=undef(128)' --dump 0.1 > %t
// RUN: FileCheck %s < %t
// CHECK: 0.1: uint32[32] =

#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require

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
    results[0][i] = subgroupShuffle(x, 7 - i);  // CHECK: 8 7 6 5 4 3 2 1
    results[1][i] = subgroupShuffleXor(x, 3);  // CHECK: 4 3 2 1 8 7 6 5
    results[2][i] = i < 2 ? 0 : subgroupShuffleUp(x, i & 1);  // CHECK: 0 0 3 3 5 5 7 7
    results[3][i] = subgroupShuffle(uvec2(x, 10 * x), i ^ 1).y;  // CHECK: 20 10 40 30 60 50 80 70
}
