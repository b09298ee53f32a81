// A fraction of 0.5 may be rounded up or down. Other fractions have one result, and roundEven has one for all.
// COVERS: GLSL.std.450.Round.fraction-half
//
// RUN: spirv-run %s --buffer 0.0=float32:0.5,2.5,-1.5,2.25,3.75,inf --buffer '0.1=undef(24)' --buffer '0.2=undef(24)' --dump 0.1 --dump 0.2 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.1: float32[6] = {{(0|1)\?}} {{(2|3)\?}} {{(-1|-2)\?}} 2 4 inf
// VALUES: 0.2: float32[6] = 0 2 -2 2 4 inf
// REPORT: implementation-dependent: the fraction of x (x[i]) is 0.5; implementations may round it up or down [GLSL.std.450.Round.fraction-half]
// REPORT: lanes 0-2 of subgroup 0
// REPORT: 2 implementation-dependent
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer 0.0=float32:0.25,2.75,-1.25,2.25,3.75,inf --buffer '0.1=undef(24)' --buffer '0.2=undef(24)' --dump 0.1 | FileCheck %s --check-prefix=TWIN
// TWIN: 0.1: float32[6] = 0 3 -1 2 4 inf

#version 450

layout(local_size_x = 6) in;

layout(std430, set = 0, binding = 0) readonly buffer Numbers
{
    float x[];
};

layout(std430, set = 0, binding = 1) writeonly buffer Rounded
{
    float rounded[];
};

layout(std430, set = 0, binding = 2) writeonly buffer RoundedToEven
{
    float rounded_to_even[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    rounded[i] = round(x[i]);
    rounded_to_even[i] = roundEven(x[i]);
}
