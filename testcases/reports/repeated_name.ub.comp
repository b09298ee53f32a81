// Reports omit a source expression that only repeats the name of the operand.
//
// RUN: expect-status 0 spirv-run %s --buffer 0.0=uint32:1,40 2>&1 | FileCheck %s
// CHECK: undefined-value: Shift is greater than or equal to the bit width of Base (numbers[0]) [OpShiftLeftLogical.shift-too-far]
#version 450
layout(std430, set = 0, binding = 0) buffer Numbers { uint numbers[]; };

void main()
{
    const uint shift = numbers[1];
    numbers[0] = numbers[0] << shift;
}
