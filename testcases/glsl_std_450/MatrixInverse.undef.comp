// The inverse of a singular matrix is undefined; that of a regular matrix is defined.
// COVERS: GLSL.std.450.MatrixInverse.singular
//
// RUN: spirv-run %s --buffer 0.0=float32:1,2,2,4,2,0,0,4 --buffer '0.1=undef(32)' --dump 0.1:float32 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.1: float32[8] = undef undef undef undef 0.5 {{-?}}0 {{-?}}0 0.25
// REPORT: undefined-value: x (x[i]) is singular or nearly singular [GLSL.std.450.MatrixInverse.singular]
// REPORT: lane 0 of subgroup 0
// REPORT: 1 undefined-value, 1 undefined-output
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer 0.0=float32:1,2,2,5,2,0,0,4 --buffer '0.1=undef(32)' --dump 0.1:float32 | FileCheck %s --check-prefix=TWIN
// TWIN: 0.1: float32[8] = 5 -2 -2 1 0.5 {{-?}}0 {{-?}}0 0.25
//
// The scale of a row or column does not matter.
// RUN: spirv-run %s --strict --buffer 0.0=float32:1,0,0,0x1p-24,1,2,0x3p-66,0x4p-66 --buffer '0.1=undef(32)' --dump 0.1:float32 | FileCheck %s --check-prefix=SCALED
// SCALED: 0.1: float32[8] = 1 {{-?}}0 {{-?}}0 16777216 -2 7.378698e+19 1.5 -3.689349e+19

#version 450

layout(local_size_x = 2) in;

layout(std430, set = 0, binding = 0) readonly buffer X
{
    mat2 x[];
};

layout(std430, set = 0, binding = 1) writeonly buffer Result
{
    mat2 result[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = inverse(x[i]);
}
