// Moving a pointer out of its object is undefined behavior, even without an access; a pointer one past the
// last element is valid.
// COVERS: OpPtrAccessChain.element-out-of-array
// REQUIRES: opencl-c
//
// RUN: expect-status 3 spirv-run %s --local-size 4 --arg 0=int32:1,2,3,4 --arg 1=int32:4,5,0,-1 --arg '2=undef(16)' 2>&1 | FileCheck %s
// CHECK: undefined-behavior: pointer arithmetic leaves the array; it may only reach one past the last element: element 0 of 4 in {{.*}} plus 5 [OpPtrAccessChain.element-out-of-array]
// CHECK: lanes 1,3 of subgroup 0
// RUN: spirv-run %s --strict --local-size 4 --arg 0=int32:1,2,3,4 --arg 1=int32:4,3,0,1 --arg '2=undef(16)' | FileCheck %s --check-prefix=TWIN
// TWIN: arg.2: uint32[4] = 0 0 1 0

kernel void moves(global int* numbers, global int* distances, global uint* is_first) {
  const size_t i = get_global_id(0);
  global int* moved = numbers + distances[i];
  is_first[i] = moved == numbers;
}
