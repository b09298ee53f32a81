// A pointer that leaves a private array: no variable of this work-item owns the following bytes.
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --local-size 4 --arg 0=int32:fill(4,0) --arg 1=int32:0,1,8,3 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// CHECK: arg.0: int32[4] = 0 1 undef 9
// REPORT: private_memory.ub.cl:[[# @LINE + 12]]:21: undefined-behavior: pointer arithmetic leaves the array; it may only reach one past the last element: element 0 of 4 in 'squares' plus 8 [OpPtrAccessChain.element-out-of-array]
// REPORT: lane 2 of subgroup 0
//
// A pointer one past the end is permitted.
// RUN: expect-status 3 spirv-run %s --local-size 4 --arg 0=int32:fill(4,0) --arg 1=int32:0,1,4,3 2>&1 | FileCheck %s --check-prefix=BEHIND
// BEHIND: undefined-behavior: out-of-bounds access: 4-byte access to 'squares[4]' (bytes 16..19), where 'squares' has 4 elements
// RUN: spirv-run %s --strict --local-size 4 --arg 0=int32:fill(4,0) --arg 1=int32:0,1,2,3 | FileCheck %s --check-prefix=TWIN
// TWIN: arg.0: int32[4] = 0 1 4 9

kernel void look_up(global int* out, global const int* in) {
  int squares[4] = {0, 1, 4, 9};
  size_t i = get_global_id(0);
  int* at = squares + in[i];
  out[i] = *at;
}
