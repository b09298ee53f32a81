// Programs in Vulkan-Hpp with what Vulkan 1.4 and later extensions add. Older validation layers do not know it.

#include <array>

#include "vulkan/test/hpp_newer_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

using Type = vk::DescriptorType;
using Layout = vk::ImageLayout;

TEST_F(HppNewer, TheDeviceHasTheVersion) {
  EXPECT_GE(instance_.physical.getProperties().apiVersion, VK_API_VERSION_1_4);
  const auto properties =
      instance_.physical
          .getProperties2<vk::PhysicalDeviceProperties2, vk::PhysicalDeviceVulkan14Properties,
                          vk::PhysicalDeviceMaintenance7PropertiesKHR>();
  EXPECT_GE(properties.get<vk::PhysicalDeviceVulkan14Properties>().maxPushDescriptors, 32u);
  EXPECT_GE(properties.get<vk::PhysicalDeviceVulkan14Properties>().copySrcLayoutCount, 1u);
  EXPECT_GE(properties.get<vk::PhysicalDeviceMaintenance7PropertiesKHR>()
                .maxDescriptorSetTotalBuffersDynamic,
            12u);
  const auto families = instance_.physical.getQueueFamilyProperties2<
      vk::StructureChain<vk::QueueFamilyProperties2, vk::QueueFamilyGlobalPriorityProperties>>();
  EXPECT_EQ(families[0].get<vk::QueueFamilyGlobalPriorityProperties>().priorityCount, 1u);
}

// The structure of NVIDIA has a member with the name of a feature that the device has.
TEST_F(HppNewer, FeaturesOfOtherExtensionsAreNotThere) {
  const auto features =
      instance_.physical
          .getFeatures2<vk::PhysicalDeviceFeatures2, vk::PhysicalDeviceCooperativeMatrixFeaturesNV,
                        vk::PhysicalDeviceCooperativeMatrixFeaturesKHR>();
  EXPECT_EQ(features.get<vk::PhysicalDeviceCooperativeMatrixFeaturesNV>().cooperativeMatrix,
            VK_FALSE);
  EXPECT_EQ(features.get<vk::PhysicalDeviceCooperativeMatrixFeaturesKHR>().cooperativeMatrix,
            VK_TRUE);
}

TEST_F(HppNewer, CommandsOfVersionsThatTheProgramDoesNotAskForAreNotThere) {
  for (const std::uint32_t version : {VK_API_VERSION_1_3, VK_API_VERSION_1_4}) {
    const HppInstance instance(version);
    for (const bool has_maintenance5 : {true, false}) {
      vk::PhysicalDeviceMaintenance5FeaturesKHR feature(has_maintenance5);
      const HppDevice device(instance.physical, {VK_KHR_MAINTENANCE_5_EXTENSION_NAME}, &feature);
      const bool is_there = vkGetDeviceProcAddr(*device.device, "vkCmdPushConstants2") != nullptr;
      EXPECT_EQ(is_there, version == VK_API_VERSION_1_4 || !has_maintenance5);
    }
  }
}

TEST_F(HppNewer, SetsAndConstantsAreBoundForStages) {
  const HppPipeline pipeline = device_.pipeline(adder);
  const HostBuffer data = device_.buffer({1});
  device_.write(pipeline, 0, data);
  const std::uint32_t added = 8;
  const auto stage = vk::ShaderStageFlagBits::eCompute;
  device_.run([&](vk::CommandBuffer commands) {
    commands.bindPipeline(vk::PipelineBindPoint::eCompute, *pipeline.pipeline);
    commands.bindDescriptorSets2({stage, *pipeline.layout, 0, pipeline.set}, functions_);
    commands.pushConstants2({*pipeline.layout, stage, 0, sizeof added, &added}, functions_);
    commands.dispatch(1, 1, 1);
  });
  EXPECT_EQ(words_of(data), Words{9});
  expect_nothing();
}

TEST_F(HppNewer, DescriptorsArePushedForStages) {
  HppSetup setup;
  setup.bindings = bindings_of({Type::eStorageBuffer});
  setup.layout_flags = vk::DescriptorSetLayoutCreateFlagBits::ePushDescriptor;
  const HppPipeline pipeline = device_.pipeline(adder, setup);
  const std::array buffers{device_.buffer({1}), device_.buffer({10})};
  const vk::DescriptorBufferInfo first(*buffers[0].buffer, 0, VK_WHOLE_SIZE),
      second(*buffers[1].buffer, 0, VK_WHOLE_SIZE);
  const vk::WriteDescriptorSet write({}, 0, 0, Type::eStorageBuffer, {}, first);
  const vk::DescriptorUpdateTemplateEntry entry(0, 0, 1, Type::eStorageBuffer, 0, 0);
  const auto update = device_.device->createDescriptorUpdateTemplateUnique(
      {{},
       entry,
       vk::DescriptorUpdateTemplateType::ePushDescriptors,
       {},
       vk::PipelineBindPoint::eCompute,
       *pipeline.layout,
       0});
  device_.run([&](vk::CommandBuffer commands) {
    push(commands, pipeline, 2);
    commands.pushDescriptorSet2({vk::ShaderStageFlagBits::eCompute, *pipeline.layout, 0, write},
                                functions_);
    dispatch(commands, pipeline);
    commands.pushDescriptorSetWithTemplate2({*update, *pipeline.layout, 0, &second}, functions_);
    dispatch(commands, pipeline);
  });
  EXPECT_EQ(words_of(buffers[0]), Words{3});
  EXPECT_EQ(words_of(buffers[1]), Words{12});
  expect_nothing();
}

TEST_F(HppNewer, AStageContainsItsModule) {
  const auto words = compile_for_test(adder);
  const vk::ShaderModuleCreateInfo module({}, words);
  HppSetup setup;
  setup.bindings = bindings_of({Type::eStorageBuffer});
  setup.has_module = false;
  setup.stage_chain = &module;
  const HppPipeline pipeline = device_.pipeline("", setup);
  const HostBuffer data = device_.buffer({1});
  device_.write(pipeline, 0, data);
  device_.run([&](vk::CommandBuffer commands) {
    push(commands, pipeline, 4);
    dispatch(commands, pipeline);
  });
  EXPECT_EQ(words_of(data), Words{5});
  expect_nothing();
}

TEST_F(HppNewer, FlagsOfPipelinesAreWide) {
  for (const bool permits_base : {true, false}) {
    const vk::PipelineCreateFlags2CreateInfo flags(
        permits_base ? vk::PipelineCreateFlagBits2::eDispatchBase : vk::PipelineCreateFlags2());
    HppSetup setup;
    setup.bindings = bindings_of({Type::eStorageBuffer});
    setup.chain = &flags;
    const HppPipeline pipeline = device_.pipeline(adder, setup);
    const HostBuffer data = device_.buffer({0, 0, 0});
    device_.write(pipeline, 0, data);
    device_.run([&](vk::CommandBuffer commands) {
      push(commands, pipeline, 4);
      dispatch(commands, pipeline, 0);
      commands.dispatchBase(1, 0, 0, 1, 1, 1);
    });
    EXPECT_EQ(data.words[1], 4u);
    EXPECT_EQ(found("VK_PIPELINE_CREATE_DISPATCH_BASE_BIT"), !permits_base);
  }
}

TEST_F(HppNewer, AViewHasSomeUsagesOfItsBuffer) {
  using Usage = vk::BufferUsageFlagBits2;
  const vk::BufferUsageFlags2CreateInfo whole(Usage::eUniformTexelBuffer |
                                              Usage::eStorageTexelBuffer);
  vk::BufferCreateInfo info({}, 16, {});
  info.pNext = &whole;
  const auto buffer = device_.device->createBufferUnique(info);
  const auto memory = device_.device->allocateMemoryUnique({16, device_.host_type});
  device_.device->bindBufferMemory(*buffer, *memory, 0);
  HppSetup setup;
  setup.bindings = bindings_of({Type::eUniformTexelBuffer, Type::eStorageTexelBuffer});
  const HppPipeline pipeline = device_.pipeline(hpp_head + "void main() {}\n", setup);
  const vk::BufferUsageFlags2CreateInfo part(Usage::eUniformTexelBuffer);
  vk::BufferViewCreateInfo view_info({}, *buffer, vk::Format::eR32Uint, 0, VK_WHOLE_SIZE);
  view_info.pNext = &part;
  const auto view = device_.device->createBufferViewUnique(view_info);
  const auto write = [&](std::uint32_t binding, Type type) {
    device_.device->updateDescriptorSets(
        vk::WriteDescriptorSet(pipeline.set, binding, 0, type, {}, {}, *view), {});
  };
  write(0, Type::eUniformTexelBuffer);
  expect_nothing();
  write(1, Type::eStorageTexelBuffer);
  EXPECT_TRUE(found("VUID-VkWriteDescriptorSet-descriptorType-08766"));
}

TEST_F(HppNewer, LayoutsOfSubresourcesAreKnownBeforeAnImageExists) {
  const vk::ImageCreateInfo info({}, vk::ImageType::e2D, vk::Format::eR32Uint, {5, 3, 1}, 2, 2,
                                 vk::SampleCountFlagBits::e1, vk::ImageTiling::eOptimal,
                                 vk::ImageUsageFlagBits::eHostTransfer);
  const auto image = device_.device->createImageUnique(info);
  const vk::ImageSubresource2 subresource({vk::ImageAspectFlagBits::eColor, 1, 1});
  const auto of_image =
      device_.device
          ->getImageSubresourceLayout2<vk::SubresourceLayout2, vk::SubresourceHostMemcpySize>(
              *image, subresource, functions_);
  const auto before = device_.device->getImageSubresourceLayout({&info, &subresource}, functions_);
  EXPECT_EQ(of_image.get<vk::SubresourceLayout2>().subresourceLayout, before.subresourceLayout);
  EXPECT_EQ(of_image.get<vk::SubresourceHostMemcpySize>().size, 2u * 1 * 4);
}

TEST_F(HppNewer, ACopyOfTheRemainingLayers) {
  const HppImage image = image_of(device_, {.layers = 3});
  const HostBuffer to = device_.buffer(Words(8));
  device_.run([&](vk::CommandBuffer commands) {
    prepare(commands, image);
    commands.clearColorImage(*image.image, Layout::eGeneral,
                             vk::ClearColorValue(std::array<std::uint32_t, 4>{6, 0, 0, 0}),
                             whole_image);
    barrier(commands);
    commands.copyImageToBuffer(
        *image.image, Layout::eGeneral, *to.buffer,
        vk::BufferImageCopy(0, 0, 0,
                            {vk::ImageAspectFlagBits::eColor, 0, 1, VK_REMAINING_ARRAY_LAYERS}, {},
                            {2, 2, 1}));
  });
  EXPECT_EQ(words_of(to), Words(8, 6));
  expect_nothing();
}

TEST_F(HppNewer, MemoryIsMappedWithStructures) {
  const auto memory = device_.device->allocateMemoryUnique({64, device_.host_type});
  void* data = device_.device->mapMemory2({{}, *memory, 16, 32}, functions_);
  static_cast<std::uint32_t*>(data)[0] = 5;
  device_.device->unmapMemory2({{}, *memory}, functions_);
  data = device_.device->mapMemory2({{}, *memory, 0, VK_WHOLE_SIZE}, functions_);
  EXPECT_EQ(static_cast<std::uint32_t*>(data)[4], 5u);
  expect_nothing();
  VkMemoryMapInfo again{VK_STRUCTURE_TYPE_MEMORY_MAP_INFO, nullptr, 0, *memory, 0, VK_WHOLE_SIZE};
  EXPECT_EQ(functions_.vkMapMemory2(*device_.device, &again, &data), VK_ERROR_MEMORY_MAP_FAILED);
  EXPECT_TRUE(found("is mapped already"));
}

TEST_F(HppNewer, EachBindingOfMemoryHasAResult) {
  const vk::BufferCreateInfo info({}, 64, vk::BufferUsageFlagBits::eTransferDst);
  const std::array buffers{device_.device->createBufferUnique(info),
                           device_.device->createBufferUnique(info)};
  const auto memory = device_.device->allocateMemoryUnique({64, 0});
  std::array<vk::Result, 2> results{vk::Result::eNotReady, vk::Result::eNotReady};
  const std::array statuses{vk::BindMemoryStatus(&results[0]), vk::BindMemoryStatus(&results[1])};
  std::array<VkBindBufferMemoryInfo, 2> bindings{
      vk::BindBufferMemoryInfo(*buffers[0], *memory, 0, &statuses[0]),
      vk::BindBufferMemoryInfo(*buffers[1], *memory, 48, &statuses[1])};
  EXPECT_NE(vkBindBufferMemory2(*device_.device, 2, bindings.data()), VK_SUCCESS);
  EXPECT_EQ(results[0], vk::Result::eSuccess);
  EXPECT_NE(results[1], vk::Result::eSuccess);
  EXPECT_TRUE(found("VUID-vkBindBufferMemory-size-01037"));
}

TEST_F(HppNewer, PipelinesChooseTheirRobustness) {
  using Behavior = vk::PipelineRobustnessBufferBehavior;
  for (const Behavior behavior : {Behavior::eRobustBufferAccess, Behavior::eDisabled}) {
    const vk::PipelineRobustnessCreateInfo robustness(behavior, Behavior::eDeviceDefault,
                                                      Behavior::eDeviceDefault);
    HppSetup setup;
    setup.bindings = bindings_of({Type::eStorageBuffer});
    setup.chain = &robustness;
    const HppPipeline pipeline = device_.pipeline(hpp_head + R"(
layout(std430, binding = 0) buffer Data { uint d[]; };
void main() { d[d[0]] = 5; }
)",
                                                  setup);
    const HostBuffer data = device_.buffer({100});
    device_.write(pipeline, 0, data);
    instance_.messages.clear();
    device_.run([&](vk::CommandBuffer commands) { dispatch(commands, pipeline); });
    EXPECT_EQ(found("undefined-behavior"), behavior == Behavior::eDisabled);
  }
}

TEST_F(HppNewer, CooperativeMatricesMultiply) {
  const auto shapes = instance_.physical.getCooperativeMatrixPropertiesKHR(instance_.functions);
  EXPECT_TRUE(std::ranges::any_of(shapes, [](const vk::CooperativeMatrixPropertiesKHR& p) {
    return p.MSize == 16 && p.NSize == 16 && p.KSize == 16 &&
           p.AType == vk::ComponentTypeKHR::eUint8 && p.CType == vk::ComponentTypeKHR::eUint32;
  }));
  const HppPipeline pipeline = device_.pipeline(R"(#version 450
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer A { uint8_t a[]; };
layout(std430, binding = 1) buffer B { uint8_t b[]; };
layout(std430, binding = 2) buffer C { uint c[]; };
void main() {
  coopmat<uint8_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> x;
  coopmat<uint8_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> y;
  coopMatLoad(x, a, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
  coopMatLoad(y, b, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
  coopmat<uint, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> z =
      coopmat<uint, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0);
  coopMatStore(coopMatMulAdd(x, y, z), c, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
)",
                                                3);
  std::array<std::array<std::uint8_t, 256>, 2> factors{};
  for (std::size_t i = 0; i < 256; ++i) {
    factors[0][i] = static_cast<std::uint8_t>(i * 7 % 251);
    factors[1][i] = static_cast<std::uint8_t>(i * 13 % 241);
  }
  const auto words = [](const std::array<std::uint8_t, 256>& bytes) {
    Words packed(64);
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<std::uint8_t*>(packed.data()));
    return packed;
  };
  const std::array buffers{device_.buffer(words(factors[0])), device_.buffer(words(factors[1])),
                           device_.buffer(Words(256))};
  for (std::uint32_t i = 0; i < 3; ++i) device_.write(pipeline, i, buffers[i]);
  device_.run([&](vk::CommandBuffer commands) { dispatch(commands, pipeline); });
  Words product(256);
  for (std::size_t r = 0; r < 16; ++r) {
    for (std::size_t c = 0; c < 16; ++c) {
      for (std::size_t k = 0; k < 16; ++k)
        product[16 * r + c] += std::uint32_t{factors[0][16 * r + k]} * factors[1][16 * k + c];
    }
  }
  EXPECT_EQ(words_of(buffers[2]), product);
  expect_nothing();
}

TEST_F(HppNewer, SubgroupsRotate) {
  const HppPipeline pipeline = device_.pipeline(R"(#version 450
#extension GL_KHR_shader_subgroup_rotate : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { uint d[]; };
void main() { d[gl_LocalInvocationIndex] = subgroupRotate(gl_LocalInvocationIndex, 3); }
)");
  const HostBuffer data = device_.buffer(Words(32));
  device_.write(pipeline, 0, data);
  device_.run([&](vk::CommandBuffer commands) { dispatch(commands, pipeline); });
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(data.words[i], (i + 3) % 32);
  expect_nothing();
}

// With maintenance8, depth and a color of its size are copied to each other.
TEST_F(HppNewer, ADepthIsCopiedToAColor) {
  for (const bool has_feature : {true, false}) {
    const HppDevice plain(instance_.physical);
    const HppDevice& device = has_feature ? device_ : plain;
    const vk::ImageUsageFlags usage =
        vk::ImageUsageFlagBits::eTransferDst | vk::ImageUsageFlagBits::eTransferSrc;
    const HppImage color = image_of(device, {.format = vk::Format::eR32Sfloat, .usage = usage});
    const HppImage depth = image_of(device, {.format = vk::Format::eD32Sfloat, .usage = usage});
    const HostBuffer from = device.buffer({0x3F000000, 0, 0x3F800000, 0}),
                     to = device.buffer(Words(4));
    const vk::ImageSubresourceLayers depth_layer(vk::ImageAspectFlagBits::eDepth, 0, 0, 1);
    const vk::BufferImageCopy all(0, 0, 0, first_layer, {}, {2, 2, 1});
    instance_.messages.clear();
    device.run([&](vk::CommandBuffer commands) {
      prepare(commands, color);
      vk::ImageMemoryBarrier to_general({}, vk::AccessFlagBits::eMemoryWrite, Layout::eUndefined,
                                        Layout::eGeneral, VK_QUEUE_FAMILY_IGNORED,
                                        VK_QUEUE_FAMILY_IGNORED, *depth.image,
                                        {vk::ImageAspectFlagBits::eDepth, 0, 1, 0, 1});
      commands.pipelineBarrier(vk::PipelineStageFlagBits::eAllCommands,
                               vk::PipelineStageFlagBits::eAllCommands, {}, {}, {}, to_general);
      commands.copyBufferToImage(*from.buffer, *color.image, Layout::eGeneral, all);
      barrier(commands);
      commands.copyImage(*color.image, Layout::eGeneral, *depth.image, Layout::eGeneral,
                         vk::ImageCopy(first_layer, {}, depth_layer, {}, {2, 2, 1}));
      barrier(commands);
      commands.copyImage(*depth.image, Layout::eGeneral, *color.image, Layout::eGeneral,
                         vk::ImageCopy(depth_layer, {}, first_layer, {}, {2, 2, 1}));
      barrier(commands);
      commands.copyImageToBuffer(*color.image, Layout::eGeneral, *to.buffer, all);
    });
    EXPECT_EQ(found("maintenance8"), !has_feature);
    EXPECT_EQ(words_of(to), words_of(from));
  }
}

TEST_F(HppNewer, ACacheThatIsMergedIntoNeedsNoLock) {
  const HppDevice plain(instance_.physical);
  const std::array<const HppDevice*, 2> devices = {&device_, &plain};
  for (const HppDevice* device : devices) {
    const auto cache = device->device->createPipelineCacheUnique(
        {vk::PipelineCacheCreateFlagBits::eInternallySynchronizedMergeKHR});
    EXPECT_EQ(found("VUID-VkPipelineCacheCreateInfo-maintenance8-10200"), device == &plain);
  }
}

TEST_F(HppNewer, AQueueHasNoPriorityButTheUsualOne) {
  for (const auto priority : {vk::QueueGlobalPriority::eMedium, vk::QueueGlobalPriority::eHigh}) {
    const float usual = 1;
    const vk::DeviceQueueGlobalPriorityCreateInfo global(priority);
    const vk::DeviceQueueCreateInfo queues({}, 0, 1, &usual, &global);
    const VkDeviceCreateInfo info = vk::DeviceCreateInfo({}, queues);
    VkDevice device = VK_NULL_HANDLE;
    const VkResult result = vkCreateDevice(instance_.physical, &info, nullptr, &device);
    EXPECT_EQ(result == VK_SUCCESS, priority == vk::QueueGlobalPriority::eMedium);
    if (result == VK_SUCCESS) vkDestroyDevice(device, nullptr);
  }
}

TEST_F(HppNewer, TheCreationOfAPipelineTakesTime) {
  vk::PipelineCreationFeedback whole, stage;
  const vk::PipelineCreationFeedbackCreateInfo feedback(&whole, 1, &stage);
  HppSetup setup;
  setup.bindings = bindings_of({Type::eStorageBuffer});
  setup.chain = &feedback;
  const HppPipeline pipeline = device_.pipeline(adder, setup);
  EXPECT_TRUE(whole.flags & vk::PipelineCreationFeedbackFlagBits::eValid);
  EXPECT_GT(whole.duration, 0u);
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
