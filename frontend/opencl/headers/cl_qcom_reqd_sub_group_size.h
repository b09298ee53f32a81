// cl_qcom_reqd_sub_group_size: an attribute that clang does not support. The module contains it as an
// annotation, which spirv-run turns into an execution mode (frontend/opencl/opencl_subgroup_size.h).
#define cl_qcom_reqd_sub_group_size 1
#pragma OPENCL EXTENSION cl_qcom_reqd_sub_group_size : begin
#define qcom_reqd_sub_group_size(mode) annotate("qcom_reqd_sub_group_size=" mode)
#pragma OPENCL EXTENSION cl_qcom_reqd_sub_group_size : end
