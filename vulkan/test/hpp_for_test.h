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
inline VKAPI_ATTR vk::Bool32 VKAPI_CALL note(vk::DebugUtilsMessageSeverityFlagBitsEXT /*severity*/,
                                             vk::DebugUtilsMessageTypeFlagsEXT /*type*/,
                                             const vk::DebugUtilsMessengerCallbackDataEXT* data,
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
  vk::DescriptorSet set;  // null: the descriptors are pushed
};

// What a pipeline has beside its shader.
struct HppSetup {
  std::vector<vk::DescriptorSetLayoutBinding> bindings;  // of set 0
  vk::DescriptorSetLayoutCreateFlags layout_flags{};
  const void* layout_chain = nullptr;
  const void* set_chain = nullptr;
  const vk::SpecializationInfo* specialization = nullptr;
  vk::PipelineShaderStageCreateFlags stage_flags{};
  const void* stage_chain = nullptr;
  vk::PipelineCreateFlags flags{};
  const void* chain = nullptr;
  vk::PipelineCache cache{};
  bool has_module = true;
};

inline vk::DescriptorSetLayoutBinding binding_of(std::uint32_t number, vk::DescriptorType type,
                                                 std::uint32_t count = 1) {
  return {number, type, count, vk::ShaderStageFlagBits::eCompute};
}

// Bindings with one descriptor each.
inline std::vector<vk::DescriptorSetLayoutBinding> bindings_of(
    const std::vector<vk::DescriptorType>& types) {
  std::vector<vk::DescriptorSetLayoutBinding> bindings;
  for (std::uint32_t i = 0; i < types.size(); ++i) bindings.push_back(binding_of(i, types[i]));
  return bindings;
}

inline std::vector<std::uint32_t> compile_for_test(const std::string& glsl) {
  ModuleOptions options;
  options.file = "test.comp";
  const auto compiled = compile_source(glsl, ShaderLanguage::glsl, "compute", options);
  if (!compiled) ADD_FAILURE() << compiled.error().message;
  return compiled ? compiled->words : std::vector<std::uint32_t>();
}

// A device with two queues, and what its programs need. It enables all features of Vulkan 1.3, but robustBufferAccess, and those
// of `chain`.
class HppDevice {
 public:
  explicit HppDevice(vk::PhysicalDevice physical, const std::vector<const char*>& extensions = {},
                     void* chain = nullptr) {
    const std::array<float, 2> priorities{1, 1};
    const vk::DeviceQueueCreateInfo queues({}, 0, priorities);
    auto features =
        physical
            .getFeatures2<vk::PhysicalDeviceFeatures2, vk::PhysicalDeviceVulkan11Features,
                          vk::PhysicalDeviceVulkan12Features, vk::PhysicalDeviceVulkan13Features>();
    features.get<vk::PhysicalDeviceFeatures2>().features.robustBufferAccess = VK_FALSE;
    features.get<vk::PhysicalDeviceVulkan13Features>().robustImageAccess = VK_FALSE;
    features.get<vk::PhysicalDeviceVulkan13Features>().pNext = chain;
    vk::DeviceCreateInfo info({}, queues, {}, extensions);
    info.pNext = &features.get<vk::PhysicalDeviceFeatures2>();
    device = physical.createDeviceUnique(info);
    queue = device->getQueue(0, 0);
    second_queue = device->getQueue(0, 1);
    pool = new_pool();
    std::vector<vk::DescriptorPoolSize> sizes;
    for (auto type = static_cast<int>(vk::DescriptorType::eSampler);
         type <= static_cast<int>(vk::DescriptorType::eStorageBufferDynamic); ++type)
      sizes.emplace_back(static_cast<vk::DescriptorType>(type), 64);
    sizes.emplace_back(vk::DescriptorType::eInlineUniformBlock, 256);
    const vk::DescriptorPoolInlineUniformBlockCreateInfo blocks(8);
    vk::DescriptorPoolCreateInfo pool_info(vk::DescriptorPoolCreateFlagBits::eUpdateAfterBind, 64,
                                           sizes);
    pool_info.pNext = &blocks;
    descriptors = device->createDescriptorPoolUnique(pool_info);
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
    HppSetup setup;
    for (std::uint32_t i = 0; i < buffers; ++i)
      setup.bindings.push_back(binding_of(i, vk::DescriptorType::eStorageBuffer));
    setup.specialization = specialization;
    setup.cache = cache;
    return pipeline(glsl, setup);
  }
  HppPipeline pipeline(const std::string& glsl, const HppSetup& setup) const {
    HppPipeline made;
    vk::DescriptorSetLayoutCreateInfo layout_info(setup.layout_flags, setup.bindings);
    layout_info.pNext = setup.layout_chain;
    made.set_layout = device->createDescriptorSetLayoutUnique(layout_info);
    const vk::PushConstantRange constants(vk::ShaderStageFlagBits::eCompute, 0, 16);
    made.layout = device->createPipelineLayoutUnique({{}, *made.set_layout, constants});
    if (!(setup.layout_flags & vk::DescriptorSetLayoutCreateFlagBits::ePushDescriptorKHR)) {
      vk::DescriptorSetAllocateInfo allocate(*descriptors, *made.set_layout);
      allocate.pNext = setup.set_chain;
      made.set = device->allocateDescriptorSets(allocate).front();
    }
    vk::UniqueShaderModule shader;
    if (setup.has_module) {
      const auto words = compile_for_test(glsl);
      shader = device->createShaderModuleUnique({{}, words});
    }
    vk::PipelineShaderStageCreateInfo stage(setup.stage_flags, vk::ShaderStageFlagBits::eCompute,
                                            *shader, "main", setup.specialization);
    stage.pNext = setup.stage_chain;
    vk::ComputePipelineCreateInfo info(setup.flags, stage, *made.layout);
    info.pNext = setup.chain;
    VkPipeline handle = VK_NULL_HANDLE;
    const auto& raw = static_cast<const VkComputePipelineCreateInfo&>(info);
    result = vkCreateComputePipelines(*device, setup.cache, 1, &raw, nullptr, &handle);
    made.pipeline = vk::UniquePipeline(handle, *device);
    return made;
  }
  // Its descriptors of other types.
  void write(const HppPipeline& pipeline, std::uint32_t binding, vk::DescriptorType type,
             const HostBuffer& to, vk::DeviceSize offset = 0, vk::DeviceSize range = VK_WHOLE_SIZE,
             std::uint32_t element = 0) const {
    const vk::DescriptorBufferInfo info(*to.buffer, offset, range);
    device->updateDescriptorSets(
        vk::WriteDescriptorSet(pipeline.set, binding, element, type, {}, info), {});
  }
  void write(const HppPipeline& pipeline, std::uint32_t binding, vk::DescriptorType type,
             const vk::DescriptorImageInfo& info, std::uint32_t element = 0) const {
    device->updateDescriptorSets(vk::WriteDescriptorSet(pipeline.set, binding, element, type, info),
                                 {});
  }
  void write(const HppPipeline& pipeline, std::uint32_t binding, const HostBuffer& to) const {
    write(pipeline, binding, vk::DescriptorType::eStorageBuffer, to);
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
  mutable VkResult result = VK_SUCCESS;  // of the latest creation of a pipeline
};

// An image with a view of all of it, in memory of the device alone.
struct HppImage {
  vk::UniqueImage image;
  vk::UniqueDeviceMemory memory;
  vk::UniqueImageView view;
};

struct HppImageSetup {
  vk::Format format = vk::Format::eR32Uint;
  vk::Extent3D extent{2, 2, 1};
  std::uint32_t levels = 1, layers = 1;
  vk::ImageUsageFlags usage = vk::ImageUsageFlagBits::eTransferDst |
                              vk::ImageUsageFlagBits::eTransferSrc |
                              vk::ImageUsageFlagBits::eStorage | vk::ImageUsageFlagBits::eSampled;
};

inline HppImage image_of(const HppDevice& on, const HppImageSetup& setup = {}) {
  HppImage made;
  const bool is_volume = setup.extent.depth > 1;
  made.image = on.device->createImageUnique({{},
                                             is_volume ? vk::ImageType::e3D : vk::ImageType::e2D,
                                             setup.format,
                                             setup.extent,
                                             setup.levels,
                                             setup.layers,
                                             vk::SampleCountFlagBits::e1,
                                             vk::ImageTiling::eOptimal,
                                             setup.usage});
  const auto needs = on.device->getImageMemoryRequirements(*made.image);
  made.memory = on.device->allocateMemoryUnique({needs.size, 0});
  on.device->bindImageMemory(*made.image, *made.memory, 0);
  const auto type = is_volume          ? vk::ImageViewType::e3D
                    : setup.layers > 1 ? vk::ImageViewType::e2DArray
                                       : vk::ImageViewType::e2D;
  if (setup.usage & (vk::ImageUsageFlagBits::eStorage | vk::ImageUsageFlagBits::eSampled)) {
    made.view = on.device->createImageViewUnique(
        {{},
         *made.image,
         type,
         setup.format,
         {},
         {vk::ImageAspectFlagBits::eColor, 0, setup.levels, 0, setup.layers}});
  }
  return made;
}

inline const vk::ImageSubresourceRange whole_image(vk::ImageAspectFlagBits::eColor, 0,
                                                   VK_REMAINING_MIP_LEVELS, 0,
                                                   VK_REMAINING_ARRAY_LAYERS);
inline const vk::ImageSubresourceLayers first_layer(vk::ImageAspectFlagBits::eColor, 0, 0, 1);

// After all commands so far, and before all others.
inline void change_layout(vk::CommandBuffer commands, vk::Image image, vk::ImageLayout from,
                          vk::ImageLayout to) {
  const vk::ImageMemoryBarrier2 transition(
      vk::PipelineStageFlagBits2::eAllCommands, vk::AccessFlagBits2::eMemoryWrite,
      vk::PipelineStageFlagBits2::eAllCommands,
      vk::AccessFlagBits2::eMemoryRead | vk::AccessFlagBits2::eMemoryWrite, from, to,
      VK_QUEUE_FAMILY_IGNORED, VK_QUEUE_FAMILY_IGNORED, image, whole_image);
  commands.pipelineBarrier2(vk::DependencyInfo({}, {}, {}, transition));
}

// From nothing to the general layout.
inline void prepare(vk::CommandBuffer commands, const HppImage& image) {
  change_layout(commands, *image.image, vk::ImageLayout::eUndefined, vk::ImageLayout::eGeneral);
}

using Words = std::vector<std::uint32_t>;

inline const std::string hpp_head = "#version 450\nlayout(local_size_x = 1) in;\n";
// Adds a push constant to each word.
inline const std::string adder = hpp_head + R"(
layout(push_constant) uniform Constants { uint added; };
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() { data[gl_WorkGroupID.x] += added; }
)";

inline Words words_of(const HostBuffer& buffer) {
  return {buffer.words.begin(), buffer.words.end()};
}

// All commands before it, and all after it.
inline void barrier(vk::CommandBuffer commands) {
  const vk::MemoryBarrier all(vk::AccessFlagBits::eMemoryWrite,
                              vk::AccessFlagBits::eMemoryRead | vk::AccessFlagBits::eMemoryWrite);
  commands.pipelineBarrier(vk::PipelineStageFlagBits::eAllCommands,
                           vk::PipelineStageFlagBits::eAllCommands, {}, all, {}, {});
}

inline void dispatch(vk::CommandBuffer commands, const HppPipeline& pipeline,
                     std::uint32_t groups = 1, const std::vector<std::uint32_t>& offsets = {}) {
  commands.bindPipeline(vk::PipelineBindPoint::eCompute, *pipeline.pipeline);
  if (pipeline.set) {
    commands.bindDescriptorSets(vk::PipelineBindPoint::eCompute, *pipeline.layout, 0, pipeline.set,
                                offsets);
  }
  commands.dispatch(groups, 1, 1);
}

inline void push(vk::CommandBuffer commands, const HppPipeline& pipeline, std::uint32_t value) {
  commands.pushConstants<std::uint32_t>(*pipeline.layout, vk::ShaderStageFlagBits::eCompute, 0,
                                        value);
}

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
  explicit HppInstance(std::uint32_t version = VK_API_VERSION_1_3) {
    set_environment();
    const vk::ApplicationInfo application("hpp", 1, "", 1, version);
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
  vk::detail::DispatchLoaderDynamic functions;
  vk::UniqueInstance instance;
  vk::PhysicalDevice physical;

 private:
  vk::UniqueHandle<vk::DebugUtilsMessengerEXT, vk::detail::DispatchLoaderDynamic> messenger_;
};

// Programs in which nothing is found.
class HppProgram : public testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(instance_.messages, std::vector<std::string>()); }

  HppInstance instance_;
};

}  // namespace spirv_oracle::vulkan::test
