// The limits of a Vulkan device that concern the text of a shader.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace spirv_oracle {

// A product of cooperative matrices that a device offers: a row of vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR, or of
// vkGetPhysicalDeviceCooperativeMatrixFlexibleDimensionsPropertiesNV for the scope Workgroup.
struct OfferedMatrixProduct {
  // Of Workgroup scope: the size of the workgroup; 0: Subgroup.
  std::uint32_t workgroup_invocations = 0;
  // M, N and K. At Workgroup scope, sizes are multiples of them.
  std::array<std::uint32_t, 3> sizes{};
  // The component types of A, B, and both C and the result: "float16", "bfloat16", "int8", "uint32".
  std::array<std::string, 3> components{};

  bool operator==(const OfferedMatrixProduct&) const = default;
};

// The members have the names of VkPhysicalDeviceLimits and VkPhysicalDeviceSparseProperties. By default, nothing is limited.
struct DeviceLimits {
  static constexpr std::uint32_t any = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::int32_t lowest = std::numeric_limits<std::int32_t>::min();
  static constexpr std::int32_t highest = std::numeric_limits<std::int32_t>::max();

  std::array<std::uint32_t, 3> max_compute_work_group_count{any, any, any};
  std::array<std::uint32_t, 3> max_compute_work_group_size{any, any, any};
  std::uint32_t max_compute_work_group_invocations = any;
  std::uint32_t max_compute_shared_memory_size = any;  // bytes
  std::int32_t min_texel_offset = lowest, max_texel_offset = highest;
  std::int32_t min_texel_gather_offset = lowest, max_texel_gather_offset = highest;

  // Texels without memory read as zero; otherwise, they are undefined.
  bool residency_non_resident_strict = false;

  std::optional<std::vector<OfferedMatrixProduct>> matrix_products = {};  // none: all

  bool operator==(const DeviceLimits&) const = default;
};

}  // namespace spirv_oracle
