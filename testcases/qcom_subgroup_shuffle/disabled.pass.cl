// Before a pragma enables the extension, and after one disables it, its names are free ("Preprocessor Directives for Optional
// Extensions"): they belong to the program there.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 4 --strict --arg '0=int32:iota(4)' | FileCheck %s
// CHECK: arg.0: int32[4] = 1700 1601 1502 1403
int qcom_sub_group_shuffle_xor(int value, uint offset) { return value + offset; }
int first(int value) { return qcom_sub_group_shuffle_xor(value, 4); }

#pragma OPENCL EXTENSION cl_qcom_subgroup_shuffle : enable
int second(int value) {
  return qcom_sub_group_shuffle_xor(value, 3, CLK_SUB_GROUP_SHUFFLE_WIDTH_W4_QCOM, -1);
}
#pragma OPENCL EXTENSION all : disable

typedef int qcom_sub_group_shuffle_width_modes_t;
enum { CLK_SUB_GROUP_SHUFFLE_WIDTH_W4_QCOM = 1000 };
qcom_sub_group_shuffle_width_modes_t third(int value) {
  return qcom_sub_group_shuffle_xor(value, 0) + CLK_SUB_GROUP_SHUFFLE_WIDTH_W4_QCOM;
}

kernel void sums(global int* data) {
  const int other = second(data[get_global_id(0)]);
  data[get_global_id(0)] = 100 * first(other) + third(data[get_global_id(0)]);
}
