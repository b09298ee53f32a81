// The requirements of the section "Limitations" on calls: each violation is reported, and the nearest defined call is not.
// REQUIRES: opencl-c
//
// A call that only some work-items make. Work-items that do not make it give the default value.
// RUN: expect-status 3 spirv-run %s --entry conditional --local-size 8 --arg '0=int32:iota(8)' --arg 1=int32:6 2>&1 | FileCheck %s --check-prefix=DIVERGENT
// DIVERGENT: arg.0: int32[8] = 1 2 3 4 5 -1 6 7
// DIVERGENT: limitations.ub.cl:[[# @LINE + 27]]:{{.*}} undefined-behavior: not all work-items of the subgroup make the call: {{.*}} [cl_qcom_subgroup_shuffle.not-all-execute]
// RUN: spirv-run %s --entry conditional --local-size 8 --strict --arg '0=int32:iota(8)' --arg 1=int32:8 | FileCheck %s --check-prefix=TOGETHER
// RUN: spirv-run %s --entry conditional --local-size 8 --strict --arg '0=int32:iota(8)' --arg 1=int32:0 > /dev/null
// TOGETHER: arg.0: int32[8] = 1 2 3 4 5 6 7 -1
//
// Work-items that returned earlier are missing as well.
// RUN: expect-status 3 spirv-run %s --entry returned --local-size 8 --arg '0=int32:iota(8)' --arg 1=int32:6 2>&1 | FileCheck %s --check-prefix=RETURNED
// RETURNED: arg.0: int32[8] = -1 0 1 2 3 4 6 7
// RETURNED: [cl_qcom_subgroup_shuffle.not-all-execute]
// RUN: spirv-run %s --entry returned --local-size 8 --strict --arg '0=int32:iota(8)' --arg 1=int32:8 | FileCheck %s --check-prefix=NONERETURNED
// NONERETURNED: arg.0: int32[8] = -1 0 1 2 3 4 5 6
//
// It does not help if whole shuffle groups make the call: the text refers to the work-items of the subgroup.
// RUN: expect-status 3 spirv-run %s --entry whole_groups --local-size 8 --arg '0=int32:iota(8)' --arg 1=int32:4 2>&1 | FileCheck %s --check-prefix=GROUPS
// GROUPS: arg.0: int32[8] = 1 0 3 2 4 5 6 7
// GROUPS: [cl_qcom_subgroup_shuffle.not-all-execute]
// RUN: spirv-run %s --entry whole_groups --local-size 8 --subgroup-size 4 --strict --arg '0=int32:iota(8)' --arg 1=int32:4 | FileCheck %s --check-prefix=SUBGROUPS
// SUBGROUPS: arg.0: int32[8] = 1 0 3 2 4 5 6 7
#pragma OPENCL EXTENSION cl_qcom_subgroup_shuffle : enable

#define WAVE CLK_SUB_GROUP_SHUFFLE_WIDTH_WAVE_SIZE_QCOM
#define W4 CLK_SUB_GROUP_SHUFFLE_WIDTH_W4_QCOM
#define W8 CLK_SUB_GROUP_SHUFFLE_WIDTH_W8_QCOM

kernel void conditional(global int* data, int limit) {
  const int i = get_global_id(0);
  if (i < limit) {
    data[i] = qcom_sub_group_shuffle_down(data[i], 1, W8, -1);
  }
}

kernel void returned(global int* data, int limit) {
  const int i = get_global_id(0);
  if (i >= limit) return;
  data[i] = qcom_sub_group_shuffle_up(data[i], 1, W8, -1);
}

kernel void whole_groups(global int* data, int limit) {
  const int i = get_global_id(0);
  if (i < limit) data[i] = qcom_sub_group_shuffle_xor(data[i], 1, W4, -1);
}

// Offsets that differ: the results are undefined.
// RUN: spirv-run %s --entry own_offset --local-size 8 --arg '0=int32:iota(8)' --arg 1=uint32:1,1,1,2,1,1,1,1 2>&1 | FileCheck %s --check-prefix=OFFSETS
// OFFSETS: arg.0: int32[8] = undef undef undef undef undef undef undef undef
// OFFSETS: undefined-value: all work-items must pass the same offset: lane 0 passes 1, but lane 3 passes 2 [cl_qcom_subgroup_shuffle.offset-not-uniform]
// RUN: spirv-run %s --entry own_offset --local-size 8 --strict --arg '0=int32:iota(8)' --arg 1=uint32:1,1,1,1,1,1,1,1 | FileCheck %s --check-prefix=SAMEOFFSET
// RUN: spirv-run %s --entry own_offset --local-size 8 --subgroup-size 4 --strict --arg '0=int32:iota(8)' --arg 1=uint32:1,1,1,1,3,3,3,3 | FileCheck %s --check-prefix=OFFSETOFSUBGROUP
// SAMEOFFSET: arg.0: int32[8] = 3 0 1 2 7 4 5 6
// OFFSETOFSUBGROUP: arg.0: int32[8] = 3 0 1 2 5 6 7 4
//
// RUN: spirv-run %s --entry own_offset --local-size 8 --arg '0=int32:iota(8)' --arg 1=uint32:1,1,1,undef,1,1,1,1 2>&1 | FileCheck %s --check-prefix=UNDEFINED
// UNDEFINED: undefined-value: offset or width is undefined [cl_qcom_subgroup_shuffle.argument-undefined]
kernel void own_offset(global int* data, global uint* offsets) {
  const int i = get_global_id(0);
  data[i] = qcom_sub_group_shuffle_rotate_up(data[i], offsets[i], W4, -1);
}

// Offsets that are not below the width: greater than it, which the text excludes twice, and equal to it.
// RUN: spirv-run %s --entry any --local-size 16 --subgroup-size 16 --arg '0=int32:iota(16)' --arg 1=uint32:17 --arg 2=uint32:0 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: spirv-run %s --entry any --local-size 16 --subgroup-size 16 --arg '0=int32:iota(16)' --arg 1=uint32:16 --arg 2=uint32:0 2>&1 | FileCheck %s --check-prefix=WIDTH
// RUN: spirv-run %s --entry any --local-size 16 --subgroup-size 16 --strict --arg '0=int32:iota(16)' --arg 1=uint32:15 --arg 2=uint32:0 | FileCheck %s --check-prefix=FITS
// LARGE: undefined-value: offset must be less than the width: offset is 17, the width is 16 [cl_qcom_subgroup_shuffle.offset-too-large]
// WIDTH: offset is 16, the width is 16 [cl_qcom_subgroup_shuffle.offset-too-large]
// FITS: arg.0: int32[16] = 15 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14
// RUN: spirv-run %s --entry any --local-size 16 --arg '0=int32:iota(16)' --arg 1=uint32:5 --arg 2=uint32:1 2>&1 | FileCheck %s --check-prefix=LARGE4
// RUN: spirv-run %s --entry any --local-size 16 --arg '0=int32:iota(16)' --arg 1=uint32:4294967295 --arg 2=uint32:2 2>&1 | FileCheck %s --check-prefix=LARGE8
// RUN: spirv-run %s --entry any --local-size 16 --strict --arg '0=int32:iota(16)' --arg 1=uint32:7 --arg 2=uint32:2 | FileCheck %s --check-prefix=FITS8
// LARGE4: offset is 5, the width is 4 [cl_qcom_subgroup_shuffle.offset-too-large]
// LARGE8: offset is 4294967295, the width is 8 [cl_qcom_subgroup_shuffle.offset-too-large]
// FITS8: arg.0: int32[16] = 7 0 1 2 3 4 5 6 15 8 9 10 11 12 13 14
//
// A work-group with too few work-items for the width.
// RUN: expect-status 3 spirv-run %s --entry any --local-size 16 --subgroup-size 32 --arg '0=int32:iota(16)' --arg 1=uint32:1 --arg 2=uint32:0 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: expect-status 3 spirv-run %s --entry any --local-size 6 --arg '0=int32:iota(16)' --arg 1=uint32:1 --arg 2=uint32:2 2>&1 | FileCheck %s --check-prefix=FEW8
// RUN: expect-status 3 spirv-run %s --entry any --local-size 3 --arg '0=int32:iota(16)' --arg 1=uint32:1 --arg 2=uint32:1 2>&1 | FileCheck %s --check-prefix=FEW4
// RUN: spirv-run %s --entry any --local-size 32 --subgroup-size 32 --strict --arg '0=int32:iota(32)' --arg 1=uint32:1 --arg 2=uint32:0 > /dev/null
// RUN: spirv-run %s --entry any --local-size 8 --subgroup-size 32 --strict --arg '0=int32:iota(8)' --arg 1=uint32:1 --arg 2=uint32:2 > /dev/null
// RUN: spirv-run %s --entry any --local-size 2,2 --strict --arg '0=int32:iota(8)' --arg 1=uint32:1 --arg 2=uint32:1 > /dev/null
// FEW: undefined-behavior: the work-group has fewer work-items than the width: the width is 32, the work-group has 16 [cl_qcom_subgroup_shuffle.too-few-work-items]
// FEW8: the width is 8, the work-group has 6 [cl_qcom_subgroup_shuffle.too-few-work-items]
// FEW4: the width is 4, the work-group has 3 [cl_qcom_subgroup_shuffle.too-few-work-items]
//
// A subgroup size that is too small for a shuffle group.
// RUN: expect-status 3 spirv-run %s --entry any --local-size 16 --subgroup-size 4 --arg '0=int32:iota(16)' --arg 1=uint32:1 --arg 2=uint32:2 2>&1 | FileCheck %s --check-prefix=SMALL8
// RUN: expect-status 3 spirv-run %s --entry any --local-size 16 --subgroup-size 2 --arg '0=int32:iota(16)' --arg 1=uint32:1 --arg 2=uint32:1 2>&1 | FileCheck %s --check-prefix=SMALL4
// RUN: spirv-run %s --entry any --local-size 16 --subgroup-size 4 --strict --arg '0=int32:iota(16)' --arg 1=uint32:1 --arg 2=uint32:1 > /dev/null
// RUN: spirv-run %s --entry any --local-size 16 --subgroup-size 2 --strict --arg '0=int32:iota(16)' --arg 1=uint32:1 --arg 2=uint32:0 > /dev/null
// SMALL8: undefined-behavior: the subgroup size is smaller than the width: the width is 8, the subgroup size 4 [cl_qcom_subgroup_shuffle.subgroup-too-small]
// SMALL4: the width is 4, the subgroup size 2 [cl_qcom_subgroup_shuffle.subgroup-too-small]
//
// A width that does not exist.
// RUN: expect-status 3 spirv-run %s --entry any --local-size 16 --arg '0=int32:iota(16)' --arg 1=uint32:1 --arg 2=uint32:8 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: undefined-behavior: width must be a constant of qcom_sub_group_shuffle_width_modes_t: it is 8 [cl_qcom_subgroup_shuffle.unknown-width]
kernel void any(global int* data, uint offset, qcom_sub_group_shuffle_width_modes_t width) {
  const int i = get_global_linear_id();
  data[i] = qcom_sub_group_shuffle_rotate_down(data[i], offset, width, -1);
}

// Widths that differ.
// RUN: spirv-run %s --entry own_width --local-size 8 --arg '0=int32:iota(8)' --arg 1=uint32:1,1,2,2,2,2,2,2 2>&1 | FileCheck %s --check-prefix=WIDTHS
// WIDTHS: undefined-value: all work-items must pass the same width: lane 0 passes 1, but lane 2 passes 2 [cl_qcom_subgroup_shuffle.width-not-uniform]
// RUN: spirv-run %s --entry own_width --local-size 8 --strict --arg '0=int32:iota(8)' --arg 1=uint32:2,2,2,2,2,2,2,2 > /dev/null
kernel void own_width(global int* data, global qcom_sub_group_shuffle_width_modes_t* widths) {
  const int i = get_global_id(0);
  data[i] = qcom_sub_group_shuffle_xor(data[i], 1, widths[i], -1);
}
