// A sub-group barrier orders the work-items of one sub-group only.
// groups: 1, subgroup size: 4
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
  local uint cell[8];
  cell[i] = i;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
#ifdef RACE
  results[i] = cell[i ^ 4];
#else
  results[i] = cell[i ^ 1];
#endif
}
