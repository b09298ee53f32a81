// Sorts the numbers of a work-group with a bitonic network.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 16 --strict --arg '0=int32:9,-3,14,0,2,2,77,-50,6,1,13,12,-3,8,5,4' --arg '1=local(64)' | FileCheck %s
// CHECK: arg.0: int32[16] = -50 -3 -3 0 1 2 2 4 5 6 8 9 12 13 14 77
kernel void sort(global int* values, local int* own) {
  const int i = get_local_id(0), n = get_local_size(0);
  own[i] = values[i];
  for (int size = 2; size <= n; size *= 2) {
    for (int stride = size / 2; stride > 0; stride /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      const int other = i ^ stride;
      if (other > i) {
        const bool ascending = (i & size) == 0;
        const int a = own[i], b = own[other];
        if ((a > b) == ascending) {
          own[i] = b;
          own[other] = a;
        }
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  values[i] = own[i];
}
