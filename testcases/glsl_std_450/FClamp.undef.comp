// If minVal is greater than maxVal, the result is undefined. If an operand is a NaN, any operand that the
// minimum or the maximum may choose is the result. Equal limits are permitted.
// COVERS: GLSL.std.450.FClamp.min-greater-than-max GLSL.std.450.FClamp.operand-nan
//
// RUN: spirv-run %s --buffer '0.0=float32:5,5,5;uint32:0x7fc00000' --buffer 0.1=float32:9,7,1,1 --buffer 0.2=float32:2,7,3,2 --buffer '0.3=undef(16)' --dump 0.3 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.3: float32[4] = undef 7 3 {{(1|2|nan)\?}}
// REPORT: undefined-value: minVal (low[i]) is greater than maxVal (high[i]) [GLSL.std.450.FClamp.min-greater-than-max]
// REPORT: lane 0 of subgroup 0
// REPORT: consequence: {{.*}}undefined-output: 
// REPORT: implementation-dependent: an operand is a NaN{{.*}} [GLSL.std.450.FClamp.operand-nan]
// REPORT: lane 3 of subgroup 0
// REPORT: 1 undefined-value, 1 undefined-output, 2 implementation-dependent
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer 0.0=float32:5,5,5,0 --buffer 0.1=float32:2,5,1,-inf --buffer 0.2=float32:9,5,3,inf --buffer '0.3=undef(16)' --dump 0.3 | FileCheck %s --check-prefix=TWIN
// TWIN: 0.3: float32[4] = 5 5 3 0

#version 450

layout(local_size_x = 4) in;

layout(std430, set = 0, binding = 0) readonly buffer X
{
    float x[];
};

layout(std430, set = 0, binding = 1) readonly buffer Low
{
    float low[];
};

layout(std430, set = 0, binding = 2) readonly buffer High
{
    float high[];
};

layout(std430, set = 0, binding = 3) writeonly buffer Result
{
    float result[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = clamp(x[i], low[i], high[i]);
}
