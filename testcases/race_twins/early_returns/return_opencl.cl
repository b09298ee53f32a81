// Work-items past the end return without a write.
// groups: 1, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
  if (i > 3)
#ifdef RACE
    results[0] = 1;
#else
    return;
#endif
  if (i == 0) results[0] = 2;
}
