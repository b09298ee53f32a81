// The angle of (0, 0) is undefined for zeros of any sign. On an axis, it is defined.
// COVERS: GLSL.std.450.Atan2.both-zero
//
// RUN: spirv-run %s --buffer 0.0=float32:0,-0,0,1,0 --buffer 0.1=float32:0,0,-0,0,3 --buffer '0.2=undef(20)' --dump 0.2 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.2: float32[5] = undef undef undef 1.5707{{[0-9]*}} 0
// REPORT: undefined-value: x (x[i]) and y (y[i]) are both 0 [GLSL.std.450.Atan2.both-zero]
// REPORT: lanes 0-2 of subgroup 0
// REPORT: 1 undefined-value, 1 undefined-output
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer 0.0=float32:0,-0,1e-40,1,0 --buffer 0.1=float32:1,1,-1,0,3 --buffer '0.2=undef(20)'

#version 450

layout(local_size_x = 5) in;

layout(std430, set = 0, binding = 0) readonly buffer Y
{
    float y[];
};

layout(std430, set = 0, binding = 1) readonly buffer X
{
    float x[];
};

layout(std430, set = 0, binding = 2) writeonly buffer Result
{
    float result[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = atan(y[i], x[i]);
}
