// The least number depends on the width: the least number of a narrower type may be divided by -1.
// COVERS: OpSDiv.overflow
//
// RUN: expect-status 3 spirv-run %s --buffer 0.0=int16:-32768,-128,-32767,-1,-1,-1 --buffer '0.1=int64:0x8000000000000000,-2147483648,-32768,-1,-1,-1' > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.0: int16[6] = undef 128 32767 -1 -1 -1
// VALUES: 0.1: int64[6] = undef 2147483648 32768 -1 -1 -1
// REPORT: [OpSDiv.overflow]
// REPORT: lane 0 of subgroup 0
// REPORT: [OpSDiv.overflow]
// REPORT: lane 0 of subgroup 0
// REPORT: 2 undefined-behavior, 2 undefined-output
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer 0.0=int16:-32767,-128,-32767,-1,-1,-1 --buffer '0.1=int64:0x8000000000000001,-2147483648,-32768,-1,-1,-1'

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 3) in;

layout(std430, set = 0, binding = 0) buffer Of16
{
    int16_t number16[3];
    int16_t divisor16[3];
};

layout(std430, set = 0, binding = 1) buffer Of64
{
    int64_t number64[3];
    int64_t divisor64[3];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    number16[i] /= divisor16[i];
    number64[i] /= divisor64[i];
}
