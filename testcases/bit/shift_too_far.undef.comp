// A shift by the width or more; a shift by -1 is one by 4294967295. Shifts by 31 and by 0 are defined.
// COVERS: OpShiftLeftLogical.shift-too-far OpShiftRightLogical.shift-too-far OpShiftRightArithmetic.shift-too-far
//
// RUN: spirv-run %s --buffer '0.0=uint32:fill(4,0x80000001)' --buffer 0.1=int32:31,32,-1,0 --buffer '0.2=undef(16)' --buffer '0.3=undef(16)' --buffer '0.4=undef(16)' --dump 0.2 --dump 0.3 --dump 0.4 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.2: uint32[4] = 2147483648 undef undef 2147483649
// VALUES: 0.3: uint32[4] = 1 undef undef 2147483649
// VALUES: 0.4: int32[4] = -1 undef undef -2147483647
// REPORT: undefined-value: Shift (shift[i]) is greater than or equal to the bit width of Base (number[i]) [OpShiftLeftLogical.shift-too-far]
// REPORT: lanes 1-2 of subgroup 0
// REPORT: undefined-value: Shift (shift[i]) is greater than or equal to the bit width of Base (number[i]) [OpShiftRightLogical.shift-too-far]
// REPORT: lanes 1-2 of subgroup 0
// REPORT: undefined-value: Shift (shift[i]) is greater than or equal to the bit width of Base (number[i]) [OpShiftRightArithmetic.shift-too-far]
// REPORT: lanes 1-2 of subgroup 0
// REPORT: 3 undefined-value, 3 undefined-output
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer '0.0=uint32:fill(4,0x80000001)' --buffer 0.1=int32:31,30,1,0 --buffer '0.2=undef(16)' --buffer '0.3=undef(16)' --buffer '0.4=undef(16)'

#version 450

layout(local_size_x = 4) in;

layout(std430, set = 0, binding = 0) readonly buffer Numbers
{
    uint number[];
};

layout(std430, set = 0, binding = 1) readonly buffer Shifts
{
    int shift[];
};

layout(std430, set = 0, binding = 2) writeonly buffer Left
{
    uint left[];
};

layout(std430, set = 0, binding = 3) writeonly buffer RightLogical
{
    uint right_logical[];
};

layout(std430, set = 0, binding = 4) writeonly buffer RightArithmetic
{
    int right_arithmetic[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    left[i] = number[i] << shift[i];
    right_logical[i] = number[i] >> shift[i];
    right_arithmetic[i] = int(number[i]) >> shift[i];
}
