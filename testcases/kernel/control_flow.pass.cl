// Control flow without merge instructions: diverged work-items reconverge at the next block that all of them
// reach, on any path. The whole work-group reaches the barriers together.
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry condition --local-size 8 --strict --arg 0=int32:fill(8,0) --arg 1=int32:0,1,2,3,4,5,6,7 | FileCheck %s --check-prefix=CONDITION
// CONDITION: arg.0: int32[8] = 100 101 102 103 104 105 106 107
// RUN: spirv-run %s --entry loops --local-size 8 --strict --arg 0=int32:fill(8,0) --arg 1=int32:0,1,2,3,4,5,6,7 --dump arg.0:int32 | FileCheck %s --check-prefix=LOOPS
// LOOPS: arg.0: int32[8] = 0 1 1 2 4 -1 -1 -1
// RUN: spirv-run %s --entry jumps --local-size 8 --strict --ignore irreducible-control-flow --arg 0=int32:fill(8,0) --arg 1=int32:0,1,2,3,4,5,6,7 | FileCheck %s --check-prefix=JUMPS
// JUMPS: arg.0: int32[8] = 9 10 12 15 19 11 13 16

// The first part of the condition is false for some work-items, the second part for others.
kernel void condition(global int* out, global const int* in) {
  local int sum;
  int i = in[get_global_id(0)];
  if (i < 4 && i > 100) {
    out[i] = -1;
  } else {
    if (i == 0) sum = 100;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = sum + i;
  }
}

kernel void loops(global int* out, global const int* in) {
  int n = in[get_global_id(0)], sum = 0;
  for (int i = 0;; ++i) {
    for (int k = 0; k < i; ++k) {
      if (k == 4) {
        sum = -1;
        goto found;
      }
      if (k + 1 == i) break;
      if (k > 0) continue;
      ++sum;
    }
    if (i == n) break;
    if (i > 2) ++sum;
    if (n == 1 && i == 0) ++sum;
  }
found:
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[n] = sum;
}

// A cycle with two entries.
kernel void jumps(global int* out, global const int* in) {
  int n = in[get_global_id(0)], sum = 0, i = 0;
  if (n > 4) goto second;
first:
  sum += i;
  if (++i > n) goto out_of_loop;
second:
  sum += 1;
  if (n < 5) {
    sum -= 1;
    goto first;
  }
  if (n > 4) {
    n -= 5;
    ++n;
    goto first;
  }
out_of_loop:
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[in[get_global_id(0)]] = sum + 9;
}
