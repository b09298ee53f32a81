// What the driver claims, as vulkan/registry/generate.py takes it from the registry of Vulkan.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "vulkan/api/api.h"

namespace spirv_oracle::vulkan {

enum class Level : std::uint8_t { global, instance, physical_device, device };

struct EntryPoint {
  std::string_view name;  // "vkCreateFence"
  Level level;
  std::string_view extension;  // that has it; "": Vulkan 1.`minor`
  std::uint32_t minor;
  PFN_vkVoidFunction function;
};

struct Extension {
  const char* name;
  std::uint32_t version;
  bool is_instance;  // or of a device
};

// A structure of features in a chain of pNext: its members after the header, all VkBool32.
struct FeatureStructure {
  VkStructureType type;
  std::span<const std::string_view> members;
  bool is_claimed;  // that of the claimed version, or of an extension of the device
};

// Ordered by name.
std::span<const EntryPoint> entry_points();
std::span<const Extension> extensions();
std::span<const FeatureStructure> feature_structures();
// The members of VkPhysicalDeviceFeatures.
std::span<const std::string_view> base_features();
std::uint32_t claimed_version();

}  // namespace spirv_oracle::vulkan
