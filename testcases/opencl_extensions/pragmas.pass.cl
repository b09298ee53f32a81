// The pragma and the macro of each extension whose functions clang declares: -Werror shows that clang gives no warning.
// REQUIRES: opencl-c
// RUN: spirv-run %s --build-option -Werror --local-size 1 --strict --arg 0=int32:0 | FileCheck %s
// CHECK: arg.0: int32[1] = 1
#pragma OPENCL EXTENSION cl_ext_float_atomics : enable
#pragma OPENCL EXTENSION cl_intel_required_subgroup_size : enable
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#pragma OPENCL EXTENSION cl_intel_subgroups_char : enable
#pragma OPENCL EXTENSION cl_intel_subgroups_long : enable
#pragma OPENCL EXTENSION cl_intel_subgroups_short : enable
#pragma OPENCL EXTENSION cl_khr_expect_assume : enable
#pragma OPENCL EXTENSION cl_khr_extended_bit_ops : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_clustered_reduce : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_extended_types : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_arithmetic : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_vote : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_rotate : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle_relative : enable
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

#if !defined(cl_ext_float_atomics) || !defined(cl_intel_required_subgroup_size) || !defined(cl_khr_expect_assume) || \
    !defined(cl_khr_extended_bit_ops) || !defined(cl_khr_subgroup_ballot) || !defined(cl_khr_subgroup_rotate)
#error a feature macro is missing
#endif
// clang defines these macros, although no compiler has the functions.
#if defined(cl_amd_media_ops) || defined(cl_arm_integer_dot_product_int8)
#error a macro promises functions that do not exist
#endif

kernel void run(global int* out) { *out = sub_group_elect(); }
