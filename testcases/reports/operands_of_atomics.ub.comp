// Reports show the operands Pointer and Value of an atomic instruction, but not Scope and Semantics.
//
// RUN: expect-status 3 spirv-run %s --buffer 0.0=uint32:1,2,3,4 2>&1 | FileCheck %s
// CHECK: undefined-behavior: out-of-bounds access: 4-byte atomic access to 'numbers[4]' of buffer 0.0 (bytes 16..19), where 'numbers' has 4 elements
// CHECK: OpAtomicIAdd
// CHECK-NEXT: lane 0 of subgroup 0
// CHECK-NEXT: {{^}}  Pointer: %[[#]] = 0x{{[0-9a-f]+}}10{{$}}
// CHECK-NEXT: {{^}}  Value (numbers[i] + 5): %[[#]] = 6{{$}}
// CHECK: OpAtomicCompareExchange
// CHECK-NEXT: lane 0 of subgroup 0
// CHECK-NEXT: {{^}}  Pointer: %[[#]] = 0x{{[0-9a-f]+}}10{{$}}
// CHECK-NEXT: {{^}}  Value: %[[#]] = 8{{$}}
// CHECK-NEXT: {{^}}  Comparator: %[[#]] = 9{{$}}

#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Numbers { uint numbers[]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    atomicAdd(numbers[i + 4], numbers[i] + 5);
    atomicCompSwap(numbers[i + 4], 9, 8);
}
