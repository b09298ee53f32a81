// Two copies at a time have different destinations.
// groups: 1, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
  local uint cell[16];
  event_t copied[2];
  copied[0] = async_work_group_copy(cell, values, 8, 0);
  copied[1] = async_work_group_copy(cell +
#ifdef RACE
    4
#else
    8
#endif
  , values + 8, 8, 0);
  wait_group_events(2, copied);
  results[i] = cell[i];
}
