// Two variables in local memory do not overlap; one variable does.
// groups: 1, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
  local uint a[8], b[8];
  a[i] = i;
#ifdef RACE
  a[7 - i] = i;
#else
  b[7 - i] = i;
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
  results[i] = a[i];
}
