// Ballots and broadcasts from GLSL.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:1,2,3,4,5,6,7,8' --buffer '0.1=undef(320)' --dump 0.1 > %t
// RUN: FileCheck %s < %t
// CHECK: 0.1: uint32[80] =

#version 450
#extension GL_KHR_shader_subgroup_ballot : require

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
    results[0][i] = subgroupBallot(x > 3).x;  // CHECK: 248 248 248 248 248 248 248 248
    results[1][i] = uint(subgroupInverseBallot(uvec4(0xA5)));  // CHECK: 1 0 1 0 0 1 0 1
    results[2][i] = uint(subgroupBallotBitExtract(uvec4(0xA5), i));  // CHECK: 1 0 1 0 0 1 0 1
    results[3][i] = subgroupBallotBitCount(uvec4(0xFA5));  // CHECK: 4 4 4 4 4 4 4 4
    results[4][i] = subgroupBallotInclusiveBitCount(uvec4(0xA5));  // CHECK: 1 1 2 2 2 3 3 4
    results[5][i] = subgroupBallotExclusiveBitCount(uvec4(0xA5));  // CHECK: 0 1 1 2 2 2 3 3
    results[6][i] = subgroupBallotFindLSB(uvec4(0xA4));  // CHECK: 2 2 2 2 2 2 2 2
    results[7][i] = subgroupBallotFindMSB(uvec4(0xF24));  // CHECK: 5 5 5 5 5 5 5 5
    results[8][i] = subgroupBroadcast(x, 5);  // CHECK: 6 6 6 6 6 6 6 6
    results[9][i] = subgroupBroadcastFirst(x);  // CHECK: 1 1 1 1 1 1 1 1
}
