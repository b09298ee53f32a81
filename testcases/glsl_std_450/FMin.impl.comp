// If an operand is a NaN, either operand may be the result. Infinities and zeros of both signs are ordered.
// COVERS: GLSL.std.450.FMin.operand-nan
//
// RUN: spirv-run %s --buffer '0.0=uint32:0x7fc00000;float32:5,-0,3' --buffer '0.1=float32:1;uint32:0x7fc00000;float32:0,inf' --buffer '0.2=undef(16)' --dump 0.2 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.2: float32[4] = {{(1|nan)\?}} {{(5|nan)\?}} -0 3
// REPORT: implementation-dependent: x (x[i]) or y (y[i]) is a NaN; either may be the result [GLSL.std.450.FMin.operand-nan]
// REPORT: lanes 0-1 of subgroup 0
// REPORT: 2 implementation-dependent
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer '0.0=float32:1,5,-0;uint32:0x7fc00000' --buffer '0.1=float32:2,-inf,0;uint32:0x7fc00000' --buffer '0.2=undef(16)' --dump 0.2 | FileCheck %s --check-prefix=TWIN
// TWIN: 0.2: float32[4] = 1 -inf -0 nan

#version 450

layout(local_size_x = 4) in;

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
    result[i] = min(x[i], y[i]);
}
