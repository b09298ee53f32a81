// All work-items must have written what is copied out.
// groups: 1, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
  local uint cell[8];
  cell[i] = i;
#ifndef RACE
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  event_t copied = async_work_group_copy(results, cell, 8, 0);
  wait_group_events(1, &copied);
}
