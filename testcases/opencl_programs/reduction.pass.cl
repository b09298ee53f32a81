// The sum of numbers, in a tree in local memory; each work-group gives one partial sum. 1 + ... + 64 is 2080.
// REQUIRES: opencl-c
// RUN: spirv-run %s -g 4 --local-size 16 --strict --arg '0=int32:iota(64,1)' --arg 1=int32:fill(4,0) --arg '2=local(64)' | FileCheck %s
// CHECK: arg.1: int32[4] = 136 392 648 904
kernel void reduce(global const int* in, global int* out, local int* scratch) {
  const int i = get_local_id(0);
  scratch[i] = in[get_global_id(0)];
  for (int stride = get_local_size(0) / 2; stride > 0; stride /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < stride) scratch[i] += scratch[i + stride];
  }
  if (i == 0) out[get_group_id(0)] = scratch[0];
}
