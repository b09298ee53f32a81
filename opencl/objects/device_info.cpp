// What the device has.

#include <algorithm>
#include <sstream>

#include "driver/options.h"
#include "opencl/api/entry_points.h"
#include "opencl/objects/info.h"
#include "opencl/objects/platform.h"

namespace spirv_oracle::opencl {
namespace {

constexpr cl_device_fp_config float_config = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
                                             CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;
constexpr cl_command_queue_properties queue_properties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
constexpr cl_device_atomic_capabilities atomic_capabilities =
    CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
    CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM |
    CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE;

// Those that kernels can use: docs/opencl_extensions.md has their functions.
constexpr const char* extension_names =
    "cl_khr_byte_addressable_store cl_khr_fp16 cl_khr_fp64 cl_khr_global_int32_base_atomics "
    "cl_khr_global_int32_extended_atomics cl_khr_local_int32_base_atomics "
    "cl_khr_local_int32_extended_atomics cl_khr_int64_base_atomics cl_khr_int64_extended_atomics "
    "cl_khr_3d_image_writes cl_khr_il_program cl_khr_extended_versioning cl_khr_subgroups "
    "cl_khr_subgroup_ballot cl_khr_subgroup_clustered_reduce cl_khr_subgroup_extended_types "
    "cl_khr_subgroup_non_uniform_arithmetic cl_khr_subgroup_non_uniform_vote "
    "cl_khr_subgroup_shuffle cl_khr_subgroup_shuffle_relative cl_khr_subgroup_rotate "
    "cl_khr_depth_images cl_khr_srgb_image_writes cl_khr_expect_assume cl_khr_extended_bit_ops "
    "cl_khr_extended_async_copies cl_khr_integer_dot_product cl_khr_kernel_clock "
    "cl_khr_work_group_uniform_arithmetic cl_ext_float_atomics cl_intel_required_subgroup_size "
    "cl_intel_split_work_group_barrier cl_intel_subgroups cl_intel_subgroups_char "
    "cl_intel_subgroups_long cl_intel_subgroups_short cl_qcom_reqd_sub_group_size "
    "cl_qcom_subgroup_shuffle";

// Queries of cl_khr_kernel_clock and cl_ext_float_atomics, which older headers lack.
constexpr cl_device_info kernel_clock_capabilities = 0x1076;
constexpr cl_device_info single_atomic_capabilities = 0x4231;
constexpr cl_device_info double_atomic_capabilities = 0x4232;
constexpr cl_device_info half_atomic_capabilities = 0x4233;
constexpr cl_bitfield all_clocks = 0b111;  // of the device, of work-groups and of sub-groups
// Loads and stores, additions, and minima and maxima: in global memory, and in local memory.
constexpr cl_bitfield all_float_atomics = 0b111 | 0b111 << 16;

std::vector<std::string> words_of(const char* text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

cl_name_version named(const std::string& name, cl_version version) {
  cl_name_version result{};
  result.version = version;
  std::copy_n(name.begin(), std::min(name.size(), sizeof result.name - 1), result.name);
  return result;
}

std::vector<cl_name_version> extensions() {
  std::vector<cl_name_version> all;
  for (const std::string& word : words_of(extension_names))
    all.push_back(named(word, CL_MAKE_VERSION(1, 0, 0)));
  return all;
}

std::vector<cl_name_version> c_versions() {
  std::vector<cl_name_version> all;
  for (const auto& [major, minor] : {std::pair(1, 0), {1, 1}, {1, 2}, {2, 0}, {3, 0}})
    all.push_back(named("OpenCL C", CL_MAKE_VERSION(major, minor, 0)));
  return all;
}

std::vector<cl_name_version> c_features() {
  std::vector<cl_name_version> all;
  for (const std::string& word :
       words_of("__opencl_c_3d_image_writes __opencl_c_atomic_order_acq_rel "
                "__opencl_c_atomic_order_seq_cst __opencl_c_atomic_scope_device "
                "__opencl_c_fp64 __opencl_c_generic_address_space __opencl_c_images "
                "__opencl_c_int64 __opencl_c_integer_dot_product_input_4x8bit "
                "__opencl_c_integer_dot_product_input_4x8bit_packed __opencl_c_pipes "
                "__opencl_c_program_scope_global_variables "
                "__opencl_c_read_write_images __opencl_c_subgroups "
                "__opencl_c_work_group_collective_functions"))
    all.push_back(named(word, CL_MAKE_VERSION(3, 0, 0)));
  return all;
}

std::vector<cl_name_version> il_versions() {
  std::vector<cl_name_version> all;
  for (const int minor : {0, 1, 2, 3, 4, 5, 6})
    all.push_back(named("SPIR-V", CL_MAKE_VERSION(1, minor, 0)));
  return all;
}

cl_int give_identity(cl_device_info name, const Info& info) {
  switch (name) {
    case CL_DEVICE_TYPE:
      return info.give<cl_device_type>(CL_DEVICE_TYPE_CPU);
    case CL_DEVICE_VENDOR_ID:
      return info.give<cl_uint>(0);
    case CL_DEVICE_NAME:
      return info.text("spirv-oracle, a device that checks");
    case CL_DEVICE_VENDOR:
      return info.text("spirv-oracle");
    case CL_DRIVER_VERSION:
      return info.text(SPIRV_ORACLE_VERSION);
    case CL_DEVICE_PROFILE:
      return info.text("FULL_PROFILE");
    case CL_DEVICE_VERSION:
      return info.text("OpenCL 3.0 spirv-oracle " SPIRV_ORACLE_VERSION);
    case CL_DEVICE_NUMERIC_VERSION:
      return info.give<cl_version>(CL_MAKE_VERSION(3, 0, 0));
    case CL_DEVICE_OPENCL_C_VERSION:
      return info.text("OpenCL C 1.2 ");
    case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR:
      return info.give<cl_version>(CL_MAKE_VERSION(1, 2, 0));
    case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
      return info.list(c_versions());
    case CL_DEVICE_OPENCL_C_FEATURES:
      return info.list(c_features());
    case CL_DEVICE_EXTENSIONS:
      return info.text(extension_names);
    case CL_DEVICE_EXTENSIONS_WITH_VERSION:
      return info.list(extensions());
    case CL_DEVICE_IL_VERSION:
      return info.text(
          "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2 SPIR-V_1.3 SPIR-V_1.4 SPIR-V_1.5 SPIR-V_1.6");
    case CL_DEVICE_ILS_WITH_VERSION:
      return info.list(il_versions());
    case CL_DEVICE_BUILT_IN_KERNELS:
    case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED:
      return info.text("");
    case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
      return info.list(std::vector<cl_name_version>{});
    case CL_DEVICE_PLATFORM:
      return info.give(the_platform());
    case CL_DEVICE_PARENT_DEVICE:
      return info.give<cl_device_id>(nullptr);
    case CL_DEVICE_REFERENCE_COUNT:
      return info.give<cl_uint>(1);
    default:
      return Info::unknown(name);
  }
}

// What extensions add.
cl_int give_extensions(cl_device_info name, const Info& info) {
  switch (name) {
    case CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR:
      return info.give<cl_device_integer_dot_product_capabilities_khr>(
          CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR |
          CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR);
    case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR:
    case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR:
      return info.give(cl_device_integer_dot_product_acceleration_properties_khr{});
    case CL_DEVICE_SUB_GROUP_SIZES_INTEL:
      return info.list(std::vector<size_t>{1, 2, 4, 8, 16, 32, 64, 128});
    case kernel_clock_capabilities:
      return info.give(all_clocks);
    case single_atomic_capabilities:
    case double_atomic_capabilities:
    case half_atomic_capabilities:
      return info.give(all_float_atomics);
    default:
      return give_identity(name, info);
  }
}

cl_int give_memory(cl_device_info name, const Info& info) {
  switch (name) {
    case CL_DEVICE_ADDRESS_BITS:
      return info.give<cl_uint>(64);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
      return info.give<cl_ulong>(max_allocation());
    case CL_DEVICE_GLOBAL_MEM_SIZE:
      return info.give<cl_ulong>(driver_options().device_memory);
    case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
      return info.give<cl_device_mem_cache_type>(CL_NONE);
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
    case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
      return info.give<cl_ulong>(0);
    case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
      return info.give<cl_uint>(0);
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
      return info.give<cl_ulong>(max_allocation());
    case CL_DEVICE_MAX_CONSTANT_ARGS:
      return info.give<cl_uint>(128);
    case CL_DEVICE_MAX_PARAMETER_SIZE:
      return info.give<size_t>(4352);
    case CL_DEVICE_LOCAL_MEM_TYPE:
      return info.give<cl_device_local_mem_type>(CL_LOCAL);
    case CL_DEVICE_LOCAL_MEM_SIZE:
      return info.give<cl_ulong>(local_memory_size);
    case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
      return info.flag(false);
    case CL_DEVICE_HOST_UNIFIED_MEMORY:
      return info.flag(false);
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
      return info.give<cl_uint>(memory_alignment * 8);
    case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE:
      return info.give<cl_uint>(memory_alignment);
    case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
      return info.give<size_t>(65536);
    case CL_DEVICE_SVM_CAPABILITIES:
      return info.give<cl_device_svm_capabilities>(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER |
                                                   CL_DEVICE_SVM_FINE_GRAIN_BUFFER);
    case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
    case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
      return info.give(atomic_capabilities);
    case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT:
    case CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT:
    case CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT:
      return info.give<cl_uint>(0);
    case CL_DEVICE_PRINTF_BUFFER_SIZE:
      return info.give<size_t>(size_t{1} << 28);
    case CL_DEVICE_MAX_PIPE_ARGS:
      return info.give<cl_uint>(16);
    case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS:
      return info.give<cl_uint>(1);
    case CL_DEVICE_PIPE_MAX_PACKET_SIZE:
      return info.give<cl_uint>(max_pipe_packet);
    case CL_DEVICE_PIPE_SUPPORT:
    case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
      return info.flag(true);
    default:
      return give_extensions(name, info);
  }
}

cl_int give_images(cl_device_info name, const Info& info) {
  switch (name) {
    case CL_DEVICE_IMAGE_SUPPORT:
      return info.flag(true);
    case CL_DEVICE_MAX_READ_IMAGE_ARGS:
    case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
    case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
      return info.give<cl_uint>(128);
    case CL_DEVICE_IMAGE2D_MAX_WIDTH:
    case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
      return info.give<size_t>(max_image_width);
    case CL_DEVICE_IMAGE3D_MAX_WIDTH:
    case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_DEPTH:
      return info.give<size_t>(max_image_width_3d);
    case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
      return info.give<size_t>(65536);
    case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
      return info.give<size_t>(max_image_array);
    case CL_DEVICE_MAX_SAMPLERS:
      return info.give<cl_uint>(16);
    case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
    case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT:
      return info.give<cl_uint>(0);
    default:
      return give_memory(name, info);
  }
}

cl_int give_execution(cl_device_info name, const Info& info) {
  switch (name) {
    case CL_DEVICE_MAX_COMPUTE_UNITS:
      return info.give<cl_uint>(driver_options().jobs);
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
      return info.give<cl_uint>(3);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
      return info.list(std::vector<size_t>(3, max_work_group_size));
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
      return info.give<size_t>(max_work_group_size);
    case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
      return info.give<size_t>(driver_options().subgroup_size);
    case CL_DEVICE_MAX_NUM_SUB_GROUPS:
      return info.give<cl_uint>(
          static_cast<cl_uint>(max_work_group_size / driver_options().subgroup_size));
    case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
    case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
    case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
      return info.flag(true);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
      return info.give<cl_uint>(1);
    case CL_DEVICE_MAX_CLOCK_FREQUENCY:
      return info.give<cl_uint>(0);
    case CL_DEVICE_HALF_FP_CONFIG:
    case CL_DEVICE_SINGLE_FP_CONFIG:
    case CL_DEVICE_DOUBLE_FP_CONFIG:
      return info.give(name == CL_DEVICE_SINGLE_FP_CONFIG
                           ? float_config | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT
                           : float_config);
    case CL_DEVICE_ENDIAN_LITTLE:
    case CL_DEVICE_AVAILABLE:
    case CL_DEVICE_COMPILER_AVAILABLE:
    case CL_DEVICE_LINKER_AVAILABLE:
    case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
      return info.flag(true);
    case CL_DEVICE_EXECUTION_CAPABILITIES:
      return info.give<cl_device_exec_capabilities>(CL_EXEC_KERNEL);
    case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES:
      return info.give(queue_properties);
    case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES:
      return info.give<cl_command_queue_properties>(0);
    case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
      return info.give<cl_device_device_enqueue_capabilities>(0);
    case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE:
    case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE:
    case CL_DEVICE_MAX_ON_DEVICE_QUEUES:
    case CL_DEVICE_MAX_ON_DEVICE_EVENTS:
    case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
      return info.give<cl_uint>(0);
    case CL_DEVICE_PROFILING_TIMER_RESOLUTION:
      return info.give<size_t>(1);
    case CL_DEVICE_PARTITION_PROPERTIES:
    case CL_DEVICE_PARTITION_TYPE:
      return info.list(std::vector<cl_device_partition_property>{0});
    case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
      return info.give<cl_device_affinity_domain>(0);
    default:
      return give_images(name, info);
  }
}

}  // namespace

std::uint64_t max_allocation() {
  const std::uint64_t memory = driver_options().device_memory;
  return std::min(memory, std::max<std::uint64_t>(memory / 4, 1U << 27));
}

cl_device_id the_device() {
  static const auto device = [] {
    const auto object = std::make_shared<Device>();
    object->is_permanent = true;
    return static_cast<cl_device_id>(add_object(object));
  }();
  return device;
}

cl_int get_device_info(cl_device_id device, cl_device_info name, size_t size, void* value,
                       size_t* size_ret) {
  if (!find<Device>(device)) return fail_invalid<Device>();
  return give_execution(name, {size, value, size_ret});
}

}  // namespace spirv_oracle::opencl
