// cl_intel_split_work_group_barrier: writes before the arrival are visible after the wait. If the flags do
// not name the memory, there is a race.
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry ordered --local-size 4 --subgroup-size 2 --strict --arg 0=int32:fill(4,0) | FileCheck %s
// CHECK: arg.0: int32[4] = 3 2 1 0
// RUN: expect-status 3 spirv-run %s --entry other_memory --local-size 4 --subgroup-size 2 --arg 0=int32:fill(4,0) 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: data-race
#pragma OPENCL EXTENSION cl_intel_split_work_group_barrier : enable

kernel void ordered(global int* out) {
  local int values[4];
  const int i = get_local_id(0);
  values[i] = i;
  intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE);
  const int other = 3 - i;
  intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  out[i] = values[other];
}

kernel void other_memory(global int* out) {
  local int values[4];
  const int i = get_local_id(0);
  values[i] = i;
  intel_work_group_barrier_arrive(CLK_GLOBAL_MEM_FENCE);
  intel_work_group_barrier_wait(CLK_GLOBAL_MEM_FENCE);
  out[i] = values[3 - i];
}
