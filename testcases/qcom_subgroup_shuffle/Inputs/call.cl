#ifdef cl_qcom_subgroup_shuffle
#pragma OPENCL EXTENSION cl_qcom_subgroup_shuffle : enable
#endif
kernel void shifted(global int* data) {
  const size_t i = get_global_id(0);
  data[i] = qcom_sub_group_shuffle_up(data[i], 1, 0, -1);
}
