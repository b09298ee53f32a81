// Work-groups count with an atomic or without.
// groups: 2, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
#ifdef RACE
  values[0] += 1;
#else
  atomic_inc(values);
#endif
}
