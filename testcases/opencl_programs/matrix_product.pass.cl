// A tiled product of two 8x8 matrices, with tiles of 4x4 in local memory. One is 1, 2, 3, ... by rows, the
// other has 2 on its diagonal and 1 next to it.
// REQUIRES: opencl-c
// RUN: spirv-run %s -g 2,2 --local-size 4,4 --strict --arg '0=float32:iota(64,1)' --arg '1=float32:2,1,0,0,0,0,0,0,0,2,1,0,0,0,0,0,0,0,2,1,0,0,0,0,0,0,0,2,1,0,0,0,0,0,0,0,2,1,0,0,0,0,0,0,0,2,1,0,0,0,0,0,0,0,2,1,0,0,0,0,0,0,0,2' --arg 2=float32:fill(64,0) | FileCheck %s
// CHECK: arg.2: float32[64] =
// CHECK-NEXT: 0: 2 5 8 11 14 17 20 23 18 29 32 35 38 41 44 47
// CHECK-NEXT: 16: 34 53 56 59 62 65 68 71 50 77 80 83 86 89 92 95
// CHECK-NEXT: 32: 66 101 104 107 110 113 116 119 82 125 128 131 134 137 140 143
// CHECK-NEXT: 48: 98 149 152 155 158 161 164 167 114 173 176 179 182 185 188 191
constant int tile = 4;
kernel void multiply(global const float* a, global const float* b, global float* c) {
  local float rows[4][4], columns[4][4];
  const int n = get_global_size(0), x = get_global_id(0), y = get_global_id(1);
  const int i = get_local_id(0), j = get_local_id(1);
  float sum = 0;
  for (int t = 0; t < n / tile; ++t) {
    rows[j][i] = a[y * n + t * tile + i];
    columns[j][i] = b[(t * tile + j) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < tile; ++k) sum += rows[j][k] * columns[k][i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[y * n + x] = sum;
}
