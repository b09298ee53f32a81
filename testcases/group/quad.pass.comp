// Quads from GLSL.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:1,2,3,4,5,6,7,8' --buffer '0.1=undef(128)' --dump 0.1 > %t
// RUN: FileCheck %s < %t
// CHECK: 0.1: uint32[32] =

#version 450
#extension GL_KHR_shader_subgroup_quad : require

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
    results[0][i] = subgroupQuadBroadcast(x, 2);  // CHECK: 3 3 3 3 7 7 7 7
    results[1][i] = subgroupQuadSwapHorizontal(x);  // CHECK: 2 1 4 3 6 5 8 7
    results[2][i] = subgroupQuadSwapVertical(x);  // CHECK: 3 4 1 2 7 8 5 6
    results[3][i] = subgroupQuadSwapDiagonal(x);  // CHECK: 4 3 2 1 8 7 6 5
}
