// VK_KHR_maintenance9, as far as it concerns compute and transfers. Validation layers that are older do not know it.

#include <algorithm>
#include <array>
#include <cstring>

#include "frontend/assembly.h"
#include "vulkan/test/events_for_test.h"
#include "vulkan/test/images_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

using Features = Maintenance9Features;

TEST(Maintenance9, IsThere) {
  const Program program;
  std::uint32_t count = 0;
  vkEnumerateDeviceExtensionProperties(program.physical_device, nullptr, &count, nullptr);
  std::vector<VkExtensionProperties> extensions(count);
  vkEnumerateDeviceExtensionProperties(program.physical_device, nullptr, &count, extensions.data());
  EXPECT_TRUE(std::ranges::any_of(extensions, [](const VkExtensionProperties& extension) {
    return std::strcmp(extension.extensionName, VK_KHR_MAINTENANCE_9_EXTENSION_NAME) == 0 &&
           extension.specVersion == VK_KHR_MAINTENANCE_9_SPEC_VERSION;
  }));

  VkPhysicalDeviceMaintenance9FeaturesKHR feature{};
  feature.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_9_FEATURES_KHR;
  VkPhysicalDeviceFeatures2 features{};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  features.pNext = &feature;
  vkGetPhysicalDeviceFeatures2(program.physical_device, &features);
  EXPECT_EQ(feature.maintenance9, VK_TRUE);

  VkPhysicalDeviceMaintenance9PropertiesKHR of_maintenance9{};
  of_maintenance9.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_9_PROPERTIES_KHR;
  of_maintenance9.image2DViewOf3DSparse = VK_TRUE;
  VkPhysicalDeviceProperties2 properties{};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &of_maintenance9;
  vkGetPhysicalDeviceProperties2(program.physical_device, &properties);
  EXPECT_EQ(of_maintenance9.image2DViewOf3DSparse, VK_FALSE);  // no image is sparse
  EXPECT_EQ(of_maintenance9.defaultVertexAttributeValue,
            VK_DEFAULT_VERTEX_ATTRIBUTE_VALUE_ZERO_ZERO_ZERO_ZERO_KHR);
}

// The structure names only queue families that the device has.
TEST(Maintenance9, ImagesKeepTheirContentsInTheirQueueFamily) {
  const Program program;
  std::uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties2(program.physical_device, &count, nullptr);
  std::vector<VkQueueFamilyOwnershipTransferPropertiesKHR> transfers(count);
  std::vector<VkQueueFamilyProperties2> families(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    transfers[i].sType = VK_STRUCTURE_TYPE_QUEUE_FAMILY_OWNERSHIP_TRANSFER_PROPERTIES_KHR;
    families[i].sType = VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2;
    families[i].pNext = &transfers[i];
  }
  vkGetPhysicalDeviceQueueFamilyProperties2(program.physical_device, &count, families.data());
  for (std::uint32_t i = 0; i < count; ++i) {
    EXPECT_NE(transfers[i].optimalImageTransferToQueueFamilies & (1u << i), 0u);
    EXPECT_EQ(transfers[i].optimalImageTransferToQueueFamilies >> count, 0u);
  }
}

struct TestQueries {
  TestQueries(const Program& program, VkQueryPoolCreateFlags flags) : device(program.device) {
    VkQueryPoolCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
    info.flags = flags;
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = 2;
    EXPECT_EQ(vkCreateQueryPool(device, &info, nullptr, &pool), VK_SUCCESS);
  }
  ~TestQueries() { vkDestroyQueryPool(device, pool, nullptr); }
  TestQueries(const TestQueries&) = delete;
  TestQueries& operator=(const TestQueries&) = delete;

  VkDevice device;
  VkQueryPool pool = VK_NULL_HANDLE;
};

TEST(Maintenance9, QueriesAreCreatedReset) {
  const Features features(true);
  for (const bool are_reset : {true, false}) {
    Program program(features.setup());
    const VkQueryPoolCreateFlags flags = are_reset ? VK_QUERY_POOL_CREATE_RESET_BIT_KHR : 0;
    const TestQueries queries(program, flags);
    program.run([&](VkCommandBuffer commands) {
      vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, queries.pool, 1);
    });
    EXPECT_EQ(program.findings(), are_reset ? Rules{} : Rules{"query.not-reset"});
    std::array<std::uint64_t, 4> results{};  // each with its availability
    EXPECT_EQ(
        vkGetQueryPoolResults(program.device, queries.pool, 0, 2, sizeof results, results.data(),
                              16, VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT),
        VK_NOT_READY);
    EXPECT_EQ(results[1], 0u);
    EXPECT_EQ(results[3], 1u);
  }
}

// Such a query is reset once: a second write needs another reset.
TEST(Maintenance9, AQueryIsWrittenTwice) {
  const Features features(true);
  Program program(features.setup());
  const TestQueries queries(program, VK_QUERY_POOL_CREATE_RESET_BIT_KHR);
  const auto write = [&] {
    program.run([&](VkCommandBuffer commands) {
      vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, queries.pool, 0);
    });
  };
  write();
  EXPECT_EQ(program.findings(), Rules{});
  write();
  EXPECT_EQ(program.findings(), Rules{"query.not-reset"});
}

TEST(Maintenance9, QueriesNeedTheFeature) {
  const Features features(false);
  const Program program(features.setup());
  const TestQueries without(program, 0);
  EXPECT_EQ(program.findings(), Rules{});
  const TestQueries with(program, VK_QUERY_POOL_CREATE_RESET_BIT_KHR);
  EXPECT_EQ(program.findings(), Rules{"feature.missing"});
}

// Only the stages before the event are known when it is set.
const DependencySetup transfers_before{
    .flags = VK_DEPENDENCY_ASYMMETRIC_EVENT_BIT_KHR,
    .barriers = {{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2, nullptr, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                  0, 0, 0}}};
const DependencySetup transfers_after{.flags = VK_DEPENDENCY_ASYMMETRIC_EVENT_BIT_KHR,
                                      .barriers = {written_and_read}};

TEST(Maintenance9, AnAsymmetricEventOrdersWhatCameBeforeIt) {
  const Features features(true);
  for (const bool sets_first : {false, true}) {
    Program program(features.setup());
    const TestBuffer a = program.buffer_of({0}), b = program.buffer_of({0});
    const TestEvent event(program);
    const Dependency set(transfers_before), wait(transfers_after);
    program.run([&](VkCommandBuffer commands) {
      if (!sets_first) vkCmdFillBuffer(commands, a.buffer, 0, 4, 5);
      vkCmdSetEvent2(commands, event.event, &set.info);
      if (sets_first) vkCmdFillBuffer(commands, a.buffer, 0, 4, 5);
      vkCmdWaitEvents2(commands, 1, &event.event, &wait.info);
      copy(commands, a, b);
    });
    EXPECT_EQ(b.words[0], 5u);
    EXPECT_EQ(program.findings(), sets_first ? Rules{"synchronization.missing-barrier"} : Rules{});
  }
}

// The access scopes are those of the wait.
TEST(Maintenance9, AnAsymmetricEventWhoseWaitLacksAnAccess) {
  const Features features(true);
  Program program(features.setup());
  const TestBuffer a = program.buffer_of({0}), b = program.buffer_of({0});
  const TestEvent event(program);
  DependencySetup narrow = transfers_after;
  narrow.barriers[0].srcAccessMask = 0;
  const Dependency set(transfers_before), wait(narrow);
  program.run([&](VkCommandBuffer commands) {
    vkCmdFillBuffer(commands, a.buffer, 0, 4, 5);
    vkCmdSetEvent2(commands, event.event, &set.info);
    vkCmdWaitEvents2(commands, 1, &event.event, &wait.info);
    copy(commands, a, b);
  });
  EXPECT_EQ(program.findings(), Rules{"synchronization.narrow-barrier"});
}

TEST(Maintenance9, AWaitForAnEventOfAnotherSymmetry) {
  const Features features(true);
  const auto found = [&](const DependencySetup& set, const DependencySetup& wait) {
    return set_and_wait({.set = set, .wait = wait}, features.setup());
  };
  EXPECT_EQ(found(transfers_before, transfers_after), "");
  const DependencySetup symmetric{.barriers = {written_and_read}};
  EXPECT_EQ(found(symmetric, symmetric), "");
  EXPECT_EQ(found(symmetric, transfers_after), "VUID-vkCmdWaitEvents2-pEvents-10789");
  EXPECT_EQ(found(transfers_before, symmetric), "VUID-vkCmdWaitEvents2-pEvents-10788");
}

// The stages of the wait together are those of the event.
TEST(Maintenance9, AWaitForAnAsymmetricEventWithOtherStages) {
  const Features features(true);
  DependencySetup set = transfers_before;
  set.barriers[0].srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT | VK_PIPELINE_STAGE_2_CLEAR_BIT;
  const auto with = [&](std::vector<VkPipelineStageFlags2> stages) {
    DependencySetup wait{.flags = VK_DEPENDENCY_ASYMMETRIC_EVENT_BIT_KHR};
    for (const VkPipelineStageFlags2 of_one : stages) {
      wait.barriers.push_back(written_and_read);
      wait.barriers.back().srcStageMask = of_one;
    }
    return set_and_wait({.set = set, .wait = wait}, features.setup());
  };
  constexpr auto copies = VK_PIPELINE_STAGE_2_COPY_BIT, clears = VK_PIPELINE_STAGE_2_CLEAR_BIT;
  EXPECT_EQ(with({copies | clears}), "");
  EXPECT_EQ(with({copies, clears}), "");
  EXPECT_EQ(with({copies, copies}), "VUID-vkCmdWaitEvents2-pEvents-10790");
  EXPECT_EQ(with({copies, clears, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT}),
            "VUID-vkCmdWaitEvents2-pEvents-10790");
}

TEST(Maintenance9, AnAsymmetricEventHasOnlySourceStages) {
  const Features features(true);
  const auto with = [&](const std::vector<VkMemoryBarrier2>& barriers) {
    return set_and_wait(
        {.set = {.flags = VK_DEPENDENCY_ASYMMETRIC_EVENT_BIT_KHR, .barriers = barriers},
         .wait = transfers_after},
        features.setup());
  };
  const VkMemoryBarrier2 right = transfers_before.barriers[0];
  EXPECT_EQ(with({right}), "");
  EXPECT_EQ(with({right, right}), "VUID-vkCmdSetEvent2-dependencyFlags-10786");
  EXPECT_EQ(with({}), "VUID-vkCmdSetEvent2-dependencyFlags-10786");
  VkMemoryBarrier2 wrong = right;
  wrong.srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT;
  EXPECT_EQ(with({wrong}), "VUID-vkCmdSetEvent2-dependencyFlags-10787");
  wrong = right;
  wrong.dstStageMask = VK_PIPELINE_STAGE_2_COPY_BIT;
  EXPECT_EQ(with({wrong}), "VUID-vkCmdSetEvent2-dependencyFlags-10787");
  wrong = right;
  wrong.dstAccessMask = VK_ACCESS_2_TRANSFER_READ_BIT;
  EXPECT_EQ(with({wrong}), "VUID-vkCmdSetEvent2-dependencyFlags-10787");
}

TEST(Maintenance9, AnAsymmetricEventHasNoBarriersOfBuffers) {
  const Features features(true);
  Program program(features.setup());
  const TestBuffer buffer = program.buffer_of({0});
  const TestEvent event(program);
  Dependency set(transfers_before);
  VkBufferMemoryBarrier2 barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER_2;
  barrier.buffer = buffer.buffer;
  barrier.size = VK_WHOLE_SIZE;
  set.info.bufferMemoryBarrierCount = 1;
  set.info.pBufferMemoryBarriers = &barrier;
  program.record(
      [&](VkCommandBuffer commands) { vkCmdSetEvent2(commands, event.event, &set.info); });
  EXPECT_EQ(vuid_of(program), "VUID-vkCmdSetEvent2-dependencyFlags-10785");
}

TEST(Maintenance9, AnAsymmetricEventNeedsTheFeature) {
  const Features features(false);
  EXPECT_EQ(set_and_wait({.set = transfers_before, .wait = transfers_after}, features.setup()),
            "VUID-vkCmdSetEvent2-dependencyFlags-03825");
}

VkDevice create_device_without_queues(const Program& program, const Setup& setup) {
  VkDeviceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = setup.features;
  info.enabledExtensionCount = static_cast<std::uint32_t>(setup.extensions.size());
  info.ppEnabledExtensionNames = setup.extensions.data();
  VkDevice device = VK_NULL_HANDLE;
  EXPECT_EQ(vkCreateDevice(program.physical_device, &info, nullptr, &device), VK_SUCCESS);
  return device;
}

// Creates a pipeline that does nothing, and gives back the data of the cache after that. `data`: that of the cache before.
struct CachedCreation {
  VkResult result = VK_SUCCESS;
  std::vector<char> data;
};
CachedCreation create_pipeline(VkDevice device, const std::vector<char>& data,
                               VkPipelineCreateFlags flags = 0) {
  const auto words = assemble(
      "OpCapability Shader\nOpMemoryModel Logical GLSL450\n"
      "OpEntryPoint GLCompute %main \"main\"\nOpExecutionMode %main LocalSize 1 1 1\n"
      "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n"
      "%main = OpFunction %void None %fn\n%l = OpLabel\nOpReturn\nOpFunctionEnd\n",
      "test.spvasm", "spv1.5");
  EXPECT_TRUE(words.has_value());
  VkShaderModuleCreateInfo module_info{};
  module_info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  module_info.codeSize = 4 * words->size();
  module_info.pCode = words->data();
  VkShaderModule module = VK_NULL_HANDLE;
  EXPECT_EQ(vkCreateShaderModule(device, &module_info, nullptr, &module), VK_SUCCESS);
  VkPipelineLayoutCreateInfo layout_info{};
  layout_info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  EXPECT_EQ(vkCreatePipelineLayout(device, &layout_info, nullptr, &layout), VK_SUCCESS);
  VkPipelineCacheCreateInfo cache_info{};
  cache_info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
  cache_info.initialDataSize = data.size();
  cache_info.pInitialData = data.data();
  VkPipelineCache cache = VK_NULL_HANDLE;
  EXPECT_EQ(vkCreatePipelineCache(device, &cache_info, nullptr, &cache), VK_SUCCESS);
  VkComputePipelineCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.flags = flags;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module;
  info.stage.pName = "main";
  info.layout = layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
  CachedCreation made;
  made.result = vkCreateComputePipelines(device, cache, 1, &info, nullptr, &pipeline);
  std::size_t size = 0;
  vkGetPipelineCacheData(device, cache, &size, nullptr);
  made.data.resize(size);
  vkGetPipelineCacheData(device, cache, &size, made.data.data());
  vkDestroyPipeline(device, pipeline, nullptr);
  vkDestroyPipelineCache(device, cache, nullptr);
  vkDestroyPipelineLayout(device, layout, nullptr);
  vkDestroyShaderModule(device, module, nullptr);
  return made;
}

TEST(Maintenance9, ADeviceWithoutQueuesFillsAPipelineCache) {
  const Features features(true);
  const Program program(features.setup());
  const VkDevice device = create_device_without_queues(program, features.setup());
  const CachedCreation filled = create_pipeline(device, {});
  EXPECT_EQ(filled.result, VK_SUCCESS);
  EXPECT_EQ(vkDeviceWaitIdle(device), VK_SUCCESS);
  vkDestroyDevice(device, nullptr);
  constexpr VkPipelineCreateFlags cached_only =
      VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT;
  EXPECT_EQ(create_pipeline(program.device, filled.data, cached_only).result, VK_SUCCESS);
  EXPECT_EQ(create_pipeline(program.device, {}, cached_only).result, VK_PIPELINE_COMPILE_REQUIRED);
  EXPECT_EQ(program.findings(), Rules{});
}

TEST(Maintenance9, ADeviceWithoutQueuesHasNoCommandPools) {
  const Features features(true);
  const Program program(features.setup());
  const VkDevice without = create_device_without_queues(program, features.setup());
  for (const VkDevice device : {program.device, without}) {
    VkCommandPoolCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    VkCommandPool pool = VK_NULL_HANDLE;
    vkCreateCommandPool(device, &info, nullptr, &pool);
    EXPECT_EQ(vuid_of(program),
              device == without ? "VUID-vkCreateCommandPool-queueFamilyIndex-01937" : "");
    vkDestroyCommandPool(device, pool, nullptr);
  }
  VkQueue queue = VK_NULL_HANDLE;
  vkGetDeviceQueue(without, 0, 0, &queue);
  EXPECT_EQ(queue, static_cast<VkQueue>(VK_NULL_HANDLE));
  vkDestroyDevice(without, nullptr);
}

// Reverses the bits of an integer, whose low and high words are the first two words of the buffer.
std::string reversing(std::uint32_t width) {
  const std::string type = "%t" + std::to_string(width);
  return "OpCapability Shader\nOpCapability Int16\nOpCapability Int64\n"
         "OpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\" %data\n"
         "OpExecutionMode %main LocalSize 1 1 1\n"
         "OpDecorate %Data Block\nOpMemberDecorate %Data 0 Offset 0\nOpDecorate %words ArrayStride "
         "4\n"
         "OpDecorate %data DescriptorSet 0\nOpDecorate %data Binding 0\n"
         "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n"
         "%t16 = OpTypeInt 16 0\n%t32 = OpTypeInt 32 0\n%t64 = OpTypeInt 64 0\n"
         "%u0 = OpConstant %t32 0\n%u1 = OpConstant %t32 1\n%u2 = OpConstant %t32 2\n"
         "%u32 = OpConstant %t32 32\n%words = OpTypeArray %t32 %u2\n%Data = OpTypeStruct %words\n"
         "%pData = OpTypePointer StorageBuffer %Data\n%pWord = OpTypePointer StorageBuffer %t32\n"
         "%data = OpVariable %pData StorageBuffer\n"
         "%main = OpFunction %void None %fn\n%l = OpLabel\n"
         "%p0 = OpAccessChain %pWord %data %u0 %u0\n%p1 = OpAccessChain %pWord %data %u0 %u1\n"
         "%a0 = OpLoad %t32 %p0\n%a1 = OpLoad %t32 %p1\n"
         "%w0 = OpUConvert %t64 %a0\n%w1 = OpUConvert %t64 %a1\n"
         "%high = OpShiftLeftLogical %t64 %w1 %u32\n%whole = OpBitwiseOr %t64 %w0 %high\n" +
         (width == 64 ? "%x = OpCopyObject %t64 %whole\n"
                      : "%x = OpUConvert " + type + " %whole\n") +
         "%r = OpBitReverse " + type + " %x\n" +
         (width == 64 ? "%y = OpCopyObject %t64 %r\n" : "%y = OpUConvert %t64 %r\n") +
         "%y0 = OpUConvert %t32 %y\n%shifted = OpShiftRightLogical %t64 %y %u32\n"
         "%y1 = OpUConvert %t32 %shifted\nOpStore %p0 %y0\nOpStore %p1 %y1\n"
         "OpReturn\nOpFunctionEnd\n";
}

std::uint64_t reversed(std::uint64_t value, std::uint32_t width) {
  std::uint64_t result = 0;
  for (std::uint32_t i = 0; i < width; ++i) result |= (value >> i & 1) << (width - 1 - i);
  return result;
}

TEST(Maintenance9, BitInstructionsOfEveryWidth) {
  const Features with(true), without(false);
  for (const std::uint32_t width : {16u, 32u, 64u}) {
    for (const Features* features : {&with, &without}) {
      Program program(features->setup());
      const auto words = assemble(reversing(width), "test.spvasm", "spv1.5");
      ASSERT_TRUE(words.has_value()) << words.error().message;
      VkShaderModuleCreateInfo module{};
      module.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
      module.codeSize = 4 * words->size();
      module.pCode = words->data();
      TestPipeline pipeline = program.pipeline(std::string(one_invocation) + "void main() {}");
      VkShaderModule shader = VK_NULL_HANDLE;
      vkCreateShaderModule(program.device, &module, nullptr, &shader);
      VkComputePipelineCreateInfo info{};
      info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
      info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
      info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
      info.stage.module = shader;
      info.stage.pName = "main";
      info.layout = pipeline.layout;
      pipeline.pipeline = VK_NULL_HANDLE;
      const bool is_valid = width == 32 || features == &with;
      EXPECT_EQ(vkCreateComputePipelines(program.device, VK_NULL_HANDLE, 1, &info, nullptr,
                                         &pipeline.pipeline) == VK_SUCCESS,
                is_valid);
      EXPECT_EQ(program.findings(), is_valid ? Rules{} : Rules{"shader.invalid"});
      if (is_valid) {
        const TestBuffer data = program.buffer_of({0x12345678, 0x9ABCDEF1});
        program.write(pipeline, 0, data);
        EXPECT_EQ(program.dispatch(pipeline), VK_SUCCESS);
        EXPECT_EQ(data.words[0] | std::uint64_t{data.words[1]} << 32,
                  reversed(0x9ABCDEF112345678, width));
      }
      vkDestroyPipeline(program.device, pipeline.pipeline, nullptr);
      vkDestroyShaderModule(program.device, shader, nullptr);
    }
  }
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
