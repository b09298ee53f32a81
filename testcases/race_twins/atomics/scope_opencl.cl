// Atomics of work-group scope are not ordered between work-groups.
// groups: 2, subgroup size: 4

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
  atomic_fetch_add_explicit((global atomic_uint*)values, 1, memory_order_relaxed,
#ifdef RACE
    memory_scope_work_group
#else
    memory_scope_device
#endif
  );
}
