// Fences around relaxed atomics pass a message.
// groups: 1, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
  global atomic_uint* flag = (global atomic_uint*)values;
  if (i == 0) {
    values[1] = 7;
#ifndef RACE
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
#endif
    atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
  }
  if (i == 4) {
    while (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device) == 0) {
    }
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
    results[0] = values[1];
  }
}
