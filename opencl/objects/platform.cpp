#include "opencl/objects/platform.h"

#include <chrono>

#include "opencl/api/entry_points.h"
#include "opencl/objects/info.h"

namespace spirv_oracle::opencl {
namespace {

template <class T, class Handle>
Handle make_permanent() {
  const auto object = std::make_shared<T>();
  object->is_permanent = true;
  return static_cast<Handle>(add_object(object));
}

constexpr const char* platform_extensions =
    "cl_khr_icd cl_khr_extended_versioning cl_khr_il_program";

}  // namespace

cl_platform_id the_platform() {
  static const auto platform = make_permanent<Platform, cl_platform_id>();
  return platform;
}

cl_int get_platform_ids(cl_uint num_entries, cl_platform_id* platforms, cl_uint* num_platforms) {
  if ((platforms == nullptr && num_platforms == nullptr) ||
      (platforms != nullptr && num_entries == 0))
    return fail(CL_INVALID_VALUE, "platforms and num_platforms are both NULL, or num_entries is 0");
  if (platforms != nullptr) platforms[0] = the_platform();
  if (num_platforms != nullptr) *num_platforms = 1;
  return CL_SUCCESS;
}

cl_int get_platform_info(cl_platform_id platform, cl_platform_info name, size_t size, void* value,
                         size_t* size_ret) {
  if (!find<Platform>(platform)) return fail_invalid<Platform>();
  const Info info{size, value, size_ret};
  switch (name) {
    case CL_PLATFORM_PROFILE:
      return info.text("FULL_PROFILE");
    case CL_PLATFORM_VERSION:
      return info.text("OpenCL 3.0 spirv-oracle " SPIRV_ORACLE_VERSION);
    case CL_PLATFORM_NUMERIC_VERSION:
      return info.give<cl_version>(CL_MAKE_VERSION(3, 0, 0));
    case CL_PLATFORM_NAME:
    case CL_PLATFORM_VENDOR:
      return info.text("spirv-oracle");
    case CL_PLATFORM_EXTENSIONS:
      return info.text(platform_extensions);
    case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
      return info.list(
          std::vector<cl_name_version>{{CL_MAKE_VERSION(1, 0, 0), "cl_khr_icd"},
                                       {CL_MAKE_VERSION(1, 0, 0), "cl_khr_extended_versioning"},
                                       {CL_MAKE_VERSION(1, 0, 0), "cl_khr_il_program"}});
    case CL_PLATFORM_ICD_SUFFIX_KHR:
      return info.text("ORACLE");
    case CL_PLATFORM_HOST_TIMER_RESOLUTION:
      return info.give<cl_ulong>(1);
    default:
      return Info::unknown(name);
  }
}

cl_int get_device_ids(cl_platform_id platform, cl_device_type type, cl_uint num_entries,
                      cl_device_id* devices, cl_uint* num_devices) {
  if (platform != nullptr && !find<Platform>(platform)) return fail_invalid<Platform>();
  if ((devices == nullptr && num_devices == nullptr) || (devices != nullptr && num_entries == 0))
    return fail(CL_INVALID_VALUE, "devices and num_devices are both NULL, or num_entries is 0");
  constexpr cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU |
                                   CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR |
                                   CL_DEVICE_TYPE_CUSTOM;
  if (type != CL_DEVICE_TYPE_ALL && (type == 0 || (type & ~known) != 0))
    return fail(CL_INVALID_DEVICE_TYPE, "device_type has unknown bits");
  const bool is_asked_for =
      type == CL_DEVICE_TYPE_ALL || (type & (CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU)) != 0;
  if (num_devices != nullptr) *num_devices = is_asked_for ? 1 : 0;
  // Programs ask for a type of device to learn whether there is one.
  if (!is_asked_for) return CL_DEVICE_NOT_FOUND;
  if (devices != nullptr) devices[0] = the_device();
  return CL_SUCCESS;
}

namespace {

cl_ulong nanoseconds() {
  return static_cast<cl_ulong>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                   std::chrono::steady_clock::now().time_since_epoch())
                                   .count());
}

}  // namespace

cl_int get_device_and_host_timer(cl_device_id device, cl_ulong* of_device, cl_ulong* of_host) {
  if (!find<Device>(device)) return fail_invalid<Device>();
  if (of_device == nullptr || of_host == nullptr)
    return fail(CL_INVALID_VALUE, "a pointer to a timestamp is NULL");
  *of_device = *of_host = nanoseconds();
  return CL_SUCCESS;
}

cl_int get_host_timer(cl_device_id device, cl_ulong* of_host) {
  if (!find<Device>(device)) return fail_invalid<Device>();
  if (of_host == nullptr) return fail(CL_INVALID_VALUE, "host_timestamp is NULL");
  *of_host = nanoseconds();
  return CL_SUCCESS;
}

cl_int retain_device(cl_device_id device) { return retain<Device>(device); }
cl_int release_device(cl_device_id device) { return release<Device>(device); }

cl_int create_sub_devices(cl_device_id device, const cl_device_partition_property* /*properties*/,
                          cl_uint /*count*/, cl_device_id* /*devices*/, cl_uint* /*count_ret*/) {
  if (!find<Device>(device)) return fail_invalid<Device>();
  return fail(CL_INVALID_VALUE,
              "CL_DEVICE_PARTITION_PROPERTIES says that the device cannot be partitioned");
}

}  // namespace spirv_oracle::opencl
