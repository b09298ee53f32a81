#pragma OPENCL EXTENSION cl_qcom_subgroup_shuffle : enable

// The sum over each four work-items.
__attribute__((qcom_reqd_sub_group_size("half")))
kernel void sum_of_four(global int* data) {
  int sum = data[get_global_id(0)];
  sum += qcom_sub_group_shuffle_xor(sum, 1, CLK_SUB_GROUP_SHUFFLE_WIDTH_W4_QCOM, 0);
  sum += qcom_sub_group_shuffle_xor(sum, 2, CLK_SUB_GROUP_SHUFFLE_WIDTH_W4_QCOM, 0);
  data[get_global_id(0)] = sum;
}
