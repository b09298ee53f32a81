// Kernels that request a subgroup size: "full" is --subgroup-size, "half" is half of it, and a number
// overrides the option. No warning is printed, and the macro says that the attribute exists.
// REQUIRES: opencl-c
//
// RUN: spirv-run %s --entry half_size --subgroup-size 128 --local-size 128 --strict --arg 0=int32:0,0 2>&1 | FileCheck %s --check-prefix=HALF --implicit-check-not=warning
// RUN: spirv-run %s --entry full_size --subgroup-size 128 --local-size 128 --strict --arg 0=int32:0,0 | FileCheck %s --check-prefix=FULL
// RUN: spirv-run %s --entry sixteen --subgroup-size 128 --local-size 128 --strict --arg 0=int32:0,0 | FileCheck %s --check-prefix=SIXTEEN
// RUN: spirv-run %s --entry none --subgroup-size 128 --local-size 128 --strict --arg 0=int32:0,0 | FileCheck %s --check-prefix=FULL
// HALF: arg.0: int32[2] = 64 63
// FULL: arg.0: int32[2] = 128 127
// SIXTEEN: arg.0: int32[2] = 16 15
//
// RUN: sed 's/"half"/"quarter"/' %s > %t.cl
// RUN: expect-status 2 spirv-run %t.cl --entry half_size --local-size 128 2>&1 | FileCheck %s --check-prefix=QUARTER
// QUARTER: error: kernel 'half_size': qcom_reqd_sub_group_size("quarter"): the size must be "half" or "full"
// RUN: sed 's/qcom_reqd_sub_group_size("half")/&, intel_reqd_sub_group_size(8)/' %s > %t.both.cl
// RUN: expect-status 2 spirv-run %t.both.cl --entry half_size --local-size 128 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: error: kernel 'half_size' has both qcom_reqd_sub_group_size and intel_reqd_sub_group_size
// RUN: expect-status 2 spirv-run %s --entry half_size --subgroup-size 1 --local-size 128 --arg 0=int32:0,0 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: SubgroupSizeHalfQCOM needs a maximum subgroup size of 2 or more
#ifndef cl_qcom_reqd_sub_group_size
#error "the attribute is there"
#endif
#ifdef cl_qcom_subgroup_shuffle
#pragma OPENCL EXTENSION cl_qcom_subgroup_shuffle : enable
#endif

// Annotations of other functions have no effect.
__attribute__((qcom_reqd_sub_group_size("full"))) void run(global int* data) {
  const int received = qcom_sub_group_shuffle_down((int)get_sub_group_local_id(), 1,
                                                   CLK_SUB_GROUP_SHUFFLE_WIDTH_WAVE_SIZE_QCOM, -1);
  if (get_global_id(0) == 0) data[0] = get_sub_group_size();
  if (get_global_id(0) == get_sub_group_size() - 2) data[1] = received;
}

__attribute__((qcom_reqd_sub_group_size("half"))) kernel void half_size(global int* data) { run(data); }
__attribute__((qcom_reqd_sub_group_size("full"))) kernel void full_size(global int* data) { run(data); }
__attribute__((intel_reqd_sub_group_size(16))) kernel void sixteen(global int* data) { run(data); }
kernel void none(global int* data) { run(data); }
