// A generic pointer reaches the same memory.
// groups: 1, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
  local uint cell[8];
  uint* any = cell;
  any[i] = i;
#ifndef RACE
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  results[i] = cell[7 - i];
}
