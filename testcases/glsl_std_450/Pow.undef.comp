// Powers of negative numbers are undefined, also with integer exponents; so are powers of 0 with exponents that are not positive.
// COVERS: GLSL.std.450.Pow.x-negative GLSL.std.450.Pow.x-zero-and-y-not-positive
//
// RUN: spirv-run %s --buffer 0.0=float32:-2,0,0,-0,0,2,4 --buffer 0.1=float32:2,0,-1,0,1,-1,0 --buffer '0.2=undef(28)' --dump 0.2 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.2: float32[7] = undef undef undef undef 0 0.5 1
// REPORT: undefined-value: x (x[i]) is negative [GLSL.std.450.Pow.x-negative]
// REPORT: lane 0 of subgroup 0
// REPORT: undefined-value: x (x[i]) is 0 and y (y[i]) is not positive [GLSL.std.450.Pow.x-zero-and-y-not-positive]
// REPORT: lanes 1-3 of subgroup 0
// REPORT: 2 undefined-value, 1 undefined-output
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer 0.0=float32:2,0,0,1,0,2,4 --buffer 0.1=float32:2,1,0.5,0,1,-1,0 --buffer '0.2=undef(28)' --dump 0.2 | FileCheck %s --check-prefix=TWIN
// TWIN: 0.2: float32[7] = 4 0 0 1 0 0.5 1

#version 450

layout(local_size_x = 7) in;

layout(std430, set = 0, binding = 0) readonly buffer X
{
    float x[];
};

layout(std430, set = 0, binding = 1) readonly buffer Y
{
    float y[];
};

layout(std430, set = 0, binding = 2) writeonly buffer Result
{
    float result[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = pow(x[i], y[i]);
}
