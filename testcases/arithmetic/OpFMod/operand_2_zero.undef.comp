// The remainder of a division by a zero of either sign. For other divisors, the result has the sign of Operand 2.
// COVERS: OpFMod.operand-2-zero
//
// RUN: spirv-run %s --buffer 0.0=float32:7,0,-5,5,5.5 --buffer 0.1=float32:0,-0,3,-3,0x1p-120 --buffer '0.2=undef(20)' --dump 0.2 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.2: float32[5] = undef undef 1 -1 {{-?0$}}
// REPORT: undefined-value: division by zero: Operand 2 (divisor[i]) is 0 [OpFMod.operand-2-zero]
// REPORT: lanes 0-1 of subgroup 0
// REPORT: 1 undefined-value, 1 undefined-output
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer 0.0=float32:7,0,-5,5,5.5 --buffer 0.1=float32:0x1p-149,-0x1p-149,3,-3,0x1p-120 --buffer '0.2=undef(20)'

#version 450

layout(local_size_x = 5) in;

layout(std430, set = 0, binding = 0) readonly buffer Number
{
    float number[];
};

layout(std430, set = 0, binding = 1) readonly buffer Divisor
{
    float divisor[];
};

layout(std430, set = 0, binding = 2) writeonly buffer Result
{
    float result[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = mod(number[i], divisor[i]);
}
