// Each work-item reads what its neighbor wrote.
// groups: 1, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
  local uint cell[8];
  cell[i] = i;
#ifndef RACE
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  results[i] = cell[(i + 1) % 8];
}
