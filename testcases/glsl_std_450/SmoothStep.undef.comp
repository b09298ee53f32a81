// If edge0 is not below edge1, the result is undefined, even for an x beyond both.
// COVERS: GLSL.std.450.SmoothStep.edges-not-ascending GLSL.std.450.SmoothStep.t-nan
//
// RUN: spirv-run %s --buffer 0.0=float32:4,1,0,0 --buffer 0.1=float32:2,1,2,2 --buffer 0.2=float32:3,5,1,7 --buffer '0.3=undef(16)' --dump 0.3 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.3: float32[4] = undef undef 0.5 1
// REPORT: undefined-value: edge0 (edge0[i]) is greater than or equal to edge1 (edge1[i]) [GLSL.std.450.SmoothStep.edges-not-ascending]
// REPORT: lanes 0-1 of subgroup 0
// REPORT: 1 undefined-value, 1 undefined-output
//
// A NaN operand or an infinite edge makes t a NaN, for which clamp may return 0, 1 or a NaN.
// RUN: spirv-run %s --buffer '0.0=uint32:0x7fc00000;float32:0,-inf,0' --buffer '0.1=float32:1;uint32:0x7fc00000;float32:1,1' --buffer '0.2=float32:0.5,0.5,0.5;uint32:0x7fc00000' --buffer '0.3=undef(16)' --dump 0.3 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=NAN < %t.out
// RUN: FileCheck %s --check-prefix=NANREPORT < %t.err
// NAN: 0.3: float32[4] = {{-?nan\?}} {{-?nan\?}} {{-?nan\?}} {{-?nan\?}}
// NANREPORT: implementation-dependent: t is a NaN; clamp may return any of several values for it [GLSL.std.450.SmoothStep.t-nan]
// NANREPORT: lanes 0-3 of subgroup 0
//
// Operands that the rules permit cause no report. In core SPIR-V, these include an infinite edge if x equals it or is beyond the other edge.
// RUN: spirv-run %s --target-env spv1.6 --strict --buffer 0.0=float32:0,1,-inf,0 --buffer 0.1=float32:2,3,2,inf --buffer 0.2=float32:3,2,7,-1 --buffer '0.3=undef(16)' --dump 0.3 | FileCheck %s --check-prefix=TWIN
// TWIN: 0.3: float32[4] = 1 0.5 1 0

#version 450

layout(local_size_x = 4) in;

layout(std430, set = 0, binding = 0) readonly buffer Edge0
{
    float edge0[];
};

layout(std430, set = 0, binding = 1) readonly buffer Edge1
{
    float edge1[];
};

layout(std430, set = 0, binding = 2) readonly buffer X
{
    float x[];
};

layout(std430, set = 0, binding = 3) writeonly buffer Result
{
    float result[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = smoothstep(edge0[i], edge1[i], x[i]);
}
