// Atomic flags: exactly one invocation finds each flag clear, and a lock made of one admits one invocation at a time.
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry first --local-size 4 -g 3 --arg 0=int32:0,0,1,0 --arg 1=int32:fill(12,9) | FileCheck %s --check-prefix=FIRST
// FIRST: arg.0: uint32[4] = 1 1 1 0
// FIRST: arg.1: int32[12] = 0? 1? 1? 1? 1? 1? 1? 1? 1? 1? 1? 1?
// RUN: spirv-run %s --entry lock --local-size 1 -g 5 --arg 0=int32:0 --arg 1=int32:0 | FileCheck %s --check-prefix=LOCK
// LOCK: arg.0: uint32[1] = 0{{$}}
// LOCK: arg.1: int32[1] = 5{{$}}
// RUN: spirv-run %s --entry shared --local-size 8 --arg 0=int32:fill(8,9) | FileCheck %s --check-prefix=SHARED
// SHARED: arg.0: int32[8] = 0? 1? 1? 1? 1? 1? 1? 1?

// The flags 0 and 1 are clear, 2 is set, 3 is set and then cleared.
kernel void first(volatile global atomic_flag* flags, global int* found) {
  found[get_global_id(0)] = atomic_flag_test_and_set(&flags[0]);
  if (get_global_id(0) != 0) return;
  atomic_flag_test_and_set_explicit(&flags[1], memory_order_relaxed);
  atomic_flag_test_and_set(&flags[2]);
  atomic_flag_test_and_set(&flags[3]);
  atomic_flag_clear(&flags[3]);
}

kernel void lock(volatile global atomic_flag* held, global int* count) {
  while (atomic_flag_test_and_set_explicit(held, memory_order_acquire, memory_scope_device)) {
  }
  *count += 1;
  atomic_flag_clear_explicit(held, memory_order_release, memory_scope_device);
}

kernel void shared(global int* found) {
  local atomic_flag flag;
  if (get_local_id(0) == 0) atomic_flag_clear(&flag);
  barrier(CLK_LOCAL_MEM_FENCE);
  found[get_local_id(0)] = atomic_flag_test_and_set(&flag);
}
