// A subgroup barrier that only some work-items of the subgroup reach.
// COVERS: OpControlBarrier.subgroup-diverged
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --local-size 8 --subgroup-size 4 --arg 0=int32:fill(8,0) --arg 1=int32:6 2>&1 | FileCheck %s
// CHECK: sub_group_barrier.ub.cl:[[# @LINE + 13]]:{{.*}} undefined-behavior: in a kernel, not all invocations of the subgroup execute the barrier together{{.*}} [OpControlBarrier.subgroup-diverged]
// CHECK: lanes 0-1 of subgroup 1
//
// All work-items of the subgroup reach it, or none.
// RUN: spirv-run %s --local-size 8 --subgroup-size 4 --strict --arg 0=int32:fill(8,0) --arg 1=int32:4 | FileCheck %s --check-prefix=TWIN
// TWIN: arg.0: int32[8] = 3 2 1 0 0 0 0 0
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void reverse(global int* out, int limit) {
  local int ids[8];
  int i = get_local_id(0);
  if (i >= limit) return;
  ids[i] = i;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = ids[i ^ 3];
}
