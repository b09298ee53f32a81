// cl_khr_expect_assume: an assumption that is false for one work-item. In the second run, it is true for all.
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --local-size 4 --arg '0=int32:fill(4,0)' 2>&1 | FileCheck %s
// CHECK: assume.ub.cl:[[# @LINE + 7]]:{{.*}} [OpAssumeTrueKHR.not-true]
// RUN: spirv-run %s --local-size 3 --strict --arg '0=int32:fill(4,0)' | FileCheck %s --check-prefix=TWIN
// TWIN: arg.0: int32[4] = 0 2 4 0
#pragma OPENCL EXTENSION cl_khr_expect_assume : enable
kernel void run(global int* out) {
  const int i = get_local_id(0);

  __builtin_assume(i < 3);
  if (__builtin_expect(i != 0, 1)) out[i] = 2 * i;
}
