// GL_AMD_shader_ballot.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:1,2,3,4,5,6,7,8' --buffer '0.1=undef(256)' --dump 0.1 > %t
// RUN: FileCheck %s < %t
// CHECK: 0.1: uint32[64] =

#version 450
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_ARB_shader_ballot : require
#extension GL_AMD_shader_ballot : require

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
    results[0][i] = swizzleInvocationsAMD(x, uvec4(1, 0, 3, 2));  // CHECK: 2 1 4 3 6 5 8 7
    results[1][i] = swizzleInvocationsMaskedAMD(x, uvec3(31, 0, 2));  // CHECK: 3 4 1 2 7 8 5 6
    results[2][i] = writeInvocationAMD(x, 99u, 5);  // CHECK: 1 2 3 4 5 99 7 8
    results[3][i] = mbcntAMD(0xB6ul);  // CHECK: 0 0 1 2 2 3 4 4
    results[4][i] = addInvocationsAMD(x);  // CHECK: 36 36 36 36 36 36 36 36
    results[5][i] = maxInvocationsInclusiveScanAMD(x);  // CHECK: 1 2 3 4 5 6 7 8
    results[6][i] = minInvocationsExclusiveScanAMD(x);  // CHECK: 4294967295 1 1 1 1 1 1 1
    results[7][i] = uint(addInvocationsNonUniformAMD(float(x)));  // CHECK: 36 36 36 36 36 36 36 36
}
