// A device with every feature enabled that a shader may need.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "golden/bundle/bundle.h"
#include "golden/vulkan/loader.h"

namespace spirv_oracle::golden {

// The features of an extension as one to seven Booleans, because vulkan_core.h of older systems lacks
// them.
struct ExtensionFeatures {
  VkStructureType sType{};
  void* pNext = nullptr;
  VkBool32 first = VK_FALSE, second = VK_FALSE, third = VK_FALSE, fourth = VK_FALSE,
           fifth = VK_FALSE, sixth = VK_FALSE, seventh = VK_FALSE;
};

// The properties of a physical device.
struct DeviceDescription {
  VkPhysicalDeviceProperties properties{};
  VkPhysicalDeviceSubgroupProperties subgroups{};
  VkPhysicalDeviceVulkan12Properties properties_1_2{};
  VkPhysicalDeviceSubgroupSizeControlProperties size_control{};
  VkPhysicalDeviceFeatures features{};
  VkPhysicalDeviceVulkan11Features features_1_1{};
  VkPhysicalDeviceVulkan12Features features_1_2{};
  VkPhysicalDeviceVulkan13Features features_1_3{};
  VkPhysicalDeviceShaderAtomicFloatFeaturesEXT atomic_floats{};
  VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT atomic_floats_2{};
  VkPhysicalDeviceShaderSubgroupUniformControlFlowFeaturesKHR uniform_control_flow{};
  VkPhysicalDeviceLineRasterizationFeaturesEXT lines{};
  std::map<std::string, ExtensionFeatures>
      extension_features;  // of extensions that the device supports
  std::set<std::string> extensions;
  std::set<std::string> matrices;  // offered_matrices()
  bool draws = false;              // whether its queue is one for graphics
};

// An instance and a device. The destructor destroys all handles.
class VulkanDevice {
 public:
  // Opens device number `index` in the order of the loader. Errors: unsupported without a
  // loader or that device, or if it lacks Vulkan 1.2 or a compute queue; bad_input if the
  // driver fails.
  static Result<VulkanDevice> open(const std::string& icd, std::uint32_t index, bool robust);

  VulkanDevice(VulkanDevice&& other) noexcept;
  VulkanDevice& operator=(VulkanDevice&&) = delete;
  VulkanDevice(const VulkanDevice&) = delete;
  VulkanDevice& operator=(const VulkanDevice&) = delete;
  ~VulkanDevice();

  const VulkanFunctions& vulkan() const { return vulkan_; }
  VkPhysicalDevice physical() const { return physical_; }
  VkDevice handle() const { return device_; }
  VkQueue queue() const { return queue_; }
  std::uint32_t queue_family() const { return queue_family_; }
  const DeviceDescription& description() const { return description_; }
  const VkPhysicalDeviceMemoryProperties& memory() const { return memory_; }

 private:
  VulkanDevice() = default;
  Result<void> open_instance(const std::string& icd);
  Result<void> pick(std::uint32_t index);
  void describe();
  Result<void> open_device(bool robust);

  VulkanFunctions vulkan_;
  VkInstance instance_ = nullptr;
  VkPhysicalDevice physical_ = nullptr;
  VkDevice device_ = nullptr;
  VkQueue queue_ = nullptr;
  std::uint32_t queue_family_ = 0;
  DeviceDescription description_;
  VkPhysicalDeviceMemoryProperties memory_{};
};

// Why the device cannot run the bundle: "capability Float64", "subgroup size 32 (the device has 4
// to 8)"; "" if it can.
std::string missing_feature(const DeviceDescription& device, const Bundle& bundle);

// Whether the device has what a SPIR-V capability or extension, a feature of Vulkan, or an execution mode for floats
// ("RoundingModeRTE 32") requires. False for unknown names.
bool has_requirement(const DeviceDescription& device, std::string_view name);

}  // namespace spirv_oracle::golden
