// An index of a vector that is negative, or not below the number of components.
// COVERS: OpVectorExtractDynamic.index-out-of-range
//
// RUN: expect-status 3 spirv-run %s --buffer 0.0=int32:0,3,4,-1,2 --buffer '0.1=undef(20)' --dump 0.1 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.1: uint32[5] = 10 13 undef undef 12
// REPORT: undefined-behavior: Index (index[i]) is negative, or greater than or equal to the number of components in Vector{{.*}} [OpVectorExtractDynamic.index-out-of-range]
// REPORT: OpVectorExtractDynamic
// REPORT: lanes 2-3 of subgroup 0
// REPORT: 1 undefined-behavior, 1 undefined-output
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer 0.0=int32:0,3,1,2,2 --buffer '0.1=undef(20)' --dump 0.1 | FileCheck %s --check-prefix=TWIN
// TWIN: 0.1: uint32[5] = 10 13 11 12 12

#version 450

layout(local_size_x = 5) in;

layout(std430, set = 0, binding = 0) readonly buffer Index
{
    int index[];
};

layout(std430, set = 0, binding = 1) writeonly buffer Result
{
    uint result[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = (uvec4(0, 1, 2, 3) + 10 * gl_NumWorkGroups.x)[index[i]];
}
