// cl_khr_subgroup_rotate. Work-item i gets the value of i + delta, in its cluster.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 8 --subgroup-size 8 --strict --arg '0=int32:iota(8,0)' --arg 1=int32:fill(24,0) --arg 2=float64:fill(8,0) | FileCheck %s
// CHECK: arg.1: int32[24] = 3 4 5 6 7 0 1 2 7 0 1 2 3 4 5 6 1 2 3 0 5 6 7 4
// CHECK: arg.2: float64[8] = 0.5 1 1.5 2 2.5 3 3.5 0
#pragma OPENCL EXTENSION cl_khr_subgroup_rotate : enable
#ifndef cl_khr_subgroup_rotate
#error the feature macro is missing
#endif

kernel void rotate_values(global const int* in, global int* out, global double* halves) {
  const int i = get_sub_group_local_id();
  out[i] = sub_group_rotate(in[i], 3);
  out[8 + i] = sub_group_rotate(in[i], -1);
  out[16 + i] = sub_group_clustered_rotate(in[i], 1, 4);
  halves[i] = sub_group_rotate(i * 0.5, 1);
}
