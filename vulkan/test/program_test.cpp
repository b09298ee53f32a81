// How the programs of the tests are made.

#include "vulkan/test/program_for_test.h"

#include <algorithm>
#include <cstdlib>

#include "frontend/glslang_compiler.h"

namespace spirv_oracle::vulkan::test {

Program::Program(const Setup& setup) {
  // Only this device, and findings only through the messenger.
  setenv("VK_DRIVER_FILES", SPIRV_ORACLE_ICD, 1);
  setenv("VK_ICD_FILENAMES", SPIRV_ORACLE_ICD, 1);
  setenv("SPIRV_ORACLE_QUIET", "1", 1);
  create_instance(setup);
  create_device(setup);
}

Program::~Program() {
  vkDeviceWaitIdle(device);
  for (auto at = cleanup_.rbegin(); at != cleanup_.rend(); ++at) (*at)();
  vkDestroyDescriptorPool(device, descriptors, nullptr);
  vkDestroyCommandPool(device, pool, nullptr);
  vkDestroyDevice(device, nullptr);
  if (messenger_ != VK_NULL_HANDLE) {
    reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(vkGetInstanceProcAddr(
        instance, "vkDestroyDebugUtilsMessengerEXT"))(instance, messenger_, nullptr);
  }
  vkDestroyInstance(instance, nullptr);
}

VkBool32 Program::note(VkDebugUtilsMessageSeverityFlagBitsEXT /*severity*/,
                       VkDebugUtilsMessageTypeFlagsEXT /*type*/,
                       const VkDebugUtilsMessengerCallbackDataEXT* data, void* user) {
  auto* program = static_cast<Program*>(user);
  program->findings_.emplace_back(data->pMessageIdName == nullptr ? "" : data->pMessageIdName);
  program->messages_.emplace_back(data->pMessage);
  return VK_FALSE;
}

void Program::create_instance(const Setup& setup) {
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.apiVersion = VK_API_VERSION_1_3;
  const char* extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
  VkInstanceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  info.enabledExtensionCount = 1;
  info.ppEnabledExtensionNames = &extension;
  ASSERT_EQ(vkCreateInstance(&info, nullptr, &instance), VK_SUCCESS);
  if (!setup.has_messenger) return;
  VkDebugUtilsMessengerCreateInfoEXT messenger{};
  messenger.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  messenger.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT |
                              VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT;
  messenger.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
  messenger.pfnUserCallback = note;
  messenger.pUserData = this;
  const auto create = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
      vkGetInstanceProcAddr(instance, "vkCreateDebugUtilsMessengerEXT"));
  ASSERT_EQ(create(instance, &messenger, nullptr, &messenger_), VK_SUCCESS);
}

void Program::create_device(const Setup& setup) {
  std::uint32_t count = 1;
  ASSERT_EQ(vkEnumeratePhysicalDevices(instance, &count, &physical_device), VK_SUCCESS);
  const float priorities[] = {1, 1};
  VkDeviceQueueCreateInfo queues{};
  queues.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queues.queueCount = 2;
  queues.pQueuePriorities = priorities;
  VkPhysicalDeviceVulkan13Features features_1_3{};
  features_1_3.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
  VkPhysicalDeviceVulkan12Features features_1_2{};
  features_1_2.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
  features_1_2.pNext = &features_1_3;
  VkPhysicalDeviceVulkan11Features features_1_1{};
  features_1_1.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
  features_1_1.pNext = &features_1_2;
  VkPhysicalDeviceFeatures2 features{};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  features.pNext = &features_1_1;
  vkGetPhysicalDeviceFeatures2(physical_device, &features);
  features.features.robustBufferAccess = VK_FALSE;  // accesses out of bounds are to be found
  VkDeviceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = setup.features == nullptr ? &features : setup.features;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queues;
  info.enabledExtensionCount = static_cast<std::uint32_t>(setup.extensions.size());
  info.ppEnabledExtensionNames = setup.extensions.data();
  ASSERT_EQ(vkCreateDevice(physical_device, &info, nullptr, &device), VK_SUCCESS);
  vkGetDeviceQueue(device, 0, 0, &queue);
  vkGetDeviceQueue(device, 0, 1, &second_queue);
  VkCommandPoolCreateInfo pool_info{};
  pool_info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  pool_info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  ASSERT_EQ(vkCreateCommandPool(device, &pool_info, nullptr, &pool), VK_SUCCESS);
  std::vector<VkDescriptorPoolSize> sizes;
  for (int type = 0; type <= VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC; ++type)
    sizes.push_back({static_cast<VkDescriptorType>(type), 64});
  sizes.push_back({VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, 64});
  const VkDescriptorPoolInlineUniformBlockCreateInfo blocks{
      VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO, nullptr, 4};
  VkDescriptorPoolCreateInfo descriptor_info{};
  descriptor_info.pNext = &blocks;
  descriptor_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  descriptor_info.flags = VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT;
  descriptor_info.maxSets = 64;
  descriptor_info.poolSizeCount = static_cast<std::uint32_t>(sizes.size());
  descriptor_info.pPoolSizes = sizes.data();
  ASSERT_EQ(vkCreateDescriptorPool(device, &descriptor_info, nullptr, &descriptors), VK_SUCCESS);
}

VkDeviceMemory Program::allocate(VkDeviceSize size, bool host_visible) {
  VkMemoryAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  info.allocationSize = size;
  info.memoryTypeIndex = host_visible ? 1 : 0;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  EXPECT_EQ(vkAllocateMemory(device, &info, nullptr, &memory), VK_SUCCESS);
  cleanup_.emplace_back([this, memory] { vkFreeMemory(device, memory, nullptr); });
  return memory;
}

TestBuffer Program::buffer(VkDeviceSize size, bool host_visible) {
  TestBuffer made;
  made.size = size;
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = size;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
               VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
               VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
               VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT;
  EXPECT_EQ(vkCreateBuffer(device, &info, nullptr, &made.buffer), VK_SUCCESS);
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(device, made.buffer, &needs);
  made.memory = allocate(needs.size, host_visible);
  cleanup_.emplace_back([this, made] { vkDestroyBuffer(device, made.buffer, nullptr); });
  EXPECT_EQ(vkBindBufferMemory(device, made.buffer, made.memory, 0), VK_SUCCESS);
  if (!host_visible) return made;
  void* data = nullptr;
  EXPECT_EQ(vkMapMemory(device, made.memory, 0, VK_WHOLE_SIZE, 0, &data), VK_SUCCESS);
  made.words = {static_cast<std::uint32_t*>(data), size / 4};
  return made;
}

TestBuffer Program::buffer_of(const std::vector<std::uint32_t>& words) {
  const TestBuffer made = buffer(words.size() * 4);
  std::ranges::copy(words, made.words.begin());
  return made;
}

VkShaderModule Program::shader(const std::string& glsl) {
  ModuleOptions options;
  options.file = "test.comp";
  const auto compiled = compile_source(glsl, ShaderLanguage::glsl, "compute", options);
  if (!compiled) {
    ADD_FAILURE() << compiled.error().message;
    return VK_NULL_HANDLE;
  }
  VkShaderModuleCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  info.codeSize = compiled->words.size() * 4;
  info.pCode = compiled->words.data();
  VkShaderModule module = VK_NULL_HANDLE;
  EXPECT_EQ(vkCreateShaderModule(device, &info, nullptr, &module), VK_SUCCESS);
  cleanup_.emplace_back([this, module] { vkDestroyShaderModule(device, module, nullptr); });
  return module;
}

TestPipeline Program::pipeline(const std::string& glsl, const PipelineSetup& setup) {
  TestPipeline made;
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  for (std::uint32_t i = 0; i < setup.bindings.size(); ++i)
    bindings.push_back({i, setup.bindings[i], setup.counts.empty() ? 1 : setup.counts[i],
                        VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
  VkDescriptorSetLayoutBindingFlagsCreateInfo flags{};
  flags.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO;
  flags.bindingCount = static_cast<std::uint32_t>(setup.binding_flags.size());
  flags.pBindingFlags = setup.binding_flags.data();
  VkDescriptorSetLayoutCreateInfo set_info{};
  if (!setup.binding_flags.empty()) {
    set_info.pNext = &flags;
    set_info.flags |= VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT;
  }
  if (setup.is_pushed) set_info.flags |= VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
  set_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  set_info.bindingCount = static_cast<std::uint32_t>(bindings.size());
  set_info.pBindings = bindings.data();
  EXPECT_EQ(vkCreateDescriptorSetLayout(device, &set_info, nullptr, &made.set_layout), VK_SUCCESS);
  const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, setup.push_constants};
  VkPipelineLayoutCreateInfo layout_info{};
  layout_info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  layout_info.setLayoutCount = 1;
  layout_info.pSetLayouts = &made.set_layout;
  layout_info.pushConstantRangeCount = setup.push_constants != 0 ? 1 : 0;
  layout_info.pPushConstantRanges = &range;
  EXPECT_EQ(vkCreatePipelineLayout(device, &layout_info, nullptr, &made.layout), VK_SUCCESS);
  VkComputePipelineCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.flags = setup.flags;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.pNext = setup.stage_chain;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = shader(glsl);
  info.stage.pName = "main";
  info.stage.pSpecializationInfo = setup.specialization;
  info.layout = made.layout;
  EXPECT_EQ(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, nullptr, &made.pipeline),
            VK_SUCCESS);
  VkDescriptorSetVariableDescriptorCountAllocateInfo variable{};
  variable.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_ALLOCATE_INFO;
  variable.descriptorSetCount = 1;
  variable.pDescriptorCounts = &setup.variable_count;
  VkDescriptorSetAllocateInfo allocate{};
  allocate.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  if (setup.variable_count != 0) allocate.pNext = &variable;
  allocate.descriptorPool = descriptors;
  allocate.descriptorSetCount = 1;
  allocate.pSetLayouts = &made.set_layout;
  if (!setup.is_pushed) {
    EXPECT_EQ(vkAllocateDescriptorSets(device, &allocate, &made.set), VK_SUCCESS);
  }
  cleanup_.emplace_back([this, made] {
    vkDestroyPipeline(device, made.pipeline, nullptr);
    vkDestroyPipelineLayout(device, made.layout, nullptr);
    vkDestroyDescriptorSetLayout(device, made.set_layout, nullptr);
  });
  return made;
}

TestPipeline Program::pipeline(const std::string& glsl, std::uint32_t buffers) {
  PipelineSetup setup;
  setup.bindings.assign(buffers, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
  return pipeline(glsl, setup);
}

void Program::write(const TestPipeline& pipeline, std::uint32_t binding, const TestBuffer& buffer,
                    VkDescriptorType type, std::uint32_t element) {
  const VkDescriptorBufferInfo info{buffer.buffer, 0, VK_WHOLE_SIZE};
  VkWriteDescriptorSet write{};
  write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
  write.dstSet = pipeline.set;
  write.dstBinding = binding;
  write.dstArrayElement = element;
  write.descriptorCount = 1;
  write.descriptorType = type;
  write.pBufferInfo = &info;
  vkUpdateDescriptorSets(device, 1, &write, 0, nullptr);
}

void Program::name(VkObjectType type, std::uint64_t handle, const char* text) {
  const VkDebugUtilsObjectNameInfoEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
                                           nullptr, type, handle, text};
  EXPECT_EQ(
      function<PFN_vkSetDebugUtilsObjectNameEXT>("vkSetDebugUtilsObjectNameEXT")(device, &info),
      VK_SUCCESS);
}

VkCommandBuffer Program::record(const std::function<void(VkCommandBuffer)>& commands,
                                VkCommandBufferUsageFlags usage) {
  VkCommandBufferAllocateInfo allocate{};
  allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  allocate.commandPool = pool;
  allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  allocate.commandBufferCount = 1;
  VkCommandBuffer buffer = nullptr;
  EXPECT_EQ(vkAllocateCommandBuffers(device, &allocate, &buffer), VK_SUCCESS);
  VkCommandBufferBeginInfo begin{};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  begin.flags = usage;
  EXPECT_EQ(vkBeginCommandBuffer(buffer, &begin), VK_SUCCESS);
  commands(buffer);
  EXPECT_EQ(vkEndCommandBuffer(buffer), VK_SUCCESS);
  return buffer;
}

VkResult Program::submit(VkCommandBuffer commands, VkFence fence) {
  VkSubmitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands;
  return vkQueueSubmit(queue, 1, &info, fence);
}

VkResult Program::run(const std::function<void(VkCommandBuffer)>& commands) {
  const VkResult submitted = submit(record(commands));
  return submitted == VK_SUCCESS ? wait() : submitted;
}

void Program::bind(VkCommandBuffer commands, const TestPipeline& pipeline) {
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline);
  vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.layout, 0, 1,
                          &pipeline.set, 0, nullptr);
}

VkResult Program::dispatch(const TestPipeline& pipeline, std::uint32_t groups) {
  return run([&](VkCommandBuffer commands) {
    bind(commands, pipeline);
    vkCmdDispatch(commands, groups, 1, 1);
  });
}

}  // namespace spirv_oracle::vulkan::test
