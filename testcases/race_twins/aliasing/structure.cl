// Members of a structure are separate memory.
// groups: 1, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
  local struct { uint a, b; } pair;
  if (i == 0) pair.a = 1;
  if (i == 1)
#ifdef RACE
    pair.a = 2;
#else
    pair.b = 2;
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
  results[i] = pair.a;
}
