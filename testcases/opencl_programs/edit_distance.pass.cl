// The edit distance of two words, by the diagonals of the table in local memory: each needs the two before it. Work-items take
// several places of a diagonal where there are too few.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 4 --strict --arg 0=int8:107,105,116,116,101,110 --arg 1=int8:115,105,116,116,105,110,103 --arg 2=int32:6 --arg 3=int32:7 --arg '4=local(112)' --arg 5=int32:-1 | FileCheck %s --check-prefix=KITTEN
// RUN: spirv-run %s --local-size 11 --subgroup-size 8 --strict --arg 0=int8:107,105,116,116,101,110 --arg 1=int8:115,105,116,116,105,110,103 --arg 2=int32:6 --arg 3=int32:7 --arg '4=local(112)' --arg 5=int32:-1 | FileCheck %s --check-prefix=KITTEN
// From "kitten" to "sitting".
// KITTEN: arg.5: int32[1] = 3
// Without a barrier between diagonals, work-items race.
// RUN: expect-status 3 spirv-run %s -D NO_BARRIER --local-size 4 --arg 0=int8:107,105,116,116,101,110 --arg 1=int8:115,105,116,116,105,110,103 --arg 2=int32:6 --arg 3=int32:7 --arg '4=local(112)' --arg 5=int32:-1 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: edit_distance.pass.cl:{{.*}} data race
kernel void edit_distance(global const char* a, global const char* b, int a_length, int b_length, local short* table, global int* result) {
  const int i = get_local_id(0), size = get_local_size(0), width = b_length + 1;
  for (int row = i; row <= a_length; row += size) table[row * width] = row;
  for (int column = i + 1; column <= b_length; column += size) table[column] = column;
  for (int diagonal = 2; diagonal <= a_length + b_length; ++diagonal) {
#ifndef NO_BARRIER
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    for (int row = i + 1; row < diagonal && row <= a_length; row += size) {
      const int column = diagonal - row;
      if (column > b_length) continue;
      local short* at = table + row * width + column;
      const short replaced = at[-width - 1] + (a[row - 1] != b[column - 1]);
      at[0] = min(replaced, (short)(1 + min(at[-width], at[-1])));
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i == 0) *result = table[a_length * width + b_length];
}
