// Rotation from GLSL.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:1,2,3,4,5,6,7,8' --buffer '0.1=undef(96)' --dump 0.1 > %t
// RUN: FileCheck %s < %t
// CHECK: 0.1: uint32[24] =

#version 450
#extension GL_KHR_shader_subgroup_rotate : require

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
    results[0][i] = subgroupRotate(x, 3);  // CHECK: 4 5 6 7 8 1 2 3
    results[1][i] = subgroupClusteredRotate(x, 1, 4);  // CHECK: 2 3 4 1 6 7 8 5
    results[2][i] = uint(subgroupRotate(dvec2(x, 0), 9).x);  // CHECK: 2 3 4 5 6 7 8 1
}
