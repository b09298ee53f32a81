// The same for a kernel, whose pointers are parameters.
// RUN: expect-status 3 spirv-run %s --local-size 4 --arg 0=int32:1,2,3,4 --arg 1=int32:1,0,1,1 2>&1 | FileCheck %s
// CHECK: undefined-behavior: division by zero: Operand 2 (divisors[i]) is 0 [OpSDiv.operand-2-zero]
// CHECK: {{^}}  Operand 2 (divisors[i]): {{%.*}} = 0{{$}}

kernel void divide(global int* numbers, global const int* divisors)
{
    const int i = get_global_id(0);
    numbers[i] /= divisors[i];
}
