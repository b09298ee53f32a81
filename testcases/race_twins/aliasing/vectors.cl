// Stores of vectors overlap or follow each other.
// groups: 1, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
#ifdef RACE
  vstore4((uint4)(i), 0, results + 2 * i);
#else
  vstore4((uint4)(i), i, results);
#endif
}
