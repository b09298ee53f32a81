// A null pointer as an argument: every work-item reads through it, also with the offset of an element.
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --entry copy --local-size 4 --arg '0=int32:fill(4,7)' --arg 1=null 2>&1 | FileCheck %s --implicit-check-not=out-of-bounds
// CHECK: arg.0: int32[4] = undef undef undef undef
// CHECK: null_argument.ub.cl:[[# @LINE + 8]]:{{.*}}undefined-behavior: access through a null pointer: 4-byte load{{( at address 4)?}} [memory.null-pointer]
// CHECK: lanes 0-3 of subgroup 0
// The correct version tests the pointer.
// RUN: spirv-run %s --entry tested --local-size 4 --strict --arg '0=int32:fill(4,7)' --arg 1=null | FileCheck %s --check-prefix=TWIN
// TWIN: arg.0: int32[4] = 0 0 0 0

kernel void copy(global int* out, global const int* in) {
  const int i = get_local_id(0);
  out[i] = in[i];
}

kernel void tested(global int* out, global const int* in) {
  const int i = get_local_id(0);
  out[i] = in ? in[i] : 0;
}
