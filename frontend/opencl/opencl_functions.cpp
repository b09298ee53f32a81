// The table of functions.
#include <array>

#include "frontend/opencl/opencl_extensions.h"

namespace spirv_oracle {
namespace {

using enum spv::Op;

constexpr std::string_view rotate = "cl_khr_subgroup_rotate";
constexpr std::string_view uniform = "cl_khr_work_group_uniform_arithmetic";
constexpr std::string_view dot_product = "cl_khr_integer_dot_product";
constexpr std::string_view split = "cl_intel_split_work_group_barrier";
constexpr std::string_view atomics = "cl_ext_float_atomics";
constexpr std::string_view clock = "cl_khr_kernel_clock";

constexpr std::array functions = {
    OpenClFunction{"clock_read_device", clock, OpReadClockKHR, OpNop, "d"},
    OpenClFunction{"clock_read_hilo_device", clock, OpReadClockKHR, OpNop, "d"},
    // A work-group reads the same clock as the device.
    OpenClFunction{"clock_read_work_group", clock, OpReadClockKHR, OpNop, "d"},
    OpenClFunction{"clock_read_hilo_work_group", clock, OpReadClockKHR, OpNop, "d"},
    OpenClFunction{"clock_read_sub_group", clock, OpReadClockKHR, OpNop, "s"},
    OpenClFunction{"clock_read_hilo_sub_group", clock, OpReadClockKHR, OpNop, "s"},

    OpenClFunction{"sub_group_rotate", rotate, OpGroupNonUniformRotateKHR,
                   OpGroupNonUniformRotateKHR, "s01"},
    OpenClFunction{"sub_group_clustered_rotate", rotate, OpGroupNonUniformRotateKHR,
                   OpGroupNonUniformRotateKHR, "s012"},

    OpenClFunction{"work_group_reduce_mul", uniform, OpGroupIMulKHR, OpGroupFMulKHR, "wr0"},
    OpenClFunction{"work_group_scan_inclusive_mul", uniform, OpGroupIMulKHR, OpGroupFMulKHR, "wi0"},
    OpenClFunction{"work_group_scan_exclusive_mul", uniform, OpGroupIMulKHR, OpGroupFMulKHR, "we0"},
    OpenClFunction{"work_group_reduce_and", uniform, OpGroupBitwiseAndKHR, OpNop, "wr0"},
    OpenClFunction{"work_group_scan_inclusive_and", uniform, OpGroupBitwiseAndKHR, OpNop, "wi0"},
    OpenClFunction{"work_group_scan_exclusive_and", uniform, OpGroupBitwiseAndKHR, OpNop, "we0"},
    OpenClFunction{"work_group_reduce_or", uniform, OpGroupBitwiseOrKHR, OpNop, "wr0"},
    OpenClFunction{"work_group_scan_inclusive_or", uniform, OpGroupBitwiseOrKHR, OpNop, "wi0"},
    OpenClFunction{"work_group_scan_exclusive_or", uniform, OpGroupBitwiseOrKHR, OpNop, "we0"},
    OpenClFunction{"work_group_reduce_xor", uniform, OpGroupBitwiseXorKHR, OpNop, "wr0"},
    OpenClFunction{"work_group_scan_inclusive_xor", uniform, OpGroupBitwiseXorKHR, OpNop, "wi0"},
    OpenClFunction{"work_group_scan_exclusive_xor", uniform, OpGroupBitwiseXorKHR, OpNop, "we0"},
    OpenClFunction{"work_group_reduce_logical_and", uniform, OpGroupLogicalAndKHR, OpNop, "wr0"},
    OpenClFunction{"work_group_scan_inclusive_logical_and", uniform, OpGroupLogicalAndKHR, OpNop,
                   "wi0"},
    OpenClFunction{"work_group_scan_exclusive_logical_and", uniform, OpGroupLogicalAndKHR, OpNop,
                   "we0"},
    OpenClFunction{"work_group_reduce_logical_or", uniform, OpGroupLogicalOrKHR, OpNop, "wr0"},
    OpenClFunction{"work_group_scan_inclusive_logical_or", uniform, OpGroupLogicalOrKHR, OpNop,
                   "wi0"},
    OpenClFunction{"work_group_scan_exclusive_logical_or", uniform, OpGroupLogicalOrKHR, OpNop,
                   "we0"},
    OpenClFunction{"work_group_reduce_logical_xor", uniform, OpGroupLogicalXorKHR, OpNop, "wr0"},
    OpenClFunction{"work_group_scan_inclusive_logical_xor", uniform, OpGroupLogicalXorKHR, OpNop,
                   "wi0"},
    OpenClFunction{"work_group_scan_exclusive_logical_xor", uniform, OpGroupLogicalXorKHR, OpNop,
                   "we0"},

    // The header gives them these names, because translators treat every function called dot as that of floats.
    OpenClFunction{"dot_ss_int", dot_product, OpSDotKHR, OpNop, "01"},
    OpenClFunction{"dot_uu_uint", dot_product, OpUDotKHR, OpNop, "01"},
    OpenClFunction{"dot_su_int", dot_product, OpSUDotKHR, OpNop, "01"},
    OpenClFunction{"dot_us_int", dot_product, OpSUDotKHR, OpNop, "10"},
    OpenClFunction{"dot_acc_sat_ss_int", dot_product, OpSDotAccSatKHR, OpNop, "012"},
    OpenClFunction{"dot_acc_sat_uu_uint", dot_product, OpUDotAccSatKHR, OpNop, "012"},
    OpenClFunction{"dot_acc_sat_su_int", dot_product, OpSUDotAccSatKHR, OpNop, "012"},
    OpenClFunction{"dot_acc_sat_us_int", dot_product, OpSUDotAccSatKHR, OpNop, "102"},
    OpenClFunction{"dot_4x8packed_ss_int", dot_product, OpSDotKHR, OpNop, "01p"},
    OpenClFunction{"dot_4x8packed_uu_uint", dot_product, OpUDotKHR, OpNop, "01p"},
    OpenClFunction{"dot_4x8packed_su_int", dot_product, OpSUDotKHR, OpNop, "01p"},
    OpenClFunction{"dot_4x8packed_us_int", dot_product, OpSUDotKHR, OpNop, "10p"},
    OpenClFunction{"dot_acc_sat_4x8packed_ss_int", dot_product, OpSDotAccSatKHR, OpNop, "012p"},
    OpenClFunction{"dot_acc_sat_4x8packed_uu_uint", dot_product, OpUDotAccSatKHR, OpNop, "012p"},
    OpenClFunction{"dot_acc_sat_4x8packed_su_int", dot_product, OpSUDotAccSatKHR, OpNop, "012p"},
    OpenClFunction{"dot_acc_sat_4x8packed_us_int", dot_product, OpSUDotAccSatKHR, OpNop, "102p"},

    // The header gives them these names.
    OpenClFunction{"half_fetch_add", atomics, OpAtomicFAddEXT, OpNop, "0ao1"},
    OpenClFunction{"half_fetch_sub", atomics, OpAtomicFAddEXT, OpNop, "0ao1-"},
    OpenClFunction{"float_fetch_sub", atomics, OpAtomicFAddEXT, OpNop, "0ao1-"},
    OpenClFunction{"double_fetch_sub", atomics, OpAtomicFAddEXT, OpNop, "0ao1-"},

    OpenClFunction{"intel_work_group_barrier_arrive", split, OpControlBarrierArriveINTEL, OpNop,
                   "wmf"},
    OpenClFunction{"intel_work_group_barrier_wait", split, OpControlBarrierWaitINTEL, OpNop, "wmf"},
};

}  // namespace

std::span<const OpenClFunction> opencl_functions() { return functions; }

}  // namespace spirv_oracle
