// cl_khr_work_group_uniform_arithmetic, in a work-group of two subgroups.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 4 --subgroup-size 2 --strict --arg '0=int32:3,6,5,7' --arg 1=int32:fill(28,0) --arg 2=float32:fill(4,0) | FileCheck %s
// CHECK: arg.1: int32[28] = 630 630 630 630 1 3 18 90 3 2 0 0 7 7 7 7 0 3 5 0 0 0 0 0 1 1 1 1
// CHECK: arg.2: float32[4] = 1.5 4.5 11.25 39.375
#pragma OPENCL EXTENSION cl_khr_work_group_uniform_arithmetic : enable

kernel void combine(global const int* in, global int* out, global float* floats) {
  const int i = get_local_id(0);
  out[i] = work_group_reduce_mul(in[i]);
  out[4 + i] = work_group_scan_exclusive_mul(in[i]);
  out[8 + i] = work_group_scan_inclusive_and(in[i]) & 3;
  out[12 + i] = work_group_reduce_or(in[i]);
  out[16 + i] = work_group_scan_exclusive_xor(in[i]);
  out[20 + i] = work_group_reduce_logical_and(i);
  out[24 + i] = work_group_reduce_logical_or(i & 4 | i == 2);
  floats[i] = work_group_scan_inclusive_mul(in[i] * 0.5f);
}
