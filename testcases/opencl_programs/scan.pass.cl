// The exclusive prefix sum of a work-group (Blelloch): up-sweep and down-sweep in local memory.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 8 --strict --arg '0=int32:3,1,7,0,4,1,6,3,5,2,8,9,1,1,1,1' --arg 1=int32:fill(16,0) --arg '2=local(64)' | FileCheck %s
// CHECK: arg.1: int32[16] = 0 3 4 11 11 15 16 22 25 30 32 40 49 50 51 52
kernel void scan(global const int* in, global int* out, local int* tree) {
  const int i = get_local_id(0), n = 2 * get_local_size(0);
  int offset = 1;
  tree[2 * i] = in[2 * i];
  tree[2 * i + 1] = in[2 * i + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < d) tree[offset * (2 * i + 2) - 1] += tree[offset * (2 * i + 1) - 1];
    offset *= 2;
  }
  if (i == 0) tree[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < d) {
      const int a = offset * (2 * i + 1) - 1, b = offset * (2 * i + 2) - 1;
      const int t = tree[a];
      tree[a] = tree[b];
      tree[b] += t;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[2 * i] = tree[2 * i];
  out[2 * i + 1] = tree[2 * i + 1];
}
