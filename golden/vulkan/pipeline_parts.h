// What pipelines for dispatches and for draws have in common on a Vulkan device.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "golden/bundle/bundle.h"
#include "golden/vulkan/device.h"
#include "golden/vulkan/device_bindings.h"

namespace spirv_oracle::golden {

std::vector<const EntryPointInfo*> entry_points_named(const ModuleInfo& info,
                                                      const std::string& name);

// A shader module with its specialization.
class DeviceModule {
 public:
  explicit DeviceModule(const VulkanDevice& device) : device_(device) {}
  DeviceModule(const DeviceModule&) = delete;
  DeviceModule& operator=(const DeviceModule&) = delete;
  ~DeviceModule() { device_.vulkan().destroy_shader_module(device_.handle(), module_, nullptr); }

  // Must be called once. `info` describes the module.
  Result<void> create(const std::vector<std::uint32_t>& words,
                      const std::map<std::uint32_t, std::uint64_t>& specialization,
                      const ModuleInfo& info);
  // The entry point as a stage. It points to this object and to the name.
  VkPipelineShaderStageCreateInfo stage(VkShaderStageFlagBits which,
                                        const std::string& entry_point) const;

 private:
  const VulkanDevice& device_;
  VkShaderModule module_ = VK_NULL_HANDLE;
  std::vector<VkSpecializationMapEntry> entries_;
  std::vector<std::byte> values_;
  VkSpecializationInfo specialization_{};
};

// The layout of a pipeline, and the descriptors and push constants of a bundle in it.
class DevicePipelineLayout {
 public:
  DevicePipelineLayout(const VulkanDevice& device, const Bundle& bundle,
                       const DeviceBindings& bindings, VkShaderStageFlags stages)
      : device_(device), bundle_(bundle), bindings_(bindings), stages_(stages) {}
  DevicePipelineLayout(const DevicePipelineLayout&) = delete;
  DevicePipelineLayout& operator=(const DevicePipelineLayout&) = delete;
  ~DevicePipelineLayout() {
    device_.vulkan().destroy_pipeline_layout(device_.handle(), layout_, nullptr);
  }

  // Must be called once, after the bindings were created.
  Result<void> create();
  VkPipelineLayout handle() const { return layout_; }
  // Binds the descriptors and stores the push constants.
  void record(VkCommandBuffer commands, VkPipelineBindPoint bind_point) const;

 private:
  std::vector<std::byte> push_constants() const;

  const VulkanDevice& device_;
  const Bundle& bundle_;
  const DeviceBindings& bindings_;
  VkShaderStageFlags stages_;
  VkPipelineLayout layout_ = VK_NULL_HANDLE;
};

// Records commands, and waits until the device has executed them and the host can read what they wrote.
Result<void> submit(const VulkanDevice& device, const std::function<void(VkCommandBuffer)>& record);

}  // namespace spirv_oracle::golden
