// An undefined value of an invocation in another subgroup passes through an operation of the whole work-group.
// REQUIRES: opencl-c
//
// RUN: spirv-run %s --local-size 8 --subgroup-size 4 --arg 0=int32:1,2,3,4,5,undef,7,8 --arg '1=undef(32)' 2>&1 | FileCheck %s
// CHECK: undefined-output: elements 0-7 of arg.1
// CHECK-NEXT: note: nothing has written the bytes that this reads from {{.*}}: {{.*}} = OpLoad

kernel void add(global const int* numbers, global int* sums) {
  const int number = numbers[get_global_id(0)];
  sums[get_global_id(0)] = work_group_reduce_add(number);
}
