// The same in OpenCL C.
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --local-size 8 --subgroup-size 4 --arg '0=int32:iota(8)' 2>&1 | FileCheck %s
// CHECK: help: put barrier(CLK_LOCAL_MEM_FENCE) between line [[# @LINE + 11]] and line [[# @LINE + 12]], where all invocations execute it
// RUN: apply-advice %s --local-size 8 --subgroup-size 4 --arg '0=int32:iota(8)' | FileCheck %s --check-prefix=FOLLOWED
// FOLLOWED: advice followed 1 times, 0 problems
int turn(local int* cache, global int* values, int add) {
  const int i = get_local_id(0);
  cache[i] = values[i] + add;
  barrier(CLK_LOCAL_MEM_FENCE);
  return cache[7 - i];
}
kernel void k(global int* values) {
  local int cache[8];
  int first = turn(cache, values, 0);
  int second = turn(cache, values, 1);
  values[get_local_id(0)] = first + second;
}
