// Small Vulkan programs, which run on our device through the loader.
#pragma once

#include <gtest/gtest.h>
#include <vulkan/vulkan.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace spirv_oracle::vulkan::test {

struct Setup {
  const void* features =
      nullptr;  // a chain for VkDeviceCreateInfo; null: all features of the device
  std::vector<const char*> extensions = {};
  bool has_messenger = true;
};

struct TestBuffer {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  std::span<std::uint32_t> words;  // mapped; empty for memory of the device alone
  VkDeviceSize size = 0;
};

// A compute pipeline with one descriptor set, whose bindings are numbered from 0.
struct TestPipeline {
  VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkPipeline pipeline = VK_NULL_HANDLE;
  VkDescriptorSet set = VK_NULL_HANDLE;
};

// An instance, a device, a queue and a pool. What its functions create is destroyed with it.
class Program {
 public:
  explicit Program(const Setup& setup = {});
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  TestBuffer buffer(VkDeviceSize size, bool host_visible = true);
  // With these words.
  TestBuffer buffer_of(const std::vector<std::uint32_t>& words);
  VkDeviceMemory allocate(VkDeviceSize size, bool host_visible);
  VkShaderModule shader(const std::string& glsl);
  struct PipelineSetup {
    std::vector<VkDescriptorType> bindings;
    std::uint32_t push_constants = 0;  // bytes
    const VkSpecializationInfo* specialization = nullptr;
    VkPipelineCreateFlags flags = 0;
    const void* stage_chain = nullptr;
    // Of descriptor arrays; empty: each binding has one descriptor, without flags.
    std::vector<std::uint32_t> counts = {};
    std::vector<VkDescriptorBindingFlags> binding_flags = {};
    std::uint32_t variable_count = 0;
    bool is_pushed = false;  // the descriptors are pushed, without a set
  };
  // `body`: GLSL after the version, extensions and the layout of one workgroup of one invocation.
  TestPipeline pipeline(const std::string& glsl, const PipelineSetup& setup);
  // With storage buffers.
  TestPipeline pipeline(const std::string& glsl, std::uint32_t buffers = 1);
  void write(const TestPipeline& pipeline, std::uint32_t binding, const TestBuffer& buffer,
             VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, std::uint32_t element = 0);
  void name(VkObjectType type, std::uint64_t handle, const char* text);

  VkCommandBuffer record(const std::function<void(VkCommandBuffer)>& commands,
                         VkCommandBufferUsageFlags usage = 0);
  // Records, submits and waits.
  VkResult run(const std::function<void(VkCommandBuffer)>& commands);
  void bind(VkCommandBuffer commands, const TestPipeline& pipeline);
  // Runs a dispatch of one dimension by itself.
  VkResult dispatch(const TestPipeline& pipeline, std::uint32_t groups = 1);
  VkResult submit(VkCommandBuffer commands, VkFence fence = VK_NULL_HANDLE);
  VkResult wait() { return vkQueueWaitIdle(queue); }

  // The rules of all findings so far.
  const std::vector<std::string>& findings() const { return findings_; }
  const std::vector<std::string>& messages() const { return messages_; }
  template <class F>
  F function(const char* name) const {
    return reinterpret_cast<F>(vkGetDeviceProcAddr(device, name));
  }

  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical_device = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE, second_queue = VK_NULL_HANDLE;
  VkCommandPool pool = VK_NULL_HANDLE;
  VkDescriptorPool descriptors = VK_NULL_HANDLE;

 private:
  static VkBool32 note(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                       VkDebugUtilsMessageTypeFlagsEXT type,
                       const VkDebugUtilsMessengerCallbackDataEXT* data, void* user);
  void create_instance(const Setup& setup);
  void create_device(const Setup& setup);

  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
  std::vector<std::string> findings_, messages_;
  std::vector<std::function<void()>> cleanup_;
};

// For a device with VK_KHR_maintenance9: some features, and its own or not.
class Maintenance9Features {
 public:
  explicit Maintenance9Features(bool has_maintenance9) {
    maintenance9_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_9_FEATURES_KHR;
    maintenance9_.maintenance9 = has_maintenance9 ? VK_TRUE : VK_FALSE;
    version_1_4_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_4_FEATURES;
    version_1_4_.pNext = &maintenance9_;
    version_1_4_.hostImageCopy = VK_TRUE;
    version_1_3_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    version_1_3_.pNext = &version_1_4_;
    version_1_3_.synchronization2 = version_1_3_.pipelineCreationCacheControl = VK_TRUE;
    base_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    base_.pNext = &version_1_3_;
    base_.features.shaderInt16 = base_.features.shaderInt64 = VK_TRUE;
  }
  Maintenance9Features(const Maintenance9Features&) = delete;
  Maintenance9Features& operator=(const Maintenance9Features&) = delete;

  Setup setup() const {
    return {.features = &base_, .extensions = {VK_KHR_MAINTENANCE_9_EXTENSION_NAME}};
  }

 private:
  VkPhysicalDeviceMaintenance9FeaturesKHR maintenance9_{};
  VkPhysicalDeviceVulkan14Features version_1_4_{};
  VkPhysicalDeviceVulkan13Features version_1_3_{};
  VkPhysicalDeviceFeatures2 base_{};
};

using Rules = std::vector<std::string>;

inline const char* const one_invocation = "#version 450\nlayout(local_size_x = 1) in;\n";

}  // namespace spirv_oracle::vulkan::test
