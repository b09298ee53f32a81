// Reports name operands as the specification and as the source do.
//
// RUN: expect-status 3 spirv-run %s --buffer 0.0=uint32:1,2,3,4 --buffer '0.1=uint32:0,0;uint32:32,0;uint32:0,7' 2>&1 | FileCheck %s
// CHECK: undefined-behavior: Condition (weight > 2) has an undefined value [OpBranchConditional.condition-undefined]
// CHECK: undefined-behavior: division by zero: Operand 2 (q.pairs[i].divisor) is 0 [OpUDiv.operand-2-zero]
// CHECK: {{^}}  lanes 0,2 of subgroup 0
// CHECK-NEXT: {{^}}  Operand 1 (numbers[i]): %[[#]] = 1 in lane 0{{$}}
// CHECK-NEXT: {{^}}  Operand 2 (q.pairs[i].divisor): %[[#]] = 0 in lane 0{{$}}
// CHECK: undefined-value: Shift (q.pairs[i].shift - i) is greater than or equal to the bit width of Base [OpShiftLeftLogical.shift-too-far]
//
// A constant has no source expression.
// CHECK: {{^}}  Base: %[[#]] = 1{{$}}
// CHECK-NEXT: {{^}}  Shift (q.pairs[i].shift - i): %[[#]] = 4294967295 (-1 signed){{$}}

#version 450
layout(local_size_x = 3) in;
struct Pair { uint divisor; uint shift; };
layout(std430, set = 0, binding = 0) buffer Numbers { uint numbers[]; };
layout(std430, set = 0, binding = 1) readonly buffer Pairs { Pair pairs[]; } q;

void main()
{
    const uint i = gl_LocalInvocationIndex;
    uint weight;
    if (i < 2) weight = 1;
    if (weight > 2) numbers[3] = 1;
    uint result = numbers[i] / q.pairs[i].divisor;
    result += 1u << (q.pairs[i].shift - i);
    numbers[i] = result;
}
