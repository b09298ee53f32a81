// A program that does not mention the extension may define functions with the same names.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 4 --strict --arg '0=int32:iota(4)' | FileCheck %s
// CHECK: arg.0: int32[4] = 3 4 5 6
int qcom_sub_group_shuffle_up(int value, uint offset) { return value + offset; }

kernel void add(global int* data) {
  const size_t i = get_global_id(0);
  data[i] = qcom_sub_group_shuffle_up(data[i], 3);
}
