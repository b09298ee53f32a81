// If minVal is greater than maxVal as an unsigned integer, the result is undefined. Equal limits are permitted.
// COVERS: GLSL.std.450.UClamp.min-greater-than-max
//
// RUN: spirv-run %s --buffer 0.0=uint32:5,5,5 --buffer 0.1=uint32:0xffffffff,7,1 --buffer 0.2=uint32:1,7,0xffffffff --buffer '0.3=undef(12)' --dump 0.3 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.3: uint32[3] = undef 7 5
// REPORT: undefined-value: minVal (low[i]) is greater than maxVal (high[i]) [GLSL.std.450.UClamp.min-greater-than-max]
// REPORT: lane 0 of subgroup 0
// REPORT: 1 undefined-value, 1 undefined-output
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer 0.0=uint32:5,5,5 --buffer 0.1=uint32:1,7,1 --buffer 0.2=uint32:0xffffffff,7,0xffffffff --buffer '0.3=undef(12)' --dump 0.3 | FileCheck %s --check-prefix=TWIN
// TWIN: 0.3: uint32[3] = 5 7 5

#version 450

layout(local_size_x = 3) in;

layout(std430, set = 0, binding = 0) readonly buffer X
{
    uint x[];
};

layout(std430, set = 0, binding = 1) readonly buffer Low
{
    uint low[];
};

layout(std430, set = 0, binding = 2) readonly buffer High
{
    uint high[];
};

layout(std430, set = 0, binding = 3) writeonly buffer Result
{
    uint result[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = clamp(x[i], low[i], high[i]);
}
