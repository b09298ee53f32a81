// Reductions and scans from GLSL.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:1,2,3,4,5,6,7,8' --buffer '0.1=undef(448)' --dump 0.1 > %t
// RUN: FileCheck %s < %t
// CHECK: 0.1: uint32[112] =

#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require

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
    results[0][i] = subgroupAdd(x);  // CHECK: 36 36 36 36 36 36 36 36
    results[1][i] = subgroupMul(x);  // CHECK: 40320 40320 40320 40320 40320 40320 40320 40320
    results[2][i] = subgroupMin(x);  // CHECK: 1 1 1 1 1 1 1 1
    results[3][i] = subgroupMax(x);  // CHECK: 8 8 8 8 8 8 8 8
    results[4][i] = subgroupAnd(x);  // CHECK: 0 0 0 0 0 0 0 0
    results[5][i] = subgroupOr(x);  // CHECK: 15 15 15 15 15 15 15 15
    results[6][i] = subgroupXor(x);  // CHECK: 8 8 8 8 8 8 8 8
    results[7][i] = subgroupInclusiveAdd(x);  // CHECK: 1 3 6 10 15 21 28 36
    results[8][i] = subgroupExclusiveAdd(x);  // CHECK: 0 1 3 6 10 15 21 28
    results[9][i] = subgroupInclusiveMax(x);  // CHECK: 1 2 3 4 5 6 7 8
    results[10][i] = subgroupExclusiveMul(x);  // CHECK: 1 1 2 6 24 120 720 5040
    results[11][i] = uint(int(subgroupExclusiveMax(int(x))) == -2147483648);  // CHECK: 1 0 0 0 0 0 0 0
    results[12][i] = uint(subgroupAdd(double(x)));  // CHECK: 36 36 36 36 36 36 36 36
    results[13][i] = uint(subgroupInclusiveMin(vec2(float(x), 9.0 - float(x))).y);  // CHECK: 8 7 6 5 4 3 2 1
}
