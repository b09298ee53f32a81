// Programs in Vulkan-Hpp with what Vulkan 1.4 and later extensions add. Older validation layers do not know it.

#include <bit>
#include <numeric>

#include <unistd.h>

#include "vulkan/test/hpp_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

using Type = vk::DescriptorType;
using Layout = vk::ImageLayout;

// The features of 1.4 and of extensions, in a chain.
struct NewerFeatures {
  NewerFeatures() {
    version.maintenance5 = version.maintenance6 = version.pushDescriptor = VK_TRUE;
    version.hostImageCopy = version.pipelineRobustness = version.shaderSubgroupRotate = VK_TRUE;
    version.pNext = &maintenance7;
    maintenance7.maintenance7 = maintenance8.maintenance8 = binaries.pipelineBinaries = VK_TRUE;
    maintenance7.pNext = &maintenance8;
    maintenance8.pNext = &binaries;
    binaries.pNext = &matrices;
    matrices.cooperativeMatrix = VK_TRUE;
  }

  vk::PhysicalDeviceVulkan14Features version;
  vk::PhysicalDeviceMaintenance7FeaturesKHR maintenance7;
  vk::PhysicalDeviceMaintenance8FeaturesKHR maintenance8;
  vk::PhysicalDevicePipelineBinaryFeaturesKHR binaries;
  vk::PhysicalDeviceCooperativeMatrixFeaturesKHR matrices;
};

const std::vector<const char*> newer_extensions{
    VK_KHR_MAINTENANCE_7_EXTENSION_NAME, VK_KHR_MAINTENANCE_8_EXTENSION_NAME,
    VK_KHR_PIPELINE_BINARY_EXTENSION_NAME, VK_KHR_COOPERATIVE_MATRIX_EXTENSION_NAME,
    VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME};

class HppNewer : public testing::Test {
 protected:
  bool found(const std::string& text) const {
    return std::ranges::any_of(instance_.messages, [&](const std::string& message) {
      return message.find(text) != std::string::npos;
    });
  }
  void expect_nothing() const { EXPECT_EQ(instance_.messages, std::vector<std::string>()); }
  vk::detail::DispatchLoaderDynamic functions_of(const HppDevice& device) const {
    return {*instance_.instance, &vkGetInstanceProcAddr, *device.device, &vkGetDeviceProcAddr};
  }

  HppInstance instance_{VK_API_VERSION_1_4};
  NewerFeatures features_;
  HppDevice device_{instance_.physical, newer_extensions, &features_.version};
  vk::detail::DispatchLoaderDynamic functions_ = functions_of(device_);
};

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

HppImage host_image(const HppDevice& device) {
  return image_of(device, {.usage = vk::ImageUsageFlagBits::eHostTransfer |
                                    vk::ImageUsageFlagBits::eTransferSrc |
                                    vk::ImageUsageFlagBits::eTransferDst});
}

class HppHostCopies : public HppNewer {
 protected:
  void change(const HppImage& image, Layout from, Layout to) const {
    device_.device->transitionImageLayout(
        vk::HostImageLayoutTransitionInfo(*image.image, from, to, whole_image), functions_);
  }
  void copy_to(const HppImage& image, const void* data, Layout layout = Layout::eGeneral) const {
    const vk::MemoryToImageCopy region(data, 0, 0, first_layer, {}, {2, 2, 1});
    device_.device->copyMemoryToImage({{}, *image.image, layout, region}, functions_);
  }
  void copy_from(const HppImage& image, void* data) const {
    const vk::ImageToMemoryCopy region(data, 0, 0, first_layer, {}, {2, 2, 1});
    device_.device->copyImageToMemory({{}, *image.image, Layout::eGeneral, region}, functions_);
  }

  const HppImage image_ = host_image(device_);
  const Words texels_{1, 2, 3, 4};
};

TEST_F(HppHostCopies, MemoryToAnImageAndBack) {
  const HppImage other = host_image(device_);
  change(image_, Layout::eUndefined, Layout::eGeneral);
  change(other, Layout::eUndefined, Layout::eGeneral);
  copy_to(image_, texels_.data());
  copy_to(other, Words(4).data());
  const vk::ImageCopy2 region(first_layer, {0, 1, 0}, first_layer, {}, {2, 1, 1});
  device_.device->copyImageToImage(
      {{}, *image_.image, Layout::eGeneral, *other.image, Layout::eGeneral, region}, functions_);
  Words read(4);
  copy_from(other, read.data());
  EXPECT_EQ(read, (Words{3, 4, 0, 0}));
  expect_nothing();
}

TEST_F(HppHostCopies, RowsInMemoryMayBeLong) {
  change(image_, Layout::eUndefined, Layout::eGeneral);
  const Words long_rows{1, 2, 90, 3, 4, 90};
  const vk::MemoryToImageCopy region(long_rows.data(), 3, 2, first_layer, {}, {2, 2, 1});
  device_.device->copyMemoryToImage({{}, *image_.image, Layout::eGeneral, region}, functions_);
  Words read(4);
  copy_from(image_, read.data());
  EXPECT_EQ(read, texels_);
  expect_nothing();
}

TEST_F(HppHostCopies, CommandsSeeWhatTheHostCopied) {
  const HostBuffer to = device_.buffer(Words(4));
  change(image_, Layout::eUndefined, Layout::eTransferSrcOptimal);
  copy_to(image_, texels_.data(), Layout::eTransferSrcOptimal);
  device_.run([&](vk::CommandBuffer commands) {
    commands.copyImageToBuffer(*image_.image, Layout::eTransferSrcOptimal, *to.buffer,
                               vk::BufferImageCopy(0, 0, 0, first_layer, {}, {2, 2, 1}));
  });
  EXPECT_EQ(words_of(to), texels_);
  expect_nothing();
}

TEST_F(HppHostCopies, ALayoutThatTheImageIsNotInIsFound) {
  for (const bool is_wrong : {false, true}) {
    if (!is_wrong) change(image_, Layout::eUndefined, Layout::eGeneral);
    if (is_wrong) change(image_, Layout::eGeneral, Layout::eTransferDstOptimal);
    copy_to(image_, texels_.data());
    EXPECT_EQ(found("image.layout"), is_wrong);
  }
}

TEST_F(HppHostCopies, UndefinedTexelsAreFound) {
  change(image_, Layout::eUndefined, Layout::eGeneral);
  Words read(4);
  copy_to(image_, texels_.data());
  copy_from(image_, read.data());
  expect_nothing();
  // Memory that a shader left undefined reaches the host.
  const HppPipeline pipeline = device_.pipeline(hpp_head + R"(
layout(std430, binding = 0) buffer Data { uint d[]; };
void main() { uint none; d[0] = none; }
)");
  const HostBuffer data = device_.buffer(Words(4));
  device_.write(pipeline, 0, data);
  device_.run([&](vk::CommandBuffer commands) {
    dispatch(commands, pipeline);
    barrier(commands);
    commands.copyBufferToImage(*data.buffer, *image_.image, Layout::eGeneral,
                               vk::BufferImageCopy(0, 0, 0, first_layer, {}, {2, 2, 1}));
    barrier(commands);
  });
  instance_.messages.clear();
  copy_from(image_, read.data());
  EXPECT_TRUE(found("output.undefined"));
}

// The host must wait for a command that writes to the image, and a barrier must make the write visible to it.
TEST_F(HppHostCopies, ACopyBeforeOrAfterTheCommandIsComplete) {
  change(image_, Layout::eUndefined, Layout::eGeneral);
  for (const bool has_barrier : {true, false}) {
    device_.run([&](vk::CommandBuffer commands) {
      commands.clearColorImage(*image_.image, Layout::eGeneral,
                               vk::ClearColorValue(std::array<std::uint32_t, 4>{}), whole_image);
      if (!has_barrier) return;
      const vk::MemoryBarrier to_host(vk::AccessFlagBits::eTransferWrite,
                                      vk::AccessFlagBits::eHostRead);
      commands.pipelineBarrier(vk::PipelineStageFlagBits::eTransfer,
                               vk::PipelineStageFlagBits::eHost, {}, to_host, {}, {});
    });
    Words read(4);
    copy_from(image_, read.data());
    EXPECT_EQ(found("synchronization.host-visibility"), !has_barrier);
  }
}

TEST_F(HppHostCopies, AWriteToWhatACommandReadsIsFound) {
  const HostBuffer to = device_.buffer(Words(4));
  change(image_, Layout::eUndefined, Layout::eGeneral);
  copy_to(image_, texels_.data());
  const auto commands = device_.record(*device_.pool, [&](vk::CommandBuffer recorded) {
    recorded.copyImageToBuffer(*image_.image, Layout::eGeneral, *to.buffer,
                               vk::BufferImageCopy(0, 0, 0, first_layer, {}, {2, 2, 1}));
  });
  for (const bool waits : {true, false}) {
    device_.queue.submit(vk::SubmitInfo({}, {}, *commands));
    if (waits) device_.queue.waitIdle();
    copy_to(image_, texels_.data());
    device_.queue.waitIdle();
    EXPECT_EQ(found("synchronization.host-write"), !waits);
  }
}

TEST_F(HppHostCopies, AnImageWithoutTheUsageIsFound) {
  const HppImage other = image_of(device_);
  const VkHostImageLayoutTransitionInfo info{VK_STRUCTURE_TYPE_HOST_IMAGE_LAYOUT_TRANSITION_INFO,
                                             nullptr,
                                             *other.image,
                                             VK_IMAGE_LAYOUT_UNDEFINED,
                                             VK_IMAGE_LAYOUT_GENERAL,
                                             whole_image};
  EXPECT_NE(functions_.vkTransitionImageLayout(*device_.device, 1, &info), VK_SUCCESS);
  EXPECT_TRUE(found("VK_IMAGE_USAGE_HOST_TRANSFER_BIT"));
}

class HppBinaries : public HppNewer {
 protected:
  // The data of a pipeline that adds `value`, which a constant gives.
  struct Data {
    vk::PipelineBinaryKeyKHR key;
    std::vector<std::uint8_t> bytes;
  };
  static const std::string& glsl() {
    static const std::string text = hpp_head + R"(
layout(constant_id = 0) const uint added = 0;
layout(std430, binding = 0) buffer Data { uint d; };
void main() { d += added; }
)";
    return text;
  }
  HppSetup setup(const vk::SpecializationInfo& constants) const {
    HppSetup made;
    made.bindings = bindings_of({Type::eStorageBuffer});
    made.specialization = &constants;
    return made;
  }
  Data save(const vk::SpecializationInfo& constants) const {
    const HppDevice device(instance_.physical, newer_extensions,
                           const_cast<vk::PhysicalDeviceVulkan14Features*>(&features_.version));
    const auto functions = functions_of(device);
    const vk::PipelineCreateFlags2CreateInfo flags(vk::PipelineCreateFlagBits2::eCaptureDataKHR);
    HppSetup captured = setup(constants);
    captured.chain = &flags;
    const HppPipeline pipeline = device.pipeline(glsl(), captured);
    VkPipelineBinaryKHR binary = VK_NULL_HANDLE;
    VkPipelineBinaryHandlesInfoKHR handles{VK_STRUCTURE_TYPE_PIPELINE_BINARY_HANDLES_INFO_KHR,
                                           nullptr, 1, &binary};
    const vk::PipelineBinaryCreateInfoKHR info(nullptr, *pipeline.pipeline);
    const auto& raw = static_cast<const VkPipelineBinaryCreateInfoKHR&>(info);
    EXPECT_EQ(functions.vkCreatePipelineBinariesKHR(*device.device, &raw, nullptr, &handles),
              VK_SUCCESS);
    auto [key, bytes] = device.device->getPipelineBinaryDataKHR({binary}, functions);
    device.device->releaseCapturedPipelineDataKHR({*pipeline.pipeline}, nullptr, functions);
    device.device->destroyPipelineBinaryKHR(binary, nullptr, functions);
    return {key, bytes};
  }
  // Null if the driver refuses the data.
  VkPipelineBinaryKHR load(Data& data) const {
    VkPipelineBinaryKHR binary = VK_NULL_HANDLE;
    const vk::PipelineBinaryDataKHR given(data.bytes.size(), data.bytes.data());
    const vk::PipelineBinaryKeysAndDataKHR keys(1, &data.key, &given);
    const vk::PipelineBinaryCreateInfoKHR info(&keys);
    VkPipelineBinaryHandlesInfoKHR handles{VK_STRUCTURE_TYPE_PIPELINE_BINARY_HANDLES_INFO_KHR,
                                           nullptr, 1, &binary};
    const auto& raw = static_cast<const VkPipelineBinaryCreateInfoKHR&>(info);
    functions_.vkCreatePipelineBinariesKHR(*device_.device, &raw, nullptr, &handles);
    return binary;
  }

  static constexpr std::array<std::uint32_t, 2> values{30, 31};
  const vk::SpecializationMapEntry entry_{0, 0, 4};
  const vk::SpecializationInfo constants_{1, &entry_, 4, &values[0]};
};

// The device that made the binary is gone, as if the program had been started again.
TEST_F(HppBinaries, APipelineIsMadeOfSavedDataWithoutItsModule) {
  Data data = save(constants_);
  const vk::PipelineBinaryKHR binary = load(data);
  const vk::PipelineBinaryInfoKHR used(binary);
  HppSetup from_data = setup(constants_);
  from_data.has_module = false;
  from_data.chain = &used;
  const HppPipeline pipeline = device_.pipeline("", from_data);
  const HostBuffer buffer = device_.buffer({1});
  device_.write(pipeline, 0, buffer);
  device_.run([&](vk::CommandBuffer commands) { dispatch(commands, pipeline); });
  EXPECT_EQ(words_of(buffer), Words{31});
  expect_nothing();
  device_.device->destroyPipelineBinaryKHR(binary, nullptr, functions_);
}

TEST_F(HppBinaries, DamagedDataIsRefused) {
  Data data = save(constants_);
  ++data.bytes.back();
  EXPECT_EQ(load(data), VkPipelineBinaryKHR());
}

TEST_F(HppBinaries, APipelineWithOtherConstantsIsFound) {
  Data data = save(constants_);
  const vk::PipelineBinaryKHR binary = load(data);
  const vk::PipelineBinaryInfoKHR used(binary);
  const vk::SpecializationInfo others(1, &entry_, 4, &values[1]);
  HppSetup from_data = setup(others);
  from_data.has_module = false;
  from_data.chain = &used;
  const HppPipeline pipeline = device_.pipeline("", from_data);
  EXPECT_FALSE(pipeline.pipeline);
  EXPECT_TRUE(found("VUID-VkPipelineBinaryInfoKHR-binaryCount-09603"));
  device_.device->destroyPipelineBinaryKHR(binary, nullptr, functions_);
}

TEST_F(HppBinaries, DataThatWasNotCapturedIsFound) {
  const HppPipeline pipeline = device_.pipeline(glsl(), setup(constants_));
  VkPipelineBinaryHandlesInfoKHR handles{VK_STRUCTURE_TYPE_PIPELINE_BINARY_HANDLES_INFO_KHR,
                                         nullptr, 0, nullptr};
  const vk::PipelineBinaryCreateInfoKHR info(nullptr, *pipeline.pipeline);
  const auto& raw = static_cast<const VkPipelineBinaryCreateInfoKHR&>(info);
  EXPECT_NE(functions_.vkCreatePipelineBinariesKHR(*device_.device, &raw, nullptr, &handles),
            VK_SUCCESS);
  EXPECT_TRUE(found("VUID-VkPipelineBinaryCreateInfoKHR-pipeline-09607"));
}

TEST_F(HppBinaries, KeysTellPipelinesApart) {
  const auto words = compile_for_test(glsl());
  const auto module = device_.device->createShaderModuleUnique({{}, words});
  const HppPipeline any = device_.pipeline(glsl(), setup(constants_));
  std::vector<std::vector<std::uint8_t>> keys;
  for (const std::uint32_t& value : {values[0], values[1], values[0]}) {
    const vk::SpecializationInfo constants(1, &entry_, 4, &value);
    vk::ComputePipelineCreateInfo info(
        {}, {{}, vk::ShaderStageFlagBits::eCompute, *module, "main", &constants}, *any.layout);
    const vk::PipelineCreateInfoKHR described(&info);
    const auto key = device_.device->getPipelineKeyKHR(described, functions_);
    keys.emplace_back(key.key.begin(), key.key.begin() + key.keySize);
  }
  EXPECT_EQ(keys[0], keys[2]);
  EXPECT_NE(keys[0], keys[1]);
}

class HppExternal : public HppNewer {
 protected:
  // A buffer in memory that is exported, or imported.
  HostBuffer shared(const HppDevice& device, const void* chain) const {
    HostBuffer made;
    const vk::ExternalMemoryBufferCreateInfo external(
        vk::ExternalMemoryHandleTypeFlagBits::eOpaqueFd);
    vk::BufferCreateInfo info({}, 16, vk::BufferUsageFlagBits::eStorageBuffer);
    info.pNext = &external;
    made.buffer = device.device->createBufferUnique(info);
    vk::MemoryAllocateInfo allocate(16, device.host_type);
    allocate.pNext = chain;
    made.memory = device.device->allocateMemoryUnique(allocate);
    device.device->bindBufferMemory(*made.buffer, *made.memory, 0);
    made.words = {
        static_cast<std::uint32_t*>(device.device->mapMemory(*made.memory, 0, VK_WHOLE_SIZE)), 4};
    return made;
  }
};

TEST_F(HppExternal, TwoDevicesShareMemory) {
  const auto opaque = vk::ExternalMemoryHandleTypeFlagBits::eOpaqueFd;
  const vk::ExportMemoryAllocateInfo exported(opaque);
  const HostBuffer here = shared(device_, &exported);
  const int file = device_.device->getMemoryFdKHR({*here.memory, opaque}, functions_);
  const HppDevice other(instance_.physical, newer_extensions, &features_.version);
  const vk::ImportMemoryFdInfoKHR imported(opaque, file);
  const HostBuffer there = shared(other, &imported);
  std::ranges::copy(Words{1, 2, 3, 4}, here.words.begin());
  const HppPipeline pipeline = other.pipeline(adder);
  other.write(pipeline, 0, there);
  other.run([&](vk::CommandBuffer commands) {
    push(commands, pipeline, 10);
    dispatch(commands, pipeline, 4);
  });
  EXPECT_EQ(words_of(here), (Words{11, 12, 13, 14}));
  // Back on the first device, whose driver did not see the write.
  const HppPipeline first = device_.pipeline(adder);
  device_.write(first, 0, here);
  device_.run([&](vk::CommandBuffer commands) {
    push(commands, first, 100);
    dispatch(commands, first, 1);
  });
  EXPECT_EQ(words_of(there), (Words{111, 12, 13, 14}));
  expect_nothing();
}

TEST_F(HppExternal, MemoryThatIsNotForExportAndAFileOfAnotherSize) {
  const auto opaque = vk::ExternalMemoryHandleTypeFlagBits::eOpaqueFd;
  const auto plain = device_.device->allocateMemoryUnique({64, 0});
  VkMemoryGetFdInfoKHR get{VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR, nullptr, *plain,
                           VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
  int file = -1;
  EXPECT_NE(functions_.vkGetMemoryFdKHR(*device_.device, &get, &file), VK_SUCCESS);
  EXPECT_TRUE(found("VUID-VkMemoryGetFdInfoKHR-handleType-00671"));
  const vk::ExportMemoryAllocateInfo exported(opaque);
  vk::MemoryAllocateInfo info(64, 0, &exported);
  const auto memory = device_.device->allocateMemoryUnique(info);
  file = device_.device->getMemoryFdKHR({*memory, opaque}, functions_);
  const vk::ImportMemoryFdInfoKHR imported(opaque, file);
  const VkMemoryAllocateInfo larger = vk::MemoryAllocateInfo(128, 0, &imported);
  VkDeviceMemory handle = VK_NULL_HANDLE;
  EXPECT_EQ(vkAllocateMemory(*device_.device, &larger, nullptr, &handle),
            VK_ERROR_INVALID_EXTERNAL_HANDLE);
  EXPECT_TRUE(found("VUID-VkMemoryAllocateInfo-allocationSize-01742"));
  close(file);
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
