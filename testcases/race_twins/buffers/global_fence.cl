// A barrier for local memory does not order global memory.
// groups: 1, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
  values[i] = i;
#ifdef RACE
  barrier(CLK_LOCAL_MEM_FENCE);
#else
  barrier(CLK_GLOBAL_MEM_FENCE);
#endif
  results[i] = values[7 - i];
}
