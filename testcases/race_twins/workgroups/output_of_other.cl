// A barrier does not order work-groups.
// groups: 2, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
  values[get_global_id(0)] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
#ifdef RACE
  results[get_global_id(0)] = values[15 - get_global_id(0)];
#else
  results[get_global_id(0)] = values[8 * get_group_id(0) + 7 - i];
#endif
}
