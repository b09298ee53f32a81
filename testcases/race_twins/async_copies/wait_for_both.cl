// Each copy needs a wait.
// groups: 1, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
  local uint cell[16];
  event_t one = async_work_group_copy(cell, values, 8, 0);
  event_t two = async_work_group_copy(cell + 8, values + 8, 8, 0);
  wait_group_events(1, &one);
#ifndef RACE
  wait_group_events(1, &two);
#endif
  results[i] = cell[8 + i];
#ifdef RACE
  wait_group_events(1, &two);
#endif
}
