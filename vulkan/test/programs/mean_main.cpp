// A small Vulkan program: runs docs/examples/mean.comp on the counts of its arguments, and prints the means.
//
//   vulkan-mean mean.spv COUNT...

#include <vulkan/vulkan.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

namespace {

void check(VkResult result, const char* what) {
  if (result == VK_SUCCESS) return;
  std::fprintf(stderr, "vulkan-mean: %s failed: %d\n", what, static_cast<int>(result));
  std::exit(1);
}

std::vector<char> read_file(const char* name) {
  std::ifstream file(name, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "vulkan-mean: %s cannot be read\n", name);
    std::exit(1);
  }
  return {std::istreambuf_iterator<char>(file), {}};
}

VkDevice create_device() {
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.apiVersion = VK_API_VERSION_1_1;
  VkInstanceCreateInfo instance_info{};
  instance_info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  instance_info.pApplicationInfo = &application;
  VkInstance instance = nullptr;
  check(vkCreateInstance(&instance_info, nullptr, &instance), "vkCreateInstance");
  std::uint32_t count = 1;
  VkPhysicalDevice physical = nullptr;
  vkEnumeratePhysicalDevices(instance, &count, &physical);
  const float priority = 1;
  VkDeviceQueueCreateInfo queue_info{};
  queue_info.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue_info.queueCount = 1;
  queue_info.pQueuePriorities = &priority;
  VkDeviceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue_info;
  VkDevice device = nullptr;
  check(vkCreateDevice(physical, &info, nullptr, &device), "vkCreateDevice");
  return device;
}

struct Numbers {
  VkBuffer buffer = VK_NULL_HANDLE;
  std::uint32_t* words = nullptr;
};

// The memory type 1 of this device is visible to the host; others may have another order.
Numbers create_buffer(VkDevice device, std::uint32_t count) {
  Numbers made;
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = 4 * count;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  check(vkCreateBuffer(device, &info, nullptr, &made.buffer), "vkCreateBuffer");
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(device, made.buffer, &needs);
  VkMemoryAllocateInfo allocation{};
  allocation.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  allocation.allocationSize = needs.size;
  allocation.memoryTypeIndex = 1;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  check(vkAllocateMemory(device, &allocation, nullptr, &memory), "vkAllocateMemory");
  check(vkBindBufferMemory(device, made.buffer, memory, 0), "vkBindBufferMemory");
  void* data = nullptr;
  check(vkMapMemory(device, memory, 0, VK_WHOLE_SIZE, 0, &data), "vkMapMemory");
  made.words = static_cast<std::uint32_t*>(data);
  return made;
}

struct Shader {
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkPipeline pipeline = VK_NULL_HANDLE;
  VkDescriptorSet set = VK_NULL_HANDLE;
};

Shader create_shader(VkDevice device, const std::vector<char>& code, const Numbers& totals,
                     const Numbers& counts) {
  Shader made;
  VkDescriptorSetLayoutBinding bindings[2]{};
  for (std::uint32_t i = 0; i < 2; ++i)
    bindings[i] = {i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
  VkDescriptorSetLayoutCreateInfo set_info{};
  set_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  set_info.bindingCount = 2;
  set_info.pBindings = bindings;
  VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
  vkCreateDescriptorSetLayout(device, &set_info, nullptr, &set_layout);
  VkPipelineLayoutCreateInfo layout_info{};
  layout_info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  layout_info.setLayoutCount = 1;
  layout_info.pSetLayouts = &set_layout;
  vkCreatePipelineLayout(device, &layout_info, nullptr, &made.layout);
  VkShaderModuleCreateInfo module_info{};
  module_info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  module_info.codeSize = code.size();
  module_info.pCode = reinterpret_cast<const std::uint32_t*>(code.data());
  VkComputePipelineCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.pName = "main";
  check(vkCreateShaderModule(device, &module_info, nullptr, &info.stage.module),
        "vkCreateShaderModule");
  info.layout = made.layout;
  check(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, nullptr, &made.pipeline),
        "vkCreateComputePipelines");
  const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2};
  VkDescriptorPoolCreateInfo pool_info{};
  pool_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  pool_info.maxSets = 1;
  pool_info.poolSizeCount = 1;
  pool_info.pPoolSizes = &size;
  VkDescriptorSetAllocateInfo set_allocation{};
  set_allocation.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  vkCreateDescriptorPool(device, &pool_info, nullptr, &set_allocation.descriptorPool);
  set_allocation.descriptorSetCount = 1;
  set_allocation.pSetLayouts = &set_layout;
  check(vkAllocateDescriptorSets(device, &set_allocation, &made.set), "vkAllocateDescriptorSets");
  const VkDescriptorBufferInfo infos[]{{totals.buffer, 0, VK_WHOLE_SIZE},
                                       {counts.buffer, 0, VK_WHOLE_SIZE}};
  VkWriteDescriptorSet write{};
  write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
  write.dstSet = made.set;
  write.descriptorCount = 2;  // of two bindings
  write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  write.pBufferInfo = infos;
  vkUpdateDescriptorSets(device, 1, &write, 0, nullptr);
  return made;
}

void dispatch(VkDevice device, const Shader& shader) {
  VkCommandPoolCreateInfo pool_info{};
  pool_info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  VkCommandBufferAllocateInfo allocation{};
  allocation.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  vkCreateCommandPool(device, &pool_info, nullptr, &allocation.commandPool);
  allocation.commandBufferCount = 1;
  VkCommandBuffer commands = nullptr;
  check(vkAllocateCommandBuffers(device, &allocation, &commands), "vkAllocateCommandBuffers");
  VkCommandBufferBeginInfo begin{};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  vkBeginCommandBuffer(commands, &begin);
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, shader.pipeline);
  vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, shader.layout, 0, 1,
                          &shader.set, 0, nullptr);
  vkCmdDispatch(commands, 1, 1, 1);
  vkEndCommandBuffer(commands);
  VkSubmitInfo submit{};
  submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &commands;
  VkQueue queue = nullptr;
  vkGetDeviceQueue(device, 0, 0, &queue);
  check(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
  check(vkQueueWaitIdle(queue), "vkQueueWaitIdle");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: vulkan-mean mean.spv COUNT...\n");
    return 2;
  }
  const auto count = static_cast<std::uint32_t>(argc - 2);
  const VkDevice device = create_device();
  const Numbers totals = create_buffer(device, count), counts = create_buffer(device, count);
  for (std::uint32_t i = 0; i < count; ++i) {
    totals.words[i] = 10 * (i + 1);
    counts.words[i] = static_cast<std::uint32_t>(std::strtoul(argv[2 + i], nullptr, 10));
  }
  dispatch(device, create_shader(device, read_file(argv[1]), totals, counts));
  for (std::uint32_t i = 0; i < count; ++i)
    std::printf("%u%c", static_cast<unsigned>(totals.words[i]), i + 1 == count ? '\n' : ' ');
  return 0;
}
