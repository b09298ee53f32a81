// Atomics on private memory of a work-item are undefined behavior, even through a generic pointer.
// COVERS: atomic.function-storage-class
//
// RUN: expect-status 3 spirv-run %s --entry count_privately --local-size 2 --arg 0=undef(8) 2>&1 | FileCheck %s --check-prefix=ATOMIC
// ATOMIC: undefined-behavior: an atomic instruction accesses memory in the Function storage class: {{.*}} [atomic.function-storage-class]
// RUN: spirv-run %s --entry count_together --strict --local-size 2 --arg 0=undef(8) | FileCheck %s --check-prefix=TOGETHER
// TOGETHER: arg.0: uint32[2] = 2 2

void count(atomic_uint *counter) { atomic_fetch_add_explicit(counter, 1, memory_order_relaxed, memory_scope_work_group); }

kernel void count_privately(global uint *numbers) {
  atomic_uint counter;
  atomic_init(&counter, 0);
  count(&counter);
  numbers[get_local_id(0)] = atomic_load_explicit(&counter, memory_order_relaxed, memory_scope_work_group);
}

kernel void count_together(global uint *numbers) {
  local atomic_uint counter;
  if (get_local_id(0) == 0) atomic_init(&counter, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  count(&counter);
  barrier(CLK_LOCAL_MEM_FENCE);
  numbers[get_local_id(0)] = atomic_load_explicit(&counter, memory_order_relaxed, memory_scope_work_group);
}
