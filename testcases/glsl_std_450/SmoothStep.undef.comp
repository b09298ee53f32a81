// Edges that do not ascend leave the result undefined, even of an x that is beyond both.
// COVERS: GLSL.std.450.SmoothStep.edges-not-ascending
//
// RUN: spirv-run %s --buffer 0.0=float32:4,1,0,0 --buffer 0.1=float32:2,1,2,2 --buffer 0.2=float32:3,5,1,7 --buffer '0.3=undef(16)' --dump 0.3 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.3: float32[4] = undef undef 0.5 1
// REPORT: undefined-value: edge0 >= edge1 [GLSL.std.450.SmoothStep.edges-not-ascending]
// REPORT: lanes 0-1 of subgroup 0
// REPORT: 1 undefined-value, 1 undefined-output

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
