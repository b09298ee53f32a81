// A division by 0, and of the least number by -1. Dividing other numbers by -1, and the least number by others, is defined.
// COVERS: OpSDiv.operand-2-zero OpSDiv.overflow
//
// RUN: expect-status 3 spirv-run %s --buffer 0.0=int32:7,0x80000000,0x80000001,0x80000000,-7,0 --buffer 0.1=int32:0,-1,-1,1,2,0 --buffer '0.2=undef(24)' --dump 0.2 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.2: int32[6] = undef undef 2147483647 -2147483648 -3 undef
// REPORT: undefined-behavior: division by zero: Operand 2 (divisor[i]) is 0 [OpSDiv.operand-2-zero]
// REPORT: lanes 0,5 of subgroup 0
// REPORT: undefined-behavior: the quotient overflows: Operand 1 (number[i]) is the minimum representable value and Operand 2 (divisor[i]) is -1 [OpSDiv.overflow]
// REPORT: lane 1 of subgroup 0
// REPORT: 2 undefined-behavior, 1 undefined-output
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer 0.0=int32:7,0x80000001,0x80000000,-7,7,0 --buffer 0.1=int32:1,-1,-2,3,-3,1 --buffer '0.2=undef(24)' --dump 0.2 | FileCheck %s --check-prefix=TWIN
// TWIN: 0.2: int32[6] = 7 2147483647 1073741824 -2 -2 0

#version 450

layout(local_size_x = 6) in;

layout(std430, set = 0, binding = 0) readonly buffer Number
{
    int number[];
};

layout(std430, set = 0, binding = 1) readonly buffer Divisor
{
    int divisor[];
};

layout(std430, set = 0, binding = 2) writeonly buffer Result
{
    int result[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = number[i] / divisor[i];
}
