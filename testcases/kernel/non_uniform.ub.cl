// Findings in the smaller work-groups of a global size that is not a multiple of the local size.
// REQUIRES: opencl-c
//
// A race between the two work-items of the last work-group.
// RUN: expect-status 3 spirv-run %s --entry shift --global-size 10 --local-size 4 --arg 0=int32:fill(10,0) --arg 1=int32:2 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: undefined-behavior: data race: invocation (0,0,0) reads 'shift.row[1]', and invocation (1,0,0) writes it; {{.*}}[memory.data-race]
// RACE: lanes 0-1 of subgroup 0, workgroup (2,0,0)
// RUN: spirv-run %s --entry shift --global-size 10 --local-size 4 --strict --arg 0=int32:fill(10,0) --arg 1=int32:3 | FileCheck %s --check-prefix=SHIFTED
// SHIFTED: arg.0: int32[10] = 1 2 3 0 5 6 7 4 9 8
//
// A barrier that all or only some work-items of the smaller work-groups reach. Work-groups (1,y) are 2 wide, and (x,2) are 1 high.
// RUN: spirv-run %s --entry some --global-size 6,5 --local-size 4,2 --strict --arg 0=int32:fill(1,0) --arg 1=int32:2 | FileCheck %s --check-prefix=SOME
// SOME: arg.0: int32[1] = 30
// RUN: expect-status 3 spirv-run %s --entry some --global-size 6,5 --local-size 4,2 --arg 0=int32:fill(1,0) --arg 1=int32:1 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: undefined-behavior: not all invocations of the workgroup reach this barrier: lanes 1,3 {{.*}}[OpControlBarrier.not-all-arrive]
// FEW: lanes 0,2 of subgroup 0, workgroup (1,0,0); 3 executions in all
//
// A local id that does not exist in the smaller work-group.
// RUN: expect-status 3 spirv-run %s --entry pick --global-size 10 --local-size 4 --arg 0=int32:fill(10,0) --arg 1=uint64:3 2>&1 | FileCheck %s --check-prefix=PICK
// PICK: arg.0: int32[10] = 3 3 3 3 7 7 7 7 undef undef
// PICK: undefined-behavior: {{.*}}[OpGroupBroadcast.local-id-out-of-range]
// RUN: spirv-run %s --entry pick --global-size 10 --local-size 4 --strict --arg 0=int32:fill(10,0) --arg 1=uint64:1 | FileCheck %s --check-prefix=PICKED
// PICKED: arg.0: int32[10] = 1 1 1 1 5 5 5 5 9 9
//
// An asynchronous copy, and private memory by its address.
// RUN: spirv-run %s --entry copy --global-size 10 --local-size 4 --strict --arg 0=int32:fill(10,0) --arg 1=int32:iota(10) | FileCheck %s --check-prefix=COPY
// COPY: arg.0: int32[10] = 3 2 1 0 7 6 5 4 9 8
// RUN: spirv-run %s --entry private_memory --global-size 7,3 --local-size 5,2 --subgroup-size 4 --subgroup-mapping rows --strict --arg 0=int32:fill(21,0) | FileCheck %s --check-prefix=PRIVATE
// PRIVATE: arg.0: int32[21] = 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40

// Without the barrier, nothing orders the write and the read of the neighbor.
kernel void shift(global int* out, int groups_with_barrier) {
  local int row[4];
  const int i = get_local_id(0);
  const int n = get_local_size(0);
  row[i] = get_global_id(0);
  if (get_group_id(0) < groups_with_barrier) barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = row[(i + 1) % n];
}

kernel void some(global int* count, int columns) {
  if (get_group_id(0) == 1 && get_local_id(0) >= columns) return;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(count);
}

kernel void pick(global int* out, ulong id) {
  out[get_global_id(0)] = work_group_broadcast((int)get_global_id(0), id);
}

kernel void copy(global int* out, const global int* in) {
  local int part[4];
  const int n = get_local_size(0);
  const int first = get_group_id(0) * get_enqueued_local_size(0);
  event_t done = async_work_group_copy(part, in + first, n, 0);
  wait_group_events(1, &done);
  out[get_global_id(0)] = part[n - 1 - get_local_id(0)];
}

kernel void private_memory(global int* out) {
  int numbers[16];
  for (int i = 0; i < 16; ++i) numbers[i] = get_global_linear_id() + i;
  int* volatile from = numbers;
  out[get_global_linear_id()] = from[get_local_id(0)] + get_global_linear_id() - get_local_id(0);
}
