#ifndef cl_qcom_subgroup_shuffle
#error "no extension"
#endif
#pragma OPENCL EXTENSION cl_qcom_subgroup_shuffle : enable
int reversed_of_four(int value) {
  return qcom_sub_group_shuffle_xor(value, 3, CLK_SUB_GROUP_SHUFFLE_WIDTH_W4_QCOM, -1);
}
#pragma OPENCL EXTENSION cl_qcom_subgroup_shuffle : disable
