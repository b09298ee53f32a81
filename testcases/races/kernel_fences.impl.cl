// A fence for local memory is followed by a barrier for global memory only: only de-facto ordering orders
// earlier writes to local memory before later reads. A fence after the barrier, or a barrier for local
// memory, orders them.
// COVERS: memory.de-facto-ordering
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry before --local-size 4 --subgroup-size 2 --arg 0=int32:fill(4,0) | FileCheck %s --check-prefix=VALUES
// RUN: expect-status 3 spirv-run %s --entry before --local-size 4 --subgroup-size 2 --strict --arg 0=int32:fill(4,0) 2>&1 | FileCheck %s
// RUN: spirv-run %s --entry both --local-size 4 --subgroup-size 2 --strict --arg 0=int32:fill(4,0) | FileCheck %s --check-prefix=VALUES
// RUN: spirv-run %s --entry named --local-size 4 --subgroup-size 2 --strict --arg 0=int32:fill(4,0) | FileCheck %s --check-prefix=VALUES
// VALUES: arg.0: int32[4] = 3 2 1 0
// CHECK: [memory.de-facto-ordering]
// CHECK: help: put barrier(CLK_LOCAL_MEM_FENCE) instead of the fence and the barrier, or add this flag to the barrier

kernel void before(global int* out) {
  local int values[4];
  const int i = get_local_id(0);
  values[i] = i;
  mem_fence(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = values[3 - i];
}

kernel void both(global int* out) {
  local int values[4];
  const int i = get_local_id(0);
  values[i] = i;
  mem_fence(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_GLOBAL_MEM_FENCE);
  mem_fence(CLK_LOCAL_MEM_FENCE);
  out[i] = values[3 - i];
}

kernel void named(global int* out) {
  local int values[4];
  const int i = get_local_id(0);
  values[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  out[i] = values[3 - i];
}
