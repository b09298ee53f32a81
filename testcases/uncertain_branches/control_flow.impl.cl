// Uncertain branches in control flow without merge instructions: kernels.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 4 --subgroup-size 4 --arg '0=uint32:fill(36,9)' --arg 1=float32:1e8,-1e8,3,0 2>/dev/null | FileCheck %s
// CHECK: 0: 2? 2? 2? 2? 6 6 6 6 100? 100? 100? 100? 5 5 5 5
// CHECK: 16: 4? 4? 4? 4? 0 1 2 3 2? 2? 2? 2? 7? 7? 7? 7?
// CHECK: 32: 8? 8? 8? 8?
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void branches(global uint* o, global const float* w) {
  const uint i = get_global_id(0);
  const uint s = (uint)fabs(sub_group_reduce_add(w[i]));
  for (uint k = 0; k < s; ++k) o[i] = k;
  for (uint k = 4; k < 36; ++k) {
    if (k % 4 == i) o[k] = 9;
  }
  o[4 + i] = 6;
  if (s > 2) o[8 + i] = 100; else o[8 + i] = 200;
  if (s > 2) o[12 + i] = 5; else o[12 + i] = 5;
  uint v = 3;
  if (s > 2) {
    v = 4;
    if (s > 5) v = 7;
  }
  o[16 + i] = v;
  o[20 + i] = i;
  switch (s) {
    case 1: o[24 + i] = 1; break;
    case 3: o[24 + i] = 2;
    case 4: o[28 + i] = 7;
  }
  if (s == 9) return;
  o[32 + i] = 8;
}
