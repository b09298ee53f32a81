// Random calls of the driver, valid and not: none may crash, hang or have undefined behavior.
#pragma once

#include <string>

#include "frontend/glslang_compiler.h"
#include "vulkan/test/random_commands_for_test.h"
#include "vulkan/test/random_dispatch_for_test.h"

namespace spirv_oracle::vulkan::test {

// Shaders that use descriptors of several types.
inline std::vector<ShaderWords> shaders_for_random_calls() {
  const char* const sources[] = {
      R"(#version 450
layout(std430, binding = 0) buffer From { uint from[]; };
layout(std430, binding = 1) buffer To { uint to[]; };
layout(push_constant) uniform Constants { uint index; };
void main() { to[index & 3] = from[index & 3] + 1; }
)",
      R"(#version 450
layout(local_size_x_id = 0) in;
layout(binding = 0, r32ui) uniform uimage2D image;
layout(binding = 1) uniform sampler2D sampled;
layout(binding = 2) uniform usamplerBuffer texels;
void main() {
  const uint value = uint(textureLod(sampled, vec2(0.5), 0).x) + texelFetch(texels, 1).x;
  imageStore(image, ivec2(gl_WorkGroupID.xy), uvec4(value));
}
)",
      R"(#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Data { uint data[]; } buffers[];
layout(binding = 1) uniform Block { uvec4 words; } block;
void main() { atomicAdd(buffers[nonuniformEXT(gl_LocalInvocationIndex & 1)].data[0], block.words.y); }
)"};
  std::vector<ShaderWords> shaders;
  for (const char* source : sources) {
    ModuleOptions options;
    options.file = "random.comp";
    auto compiled = compile_source(source, ShaderLanguage::glsl, "compute", options);
    if (!compiled) stop(compiled.error().message.c_str());
    shaders.push_back(std::move(compiled->words));
  }
  return shaders;
}

// A program on a device of its own. A second device owns foreign objects.
class RandomCalls {
 public:
  RandomCalls(std::span<const std::uint8_t> bytes, std::span<const ShaderWords> shaders)
      : bytes_(bytes),
        handles_(bytes_),
        objects_(bytes_, handles_, shaders),
        commands_(bytes_, handles_, objects_) {
    const auto info = structure<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
    if (call<PFN_vkCreateInstance>("vkCreateInstance", &info, nullptr, &instance_) != VK_SUCCESS)
      stop("no instance");
    create_device();
    create_device();
    RandomDispatch(bytes_, handles_, objects_);
    begin();
  }
  ~RandomCalls() {
    for (const VkDevice device : handles_.all<VkDevice>())
      call<PFN_vkDestroyDevice>("vkDestroyDevice", device, nullptr);
    call<PFN_vkDestroyInstance>("vkDestroyInstance", instance_, nullptr);
  }
  RandomCalls(const RandomCalls&) = delete;
  RandomCalls& operator=(const RandomCalls&) = delete;

  // Until the bytes are used up. Returns the number of decisions, each of which is at least one call.
  std::uint64_t run() {
    std::uint64_t count = 0;
    for (; !bytes_.is_empty(); ++count) call_one();
    wait();
    check_device();
    return count;
  }

 private:
  VkDevice device() { return handles_.all<VkDevice>().front(); }
  VkQueue queue() { return handles_.all<VkQueue>()[bytes_.number(2)]; }

  void create_device();
  void begin();
  void call_one();
  void command_buffer();
  void submit();
  void synchronize();
  void semaphore();
  void query_pool();
  // Until the queues are idle. Nothing must stop them but what only the program can signal.
  void wait();
  void signal_all();
  // What valid calls do afterwards must be right.
  void check_device();

  RandomBytes bytes_;
  RandomHandles handles_;
  RandomObjects objects_;
  RandomCommands commands_;
  VkInstance instance_ = nullptr;
  std::uint64_t timeline_ = 0;
};

inline void RandomCalls::create_device() {
  VkPhysicalDevice physical = nullptr;
  std::uint32_t count = 1;
  call<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices", instance_, &count, &physical);
  auto features_1_3 = structure<VkPhysicalDeviceVulkan13Features>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES);
  auto features_1_2 = structure<VkPhysicalDeviceVulkan12Features>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES);
  features_1_2.pNext = &features_1_3;
  auto null = structure<VkPhysicalDeviceRobustness2FeaturesEXT>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT);
  null.pNext = &features_1_2;
  auto maintenance9 = structure<VkPhysicalDeviceMaintenance9FeaturesKHR>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_9_FEATURES_KHR);
  features_1_3.pNext = &maintenance9;
  auto features =
      structure<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  features.pNext = &null;
  call<PFN_vkGetPhysicalDeviceFeatures2>("vkGetPhysicalDeviceFeatures2", physical, &features);
  null.nullDescriptor = bytes_.number(2);
  maintenance9.maintenance9 = bytes_.number(2);
  features.features.robustBufferAccess = bytes_.number(2);
  const float priorities[] = {1, 1};
  auto queues = structure<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queues.queueCount = 2;
  queues.pQueuePriorities = priorities;
  auto info = structure<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.pNext = &features;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queues;
  VkDevice made = nullptr;
  const VkResult result =
      call<PFN_vkCreateDevice>("vkCreateDevice", physical, &info, nullptr, &made);
  if (result != VK_SUCCESS) stop("no device");
  handles_.add(result, made);
  for (std::uint32_t i = 0; i < 2; ++i) {
    VkQueue queue = nullptr;
    call<PFN_vkGetDeviceQueue>("vkGetDeviceQueue", made, 0u, i, &queue);
    handles_.add(VK_SUCCESS, queue);
  }
}

// A buffer that records, with a pool.
inline void RandomCalls::begin() {
  auto info = structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  info.flags = bytes_.number(4);
  VkCommandPool pool = VK_NULL_HANDLE;
  handles_.add(
      call<PFN_vkCreateCommandPool>("vkCreateCommandPool", device(), &info, nullptr, &pool), pool);
  command_buffer();
}

inline void RandomCalls::call_one() {
  switch (bytes_.number(16)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
      return objects_.call_one();
    case 5:
    case 6:
      return command_buffer();
    case 7:
      return submit();
    case 8:
      return synchronize();
    case 9:
      return bytes_.one_in(4) ? query_pool() : semaphore();
    case 10:
      if (bytes_.one_in(8)) return wait();
      if (!bytes_.one_in(8)) return command_buffer();
      RandomDispatch(bytes_, handles_, objects_);
      return;
    default:
      return commands_.call_one();
  }
}

inline void RandomCalls::command_buffer() {
  const auto buffer = handles_.pick<VkCommandBuffer>();
  const auto pool = handles_.pick<VkCommandPool>();
  switch (bytes_.number(8)) {
    case 0:
      if (bytes_.one_in(2)) {
        call<PFN_vkFreeCommandBuffers>("vkFreeCommandBuffers", device(), pool, 1u, &buffer);
      } else {
        call<PFN_vkResetCommandBuffer>("vkResetCommandBuffer", buffer, 0u);
      }
      return;
    case 1:
      if (bytes_.one_in(2)) return begin();
      if (bytes_.one_in(4)) call<PFN_vkResetCommandPool>("vkResetCommandPool", device(), pool, 0u);
      return;
    case 2:
      call<PFN_vkEndCommandBuffer>("vkEndCommandBuffer", buffer);
      return;
    default:
      break;
  }
  auto info =
      structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  info.commandPool = pool;
  info.level =
      bytes_.one_in(4) ? VK_COMMAND_BUFFER_LEVEL_SECONDARY : VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = 1;
  VkCommandBuffer made = nullptr;
  handles_.add(
      call<PFN_vkAllocateCommandBuffers>("vkAllocateCommandBuffers", device(), &info, &made), made);
  const auto inheritance =
      structure<VkCommandBufferInheritanceInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO);
  auto begin = structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  begin.flags = bytes_.number(8);
  begin.pInheritanceInfo = &inheritance;
  call<PFN_vkBeginCommandBuffer>("vkBeginCommandBuffer", made, &begin);
}

inline void RandomCalls::submit() {
  const auto buffers = handles_.pick_some<VkCommandBuffer>(3);
  for (const VkCommandBuffer buffer : buffers) {
    if (!bytes_.one_in(8)) call<PFN_vkEndCommandBuffer>("vkEndCommandBuffer", buffer);
  }
  const auto waits = handles_.pick_some<VkSemaphore>(3),
             signals = handles_.pick_some<VkSemaphore>(3);
  const VkPipelineStageFlags stages[] = {bytes_.number(1u << 17), bytes_.number(1u << 17)};
  // Only values that wait() reaches.
  const std::uint64_t values[] = {timeline_ + bytes_.number(3), timeline_ + bytes_.number(3)};
  const std::uint64_t signal_values[] = {timeline_ + bytes_.number(3), bytes_.size(5)};
  auto timeline =
      structure<VkTimelineSemaphoreSubmitInfo>(VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
  timeline.waitSemaphoreValueCount = bytes_.number(3);
  timeline.pWaitSemaphoreValues = values;
  timeline.signalSemaphoreValueCount = bytes_.number(3);
  timeline.pSignalSemaphoreValues = signal_values;
  auto info = structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  if (bytes_.one_in(2)) info.pNext = &timeline;
  info.commandBufferCount = static_cast<std::uint32_t>(buffers.size());
  info.pCommandBuffers = buffers.data();
  info.waitSemaphoreCount = bytes_.one_in(4) ? static_cast<std::uint32_t>(waits.size()) : 0;
  info.pWaitSemaphores = waits.data();
  info.pWaitDstStageMask = stages;
  info.signalSemaphoreCount = bytes_.one_in(2) ? static_cast<std::uint32_t>(signals.size()) : 0;
  info.pSignalSemaphores = signals.data();
  const auto fence = bytes_.one_in(4) ? handles_.pick<VkFence>() : VkFence{};
  const VkQueue to = bytes_.one_in(16) ? handles_.pick<VkQueue>() : queue();
  call<PFN_vkQueueSubmit>("vkQueueSubmit", to, bytes_.number(8) == 0 ? 0u : 1u, &info, fence);
}

inline void RandomCalls::synchronize() {
  const auto fence = handles_.pick<VkFence>();
  const auto event = handles_.pick<VkEvent>();
  switch (bytes_.number(8)) {
    case 0: {
      auto info = structure<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
      info.flags = bytes_.number(2);
      VkFence made = VK_NULL_HANDLE;
      return handles_.add(call<PFN_vkCreateFence>("vkCreateFence", device(), &info, nullptr, &made),
                          made);
    }
    case 1:
      call<PFN_vkResetFences>("vkResetFences", device(), 1u, &fence);
      return;
    case 2:
      call<PFN_vkWaitForFences>("vkWaitForFences", device(), 1u, &fence, VK_TRUE, 1000ull);
      return;
    case 3:
      call<PFN_vkGetFenceStatus>("vkGetFenceStatus", device(), fence);
      return;
    case 4: {
      const auto info = structure<VkEventCreateInfo>(VK_STRUCTURE_TYPE_EVENT_CREATE_INFO);
      VkEvent made = VK_NULL_HANDLE;
      return handles_.add(call<PFN_vkCreateEvent>("vkCreateEvent", device(), &info, nullptr, &made),
                          made);
    }
    case 5:
      call<PFN_vkSetEvent>("vkSetEvent", device(), event);
      return;
    case 6:
      call<PFN_vkResetEvent>("vkResetEvent", device(), event);
      return;
    default:
      call<PFN_vkGetEventStatus>("vkGetEventStatus", device(), event);
  }
}

inline void RandomCalls::semaphore() {
  const auto semaphore = handles_.pick<VkSemaphore>();
  std::uint64_t value = timeline_ + bytes_.number(3);
  switch (bytes_.number(4)) {
    case 0: {
      auto type =
          structure<VkSemaphoreTypeCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
      type.semaphoreType = static_cast<VkSemaphoreType>(bytes_.number(2));
      auto info = structure<VkSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO);
      info.pNext = &type;
      VkSemaphore made = VK_NULL_HANDLE;
      return handles_.add(
          call<PFN_vkCreateSemaphore>("vkCreateSemaphore", device(), &info, nullptr, &made), made);
    }
    case 1: {
      auto info = structure<VkSemaphoreSignalInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO);
      info.semaphore = semaphore;
      info.value = value;
      call<PFN_vkSignalSemaphore>("vkSignalSemaphore", device(), &info);
      return;
    }
    case 2: {
      auto info = structure<VkSemaphoreWaitInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO);
      info.semaphoreCount = 1;
      info.pSemaphores = &semaphore;
      info.pValues = &value;
      call<PFN_vkWaitSemaphores>("vkWaitSemaphores", device(), &info, 1000ull);
      return;
    }
    default:
      call<PFN_vkGetSemaphoreCounterValue>("vkGetSemaphoreCounterValue", device(), semaphore,
                                           &value);
  }
}

inline void RandomCalls::query_pool() {
  const auto pool = handles_.pick<VkQueryPool>();
  const std::uint32_t first = bytes_.size32(5), count = bytes_.size32(5);
  std::array<std::uint64_t, 8> data{};
  switch (bytes_.number(3)) {
    case 0: {
      auto info = structure<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
      info.queryType =
          bytes_.one_in(8) ? static_cast<VkQueryType>(bytes_.number(4)) : VK_QUERY_TYPE_TIMESTAMP;
      info.queryCount = bytes_.number(5);
      info.flags = bytes_.number(2);
      VkQueryPool made = VK_NULL_HANDLE;
      return handles_.add(
          call<PFN_vkCreateQueryPool>("vkCreateQueryPool", device(), &info, nullptr, &made), made);
    }
    case 1:
      call<PFN_vkResetQueryPool>("vkResetQueryPool", device(), pool, first, count);
      return;
    default:  // without waiting for queries that may never be written
      call<PFN_vkGetQueryPoolResults>(
          "vkGetQueryPoolResults", device(), pool, first, count, std::size_t{bytes_.number(65)},
          data.data(), VkDeviceSize{bytes_.size(20)}, VkQueryResultFlags{bytes_.number(16) & ~2u});
  }
}

inline void RandomCalls::signal_all() {
  for (const VkEvent event : handles_.all<VkEvent>())
    call<PFN_vkSetEvent>("vkSetEvent", device(), event);
  timeline_ += 16;
  for (const VkSemaphore semaphore : handles_.all<VkSemaphore>()) {
    auto info = structure<VkSemaphoreSignalInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO);
    info.semaphore = semaphore;
    info.value = timeline_;
    call<PFN_vkSignalSemaphore>("vkSignalSemaphore", device(), &info);
  }
}

inline void RandomCalls::wait() {
  const auto info = structure<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
  std::array<VkFence, 2> fences{};
  for (std::size_t i = 0; i < fences.size(); ++i) {
    if (call<PFN_vkCreateFence>("vkCreateFence", device(), &info, nullptr, &fences[i]) !=
        VK_SUCCESS)
      stop("no fence");
    if (call<PFN_vkQueueSubmit>("vkQueueSubmit", handles_.all<VkQueue>()[i], 0u, nullptr,
                                fences[i]) != VK_SUCCESS)
      return;  // the device is lost
  }
  VkResult result = VK_TIMEOUT;
  for (int tries = 0; tries < 3000 && result == VK_TIMEOUT; ++tries) {
    signal_all();
    result = call<PFN_vkWaitForFences>("vkWaitForFences", device(), 2u, fences.data(), VK_TRUE,
                                       10'000'000ull);
  }
  if (result == VK_TIMEOUT) stop("a queue hangs");
  for (const VkFence fence : fences)
    call<PFN_vkDestroyFence>("vkDestroyFence", device(), fence, nullptr);
  call<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle", device());
}

inline void RandomCalls::check_device() {
  auto buffer_info = structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  buffer_info.size = 4;
  buffer_info.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  VkBuffer buffer = VK_NULL_HANDLE;
  call<PFN_vkCreateBuffer>("vkCreateBuffer", device(), &buffer_info, nullptr, &buffer);
  auto memory_info = structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  memory_info.allocationSize = 16;
  memory_info.memoryTypeIndex = 1;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  call<PFN_vkAllocateMemory>("vkAllocateMemory", device(), &memory_info, nullptr, &memory);
  call<PFN_vkBindBufferMemory>("vkBindBufferMemory", device(), buffer, memory, VkDeviceSize{0});
  void* data = nullptr;
  call<PFN_vkMapMemory>("vkMapMemory", device(), memory, VkDeviceSize{0}, VK_WHOLE_SIZE, 0u, &data);
  const auto pool_info =
      structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  VkCommandPool pool = VK_NULL_HANDLE;
  call<PFN_vkCreateCommandPool>("vkCreateCommandPool", device(), &pool_info, nullptr, &pool);
  auto allocate =
      structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  allocate.commandPool = pool;
  allocate.commandBufferCount = 1;
  VkCommandBuffer commands = nullptr;
  call<PFN_vkAllocateCommandBuffers>("vkAllocateCommandBuffers", device(), &allocate, &commands);
  const auto begin =
      structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  call<PFN_vkBeginCommandBuffer>("vkBeginCommandBuffer", commands, &begin);
  call<PFN_vkCmdFillBuffer>("vkCmdFillBuffer", commands, buffer, VkDeviceSize{0}, VK_WHOLE_SIZE,
                            77u);
  call<PFN_vkEndCommandBuffer>("vkEndCommandBuffer", commands);
  auto submit = structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &commands;
  const VkQueue queue = handles_.all<VkQueue>().front();
  const VkResult result = call<PFN_vkQueueSubmit>("vkQueueSubmit", queue, 1u, &submit, VkFence{});
  if (result == VK_ERROR_DEVICE_LOST) return;  // a dispatch reached a limit
  if (result != VK_SUCCESS) stop("nothing can be submitted");
  call<PFN_vkQueueWaitIdle>("vkQueueWaitIdle", queue);
  if (data == nullptr || *static_cast<std::uint32_t*>(data) != 77) stop("a fill is wrong");
}

}  // namespace spirv_oracle::vulkan::test
