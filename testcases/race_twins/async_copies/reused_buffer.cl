// The next copy must not start before all have read the last one.
// groups: 1, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
  local uint cell[8];
  uint sum = 0;
  for (uint part = 0; part < 2; ++part) {
    event_t copied = async_work_group_copy(cell, values + 8 * part, 8, 0);
    wait_group_events(1, &copied);
    sum += cell[7 - i];
#ifndef RACE
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
  results[i] = sum;
}
