// Elements by the local id are shared between work-groups.
// groups: 2, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
#ifdef RACE
  results[i] = get_group_id(0);
#else
  results[get_global_id(0)] = get_group_id(0);
#endif
}
