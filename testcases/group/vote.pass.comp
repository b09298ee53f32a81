// Votes from GLSL.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:1,2,3,4,5,6,7,8' --buffer '0.1=undef(160)' --dump 0.1 > %t
// RUN: FileCheck %s < %t
// CHECK: 0.1: uint32[40] =

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require

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
    results[0][i] = uint(subgroupElect());  // CHECK: 1 0 0 0 0 0 0 0
    results[1][i] = uint(subgroupAll(x > 0));  // CHECK: 1 1 1 1 1 1 1 1
    results[2][i] = uint(subgroupAny(x > 8));  // CHECK: 0 0 0 0 0 0 0 0
    results[3][i] = uint(subgroupAllEqual(x / 9));  // CHECK: 1 1 1 1 1 1 1 1
    results[4][i] = uint(subgroupAllEqual(vec2(x, 1)));  // CHECK: 0 0 0 0 0 0 0 0
}
