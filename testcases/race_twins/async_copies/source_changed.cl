// The source must not change during the copy.
// groups: 1, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
  local uint cell[8];
  event_t copied = async_work_group_copy(cell, values, 8, 0);
#ifdef RACE
  values[i] = i;
  wait_group_events(1, &copied);
#else
  wait_group_events(1, &copied);
  values[i] = i;
#endif
  results[i] = cell[i];
}
