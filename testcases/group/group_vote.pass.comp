// GL_ARB_shader_group_vote and GL_ARB_shader_ballot.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:1,2,3,4,5,6,7,8' --buffer '0.1=undef(192)' --dump 0.1 > %t
// RUN: FileCheck %s < %t
// CHECK: 0.1: uint32[48] =

#version 450
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_ARB_shader_ballot : require
#extension GL_ARB_shader_group_vote : require

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
    results[0][i] = uint(anyInvocationARB(x == 4));  // CHECK: 1 1 1 1 1 1 1 1
    results[1][i] = uint(allInvocationsARB(x == 4));  // CHECK: 0 0 0 0 0 0 0 0
    results[2][i] = uint(allInvocationsEqualARB(x > 4));  // CHECK: 0 0 0 0 0 0 0 0
    results[3][i] = uint(ballotARB(x > 4));  // CHECK: 240 240 240 240 240 240 240 240
    results[4][i] = readFirstInvocationARB(x);  // CHECK: 1 1 1 1 1 1 1 1
    results[5][i] = readInvocationARB(x, 6);  // CHECK: 7 7 7 7 7 7 7 7
}
