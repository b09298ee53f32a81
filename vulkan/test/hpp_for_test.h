// Programs in Vulkan-Hpp, which run on our device through the loader.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <span>
#include <string>
#include <vector>
#include <vulkan/vulkan.hpp>

#include "frontend/glslang_compiler.h"

namespace spirv_oracle::vulkan::test {

using HppCommands = std::function<void(vk::CommandBuffer)>;

// The findings of an instance.
inline VKAPI_ATTR VkBool32 VKAPI_CALL note(VkDebugUtilsMessageSeverityFlagBitsEXT /*severity*/,
                                           VkDebugUtilsMessageTypeFlagsEXT /*type*/,
                                           const VkDebugUtilsMessengerCallbackDataEXT* data,
                                           void* user) {
  static_cast<std::vector<std::string>*>(user)->emplace_back(data->pMessage);
  return VK_FALSE;
}

struct HostBuffer {
  vk::UniqueBuffer buffer;
  vk::UniqueDeviceMemory memory;
  std::span<std::uint32_t> words;
};

struct HppPipeline {
  vk::UniqueDescriptorSetLayout set_layout;
  vk::UniquePipelineLayout layout;
  vk::UniquePipeline pipeline;
  vk::DescriptorSet set;
};

// A device with two queues, and what its programs need.
class HppDevice {
 public:
  explicit HppDevice(vk::PhysicalDevice physical) {
    const std::array<float, 2> priorities{1, 1};
    const vk::DeviceQueueCreateInfo queues({}, 0, priorities);
    auto features =
        physical.getFeatures2<vk::PhysicalDeviceFeatures2, vk::PhysicalDeviceVulkan12Features,
                              vk::PhysicalDeviceVulkan13Features>();
    features.get<vk::PhysicalDeviceFeatures2>().features.robustBufferAccess = VK_FALSE;
    vk::DeviceCreateInfo info({}, queues);
    info.pNext = &features.get<vk::PhysicalDeviceFeatures2>();
    device = physical.createDeviceUnique(info);
    queue = device->getQueue(0, 0);
    second_queue = device->getQueue(0, 1);
    pool = new_pool();
    const vk::DescriptorPoolSize size(vk::DescriptorType::eStorageBuffer, 64);
    descriptors = device->createDescriptorPoolUnique({{}, 64, size});
    const auto properties = physical.getMemoryProperties();
    for (std::uint32_t i = 0; i < properties.memoryTypeCount; ++i) {
      const bool is_mappable = static_cast<bool>(properties.memoryTypes[i].propertyFlags &
                                                 vk::MemoryPropertyFlagBits::eHostVisible);
      if (is_mappable) host_type = i;
    }
  }

  vk::UniqueCommandPool new_pool() const {
    return device->createCommandPoolUnique({vk::CommandPoolCreateFlagBits::eResetCommandBuffer, 0});
  }
  HostBuffer buffer(const std::vector<std::uint32_t>& words, vk::BufferUsageFlags more = {}) const {
    HostBuffer made;
    made.buffer = device->createBufferUnique({{},
                                              4 * words.size(),
                                              vk::BufferUsageFlagBits::eStorageBuffer |
                                                  vk::BufferUsageFlagBits::eTransferSrc |
                                                  vk::BufferUsageFlagBits::eTransferDst | more});
    made.memory = device->allocateMemoryUnique(
        {device->getBufferMemoryRequirements(*made.buffer).size, host_type});
    device->bindBufferMemory(*made.buffer, *made.memory, 0);
    made.words = {static_cast<std::uint32_t*>(device->mapMemory(*made.memory, 0, VK_WHOLE_SIZE)),
                  words.size()};
    std::ranges::copy(words, made.words.begin());
    return made;
  }
  // With storage buffers, and 16 bytes of push constants.
  HppPipeline pipeline(const std::string& glsl, std::uint32_t buffers = 1,
                       const vk::SpecializationInfo* specialization = nullptr,
                       vk::PipelineCache cache = {}) const {
    HppPipeline made;
    std::vector<vk::DescriptorSetLayoutBinding> bindings;
    for (std::uint32_t i = 0; i < buffers; ++i)
      bindings.emplace_back(i, vk::DescriptorType::eStorageBuffer, 1,
                            vk::ShaderStageFlagBits::eCompute);
    made.set_layout = device->createDescriptorSetLayoutUnique({{}, bindings});
    const vk::PushConstantRange constants(vk::ShaderStageFlagBits::eCompute, 0, 16);
    made.layout = device->createPipelineLayoutUnique({{}, *made.set_layout, constants});
    made.set = device->allocateDescriptorSets({*descriptors, *made.set_layout}).front();
    const auto words = compile(glsl);
    const auto shader = device->createShaderModuleUnique({{}, words});
    const vk::PipelineShaderStageCreateInfo stage({}, vk::ShaderStageFlagBits::eCompute, *shader,
                                                  "main", specialization);
    made.pipeline = device->createComputePipelineUnique(cache, {{}, stage, *made.layout}).value;
    return made;
  }
  void write(const HppPipeline& pipeline, std::uint32_t binding, const HostBuffer& to) const {
    const vk::DescriptorBufferInfo info(*to.buffer, 0, VK_WHOLE_SIZE);
    device->updateDescriptorSets(
        vk::WriteDescriptorSet(pipeline.set, binding, 0, vk::DescriptorType::eStorageBuffer, {},
                               info),
        {});
  }
  vk::UniqueCommandBuffer record(vk::CommandPool from, const HppCommands& commands) const {
    auto buffer = std::move(
        device->allocateCommandBuffersUnique({from, vk::CommandBufferLevel::ePrimary, 1})[0]);
    buffer->begin(vk::CommandBufferBeginInfo());
    commands(*buffer);
    buffer->end();
    return buffer;
  }
  void run(const HppCommands& commands) const {
    const auto buffer = record(*pool, commands);
    queue.submit(vk::SubmitInfo({}, {}, *buffer));
    queue.waitIdle();
  }

  vk::UniqueDevice device;
  vk::Queue queue, second_queue;
  vk::UniqueCommandPool pool;
  vk::UniqueDescriptorPool descriptors;
  std::uint32_t host_type = 0;

 private:
  static std::vector<std::uint32_t> compile(const std::string& glsl) {
    ModuleOptions options;
    options.file = "test.comp";
    const auto compiled = compile_source(glsl, ShaderLanguage::glsl, "compute", options);
    if (!compiled) ADD_FAILURE() << compiled.error().message;
    return compiled ? compiled->words : std::vector<std::uint32_t>();
  }
};

// Once, because threads may read the environment later.
inline void set_environment() {
  static const bool is_done = [] {
    for (const char* name : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"})
      setenv(name, SPIRV_ORACLE_ICD, 1);
    return setenv("SPIRV_ORACLE_QUIET", "1", 1) == 0;
  }();
  EXPECT_TRUE(is_done);
}

class HppInstance {
 public:
  HppInstance() {
    set_environment();
    const vk::ApplicationInfo application("hpp", 1, "", 1, VK_API_VERSION_1_3);
    const std::array extensions{VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
    using Severity = vk::DebugUtilsMessageSeverityFlagBitsEXT;
    const vk::DebugUtilsMessengerCreateInfoEXT messenger(
        {}, Severity::eError | Severity::eWarning,
        vk::DebugUtilsMessageTypeFlagBitsEXT::eValidation, &note, &messages);
    instance = vk::createInstanceUnique({{}, &application, {}, extensions});
    functions.init(*instance, &vkGetInstanceProcAddr);
    messenger_ = instance->createDebugUtilsMessengerEXTUnique(messenger, nullptr, functions);
    physical = instance->enumeratePhysicalDevices().front();
  }

  std::vector<std::string> messages;
  vk::DispatchLoaderDynamic functions;
  vk::UniqueInstance instance;
  vk::PhysicalDevice physical;

 private:
  vk::UniqueHandle<vk::DebugUtilsMessengerEXT, vk::DispatchLoaderDynamic> messenger_;
};

}  // namespace spirv_oracle::vulkan::test
