// Work-items count in local memory with an atomic or without.
// groups: 1, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
  local uint total;
  if (i == 0) total = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
#ifdef RACE
  total += 1;
#else
  atomic_inc(&total);
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i == 0) results[0] = total;
}
