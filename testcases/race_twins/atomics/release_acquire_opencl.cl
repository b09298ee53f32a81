// Release and acquire pass a message; relaxed atomics do not.
// groups: 1, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
  global atomic_uint* flag = (global atomic_uint*)values;
  if (i == 0) {
    values[1] = 7;
    atomic_store_explicit(flag, 1,
#ifdef RACE
      memory_order_relaxed
#else
      memory_order_release
#endif
      , memory_scope_work_group);
  }
  if (i == 4) {
    while (atomic_load_explicit(flag, memory_order_acquire, memory_scope_work_group) == 0) {
    }
    results[0] = values[1];
  }
}
