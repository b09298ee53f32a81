// A barrier that not all work-items of the work-group reach.
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --local-size 8 --arg 0=int32:fill(8,0) --arg 1=int32:4 2>&1 | FileCheck %s
// CHECK: barrier.ub.cl:[[# @LINE + 8]]:{{.*}} undefined-behavior: {{.*}}[OpControlBarrier.not-all-arrive]
// RUN: spirv-run %s --strict --local-size 8 --arg 0=int32:fill(8,0) --arg 1=int32:8 | FileCheck %s --check-prefix=TWIN
// TWIN: arg.0: int32[8] = 7 6 5 4 3 2 1 0
kernel void reverse(global int* out, int n) {
  local int ids[8];
  int i = get_local_id(0);
  if (i < n) {
    ids[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = ids[7 - i];
  }
}
