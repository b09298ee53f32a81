// A strided copy leaves the elements between alone.
// groups: 1, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
  local uint cell[8];
  cell[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t copied = async_work_group_strided_copy(results, cell, 4, 2, 0);
#ifdef RACE
  if (i < 4) results[2 * i] = 7;
#else
  if (i < 4) results[2 * i + 1] = 7;
#endif
  wait_group_events(1, &copied);
}
