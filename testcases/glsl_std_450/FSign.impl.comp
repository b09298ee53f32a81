// The sign of a NaN may be 1, -1, 0 or -0, and that of -0 a zero of either sign. All other operands have one result.
// COVERS: GLSL.std.450.FSign.x-nan GLSL.std.450.FSign.x-negative-zero
//
// RUN: spirv-run %s --buffer '0.0=uint32:0x7fc00000;float32:-0,0,-inf,1e-30' --buffer '0.1=undef(20)' --dump 0.1 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.1: float32[5] = {{-?[01]\?}} {{-?0\?}} 0 -1 1
// REPORT: implementation-dependent: x (x[i]) is a NaN{{.*}} [GLSL.std.450.FSign.x-nan]
// REPORT: lane 0 of subgroup 0
// REPORT: implementation-dependent: x (x[i]) is -0.0{{.*}} [GLSL.std.450.FSign.x-negative-zero]
// REPORT: lane 1 of subgroup 0
// REPORT: 3 implementation-dependent
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer 0.0=float32:0,0x1p-149,-0x1p-149,inf,-5 --buffer '0.1=undef(20)' --dump 0.1 | FileCheck %s --check-prefix=TWIN
// TWIN: 0.1: float32[5] = 0 1 -1 1 -1

#version 450

layout(local_size_x = 5) in;

layout(std430, set = 0, binding = 0) readonly buffer X
{
    float x[];
};

layout(std430, set = 0, binding = 1) writeonly buffer Result
{
    float result[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = sign(x[i]);
}
