// Partly filled shuffle groups, at the end of a work-group that has enough work-items: sources that do not exist give
// the default value. The text does not define where a rotation wraps there; only the lanes that depend on it are marked.
// REQUIRES: opencl-c
//
// Six work-items in groups of four: the second group has work-items 4 and 5.
// RUN: spirv-run %s --entry up --local-size 6 --strict --arg '0=int32:iota(6)' | FileCheck %s --check-prefix=UP
// RUN: spirv-run %s --entry down --local-size 6 --strict --arg '0=int32:iota(6)' | FileCheck %s --check-prefix=DOWN
// RUN: spirv-run %s --entry exclusive_or --local-size 6 --strict --arg '0=int32:iota(6)' | FileCheck %s --check-prefix=XOR
// UP: arg.0: int32[6] = -1 0 1 2 -1 4
// DOWN: arg.0: int32[6] = 1 2 3 -1 5 -1
// XOR: arg.0: int32[6] = 2 3 0 1 -1 -1
//
// RUN: spirv-run %s --entry rotate_up --local-size 6 --arg '0=int32:iota(6)' 2>&1 | FileCheck %s --check-prefix=ROTATEUP
// RUN: spirv-run %s --entry rotate_down --local-size 6 --arg '0=int32:iota(6)' 2>&1 | FileCheck %s --check-prefix=ROTATEDOWN
// ROTATEUP: arg.0: int32[6] = 3 0 1 2 -1? 4
// ROTATEUP: implementation-dependent: the rotation goes past the last work-item of a shuffle group that is not full{{.*}} [cl_qcom_subgroup_shuffle.group-not-full]
// ROTATEDOWN: arg.0: int32[6] = 1 2 3 0 5 -1?
// RUN: spirv-run %s --entry rotate_up --local-size 8 --strict --arg '0=int32:iota(8)' > /dev/null
// RUN: spirv-run %s --entry rotate_down --local-size 8 --strict --arg '0=int32:iota(8)' > /dev/null
#pragma OPENCL EXTENSION cl_qcom_subgroup_shuffle : enable

#define W4 CLK_SUB_GROUP_SHUFFLE_WIDTH_W4_QCOM

kernel void up(global int* data) {
  const int i = get_global_id(0);
  data[i] = qcom_sub_group_shuffle_up(data[i], 1, W4, -1);
}
kernel void down(global int* data) {
  const int i = get_global_id(0);
  data[i] = qcom_sub_group_shuffle_down(data[i], 1, W4, -1);
}
kernel void exclusive_or(global int* data) {
  const int i = get_global_id(0);
  data[i] = qcom_sub_group_shuffle_xor(data[i], 2, W4, -1);
}
kernel void rotate_up(global int* data) {
  const int i = get_global_id(0);
  data[i] = qcom_sub_group_shuffle_rotate_up(data[i], 1, W4, -1);
}
kernel void rotate_down(global int* data) {
  const int i = get_global_id(0);
  data[i] = qcom_sub_group_shuffle_rotate_down(data[i], 1, W4, -1);
}
