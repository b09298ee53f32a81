// Each step of a reduction needs a barrier.
// groups: 1, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
  local uint cell[8];
  cell[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint stride = 4; stride > 0; stride /= 2) {
    if (i < stride) cell[i] += cell[i + stride];
#ifndef RACE
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
  if (i == 0) results[0] = cell[0];
}
