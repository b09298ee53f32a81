// Instances and their physical device.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "vulkan/objects/clock.h"
#include "vulkan/objects/object.h"

namespace spirv_oracle::vulkan {

struct Instance;

struct PhysicalDevice : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_PHYSICAL_DEVICE;
  PhysicalDevice() : Object(object_type) {}

  Instance* instance = nullptr;
};

struct Instance : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_INSTANCE;
  Instance() : Object(object_type) {}

  std::shared_ptr<PhysicalDevice> physical_device;
  std::uint32_t api_version = VK_API_VERSION_1_0;  // that the program asks for
  std::set<std::string, std::less<>> extensions;   // that are enabled
};

// Memory types: memory of the device alone, and memory that the host can map.
inline constexpr std::uint32_t device_local_type = 0;
inline constexpr std::uint32_t host_visible_type = 1;
inline constexpr std::uint32_t all_memory_types = 0b11;
inline constexpr VkDeviceSize buffer_alignment = 16;
inline constexpr VkDeviceSize image_alignment = 16;
inline constexpr VkSampleCountFlags all_sample_counts =
    VK_SAMPLE_COUNT_1_BIT | VK_SAMPLE_COUNT_2_BIT | VK_SAMPLE_COUNT_4_BIT | VK_SAMPLE_COUNT_8_BIT |
    VK_SAMPLE_COUNT_16_BIT;
inline constexpr VkDeviceSize max_buffer_size = VkDeviceSize{1} << 32;
inline constexpr std::uint32_t max_subgroup_size = 128;
inline constexpr std::uint32_t max_bound_descriptor_sets = 32;
inline constexpr std::uint32_t max_push_constants_size = 256;
inline constexpr std::uint32_t max_descriptors = 1u << 20;  // of a kind
inline constexpr std::uint32_t max_dynamic_descriptors = 256;
inline constexpr std::uint32_t max_push_descriptors = 256;

// How memory of this type of handle can be shared.
VkExternalMemoryProperties external_memory(VkExternalMemoryHandleTypeFlags type);

VkPhysicalDeviceLimits device_limits();

// Whether the device supports the feature with this name ("shaderInt64").
bool supports_feature(std::string_view name);
// The features that a structure or VkPhysicalDeviceFeatures requests, or adds to `requested` those of a chain.
void add_requested_features(const void* chain, std::set<std::string, std::less<>>& requested);
void add_requested_features(const VkPhysicalDeviceFeatures& features,
                            std::set<std::string, std::less<>>& requested);

}  // namespace spirv_oracle::vulkan
