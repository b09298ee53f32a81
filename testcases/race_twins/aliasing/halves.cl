// Pointers into one array point to different halves or overlap.
// groups: 1, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
  local uint cell[16];
  local uint* a = cell;
  local uint* b = cell +
#ifdef RACE
    4;
#else
    8;
#endif
  a[i] = i;
  b[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  results[i] = a[i];
}
