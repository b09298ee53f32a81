// Programs in Vulkan-Hpp that share pipelines and memory with others: pipeline binaries, and external memory.

#include <unistd.h>

#include "vulkan/test/hpp_newer_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

using Type = vk::DescriptorType;

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

}  // namespace
}  // namespace spirv_oracle::vulkan::test
