#pragma OPENCL EXTENSION cl_qcom_subgroup_shuffle : enable

kernel void differences(global int* data, int count) {
  const int i = get_global_id(0);
  if (i < count) {
    data[i] -= qcom_sub_group_shuffle_up(data[i], 1, CLK_SUB_GROUP_SHUFFLE_WIDTH_W8_QCOM, 0);
  }
}
