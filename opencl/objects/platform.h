// The platform and its only device.
#pragma once

#include "opencl/objects/object.h"

namespace spirv_oracle::opencl {

struct Platform : Object {
  static constexpr ObjectType object_type = ObjectType::platform;
  static constexpr cl_int invalid = CL_INVALID_PLATFORM;
  Platform() : Object(object_type) {}
};

struct Device : Object {
  static constexpr ObjectType object_type = ObjectType::device;
  static constexpr cl_int invalid = CL_INVALID_DEVICE;
  Device() : Object(object_type) {}
};

cl_platform_id the_platform();
cl_device_id the_device();

// Limits of the device.
inline constexpr size_t max_work_group_size = 1024;
inline constexpr std::uint64_t local_memory_size = 65536;
inline constexpr size_t max_image_width = 16384;    // of two dimensions
inline constexpr size_t max_image_width_3d = 2048;  // of three dimensions
inline constexpr size_t max_image_array = 2048;
inline constexpr cl_uint memory_alignment = 128;  // bytes: of sub-buffers and of memory
inline constexpr cl_uint max_pipe_packet = 1024;
std::uint64_t max_allocation();

}  // namespace spirv_oracle::opencl
