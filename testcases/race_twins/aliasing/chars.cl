// Bytes of one word are separate memory.
// groups: 1, subgroup size: 4

kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint* values, global uint* results) {
  const uint i = get_local_id(0);
  global uchar* bytes = (global uchar*)results;
#ifdef RACE
  bytes[i / 2] = i;
#else
  bytes[i] = i;
#endif
}
