// A flag that one work-item sets first, and a counter in local memory.
//
// REQUIRES: opencl-c
// RUN: %python %{testcases}/../scripts/soundness litmus %s --local-size 3 --arg '0=uint32:fill(6,777)' --arg 1=int32:0
// ALLOWED arg.0: 3x{0,1} 3x{0,1,2}

kernel void first(global uint* o, volatile global atomic_flag* flag) {
  local atomic_uint count;
  const uint i = get_global_id(0);
  if (i == 0) atomic_init(&count, 0u);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  o[i] = atomic_flag_test_and_set(flag) ? 1 : 0;
  o[i + 3] = atomic_fetch_add_explicit(&count, 1u, memory_order_relaxed, memory_scope_work_group);
}
