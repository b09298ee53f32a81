// Counts bytes in local memory with atomics, and sums the counts of the work-groups.
// REQUIRES: opencl-c
// RUN: spirv-run %s -g 2 --local-size 8 --strict --arg '0=uint8:0,1,2,3,0,1,2,0,7,7,7,7,3,3,1,0' --arg 1=uint32:fill(8,0) | FileCheck %s
// CHECK: arg.1: uint32[8] = 4 3 2 3 0 0 0 4
kernel void histogram(global const uchar* in, global uint* out) {
  local uint counts[8];
  const int i = get_local_id(0);
  counts[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&counts[in[get_global_id(0)]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&out[i], counts[i]);
}
