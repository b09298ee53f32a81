// Random calls, valid and not: none may crash, hang or change what valid calls do afterwards.

#include <random>

#include "vulkan/test/program_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

const std::string copy_shader = std::string(one_invocation) + R"(
layout(std430, binding = 0) buffer From { uint from[]; };
layout(std430, binding = 1) buffer To { uint to[]; };
layout(push_constant) uniform Constants { uint index; };
void main() { to[index & 3] = from[index & 3]; }
)";

// Calls functions with handles that exist, existed, or never did.
class RandomCaller {
 public:
  RandomCaller(Program& program, unsigned seed) : program_(program), random_(seed) {
    pipeline_ = program_.pipeline(copy_shader, {.bindings = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                             VK_DESCRIPTOR_TYPE_STORAGE_BUFFER},
                                                .push_constants = 4});
    pushed_ = program_.pipeline(copy_shader, {.bindings = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                           VK_DESCRIPTOR_TYPE_STORAGE_BUFFER},
                                              .push_constants = 4,
                                              .is_pushed = true});
    push_ = program_.function<PFN_vkCmdPushDescriptorSetKHR>("vkCmdPushDescriptorSetKHR");
    begin();
  }
  ~RandomCaller() {
    vkDeviceWaitIdle(program_.device);
    for (const VkBuffer buffer : buffers_) vkDestroyBuffer(program_.device, buffer, nullptr);
    for (const VkDeviceMemory memory : memories_) vkFreeMemory(program_.device, memory, nullptr);
    for (const VkFence fence : fences_) vkDestroyFence(program_.device, fence, nullptr);
    for (const VkEvent event : events_) vkDestroyEvent(program_.device, event, nullptr);
    for (const VkPipelineCache cache : caches_)
      vkDestroyPipelineCache(program_.device, cache, nullptr);
  }
  RandomCaller(const RandomCaller&) = delete;
  RandomCaller& operator=(const RandomCaller&) = delete;

  void call() {
    switch (number(20)) {
      case 0:
        return create_buffer();
      case 1:
        return allocate();
      case 2:
        vkBindBufferMemory(program_.device, pick(buffers_), pick(memories_), 16 * number(3));
        return;
      case 3:
        return vkDestroyBuffer(program_.device, pick(buffers_), nullptr);
      case 4:
        return number(4) == 0 ? vkFreeMemory(program_.device, pick(memories_), nullptr) : map();
      case 5:
        return vkCmdFillBuffer(commands_, pick(buffers_), 4 * number(20), 4 * number(20),
                               number(9));
      case 6:
        return copy();
      case 7:
        return write();
      case 8:
        return vkCmdBindPipeline(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.pipeline);
      case 9:
        return vkCmdBindDescriptorSets(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.layout,
                                       number(2), 1, &pipeline_.set, 0, nullptr);
      case 10:
        return vkCmdDispatch(commands_, number(3), 1, 1);
      case 11:
        return vkCmdDispatchIndirect(commands_, pick(buffers_), 4 * number(20));
      case 12:
        return submit();
      case 13:
        return fence();
      case 14:
        return barrier();
      case 15:
        return vkCmdSetEvent(commands_, pick(events_), number(1u << 17));
      case 16:
        return event();
      case 17:
        return push();
      case 18:
        return cache();
      default: {
        const std::uint32_t value = number(9);
        return vkCmdPushConstants(commands_, pipeline_.layout, VK_SHADER_STAGE_COMPUTE_BIT,
                                  number(2) == 0 ? 0 : 0xFFFFFFFC, 4 * number(3), &value);
      }
    }
  }

 private:
  std::uint32_t number(std::uint32_t limit) {
    return std::uniform_int_distribution<std::uint32_t>(0, limit - 1)(random_);
  }
  // One of the latest handles, which may be destroyed, or another number.
  template <class Handle>
  Handle pick(const std::vector<Handle>& handles) {
    if (handles.empty() || number(20) == 0)
      return reinterpret_cast<Handle>(std::uint64_t{number(1000)});
    const auto latest = std::min<std::uint32_t>(static_cast<std::uint32_t>(handles.size()), 8);
    return handles[handles.size() - 1 - number(latest)];
  }
  void create_buffer() {
    VkBufferCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = 4 * number(20);
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                 VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
    VkBuffer buffer = VK_NULL_HANDLE;
    if (vkCreateBuffer(program_.device, &info, nullptr, &buffer) == VK_SUCCESS)
      buffers_.push_back(buffer);
  }
  void allocate() {
    VkMemoryAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    info.allocationSize = 16 * number(10);
    info.memoryTypeIndex = number(3);
    VkDeviceMemory memory = VK_NULL_HANDLE;
    if (vkAllocateMemory(program_.device, &info, nullptr, &memory) == VK_SUCCESS)
      memories_.push_back(memory);
  }
  void map() {
    void* data = nullptr;
    const VkDeviceMemory memory = pick(memories_);
    if (vkMapMemory(program_.device, memory, 0, VK_WHOLE_SIZE, 0, &data) != VK_SUCCESS) return;
    *static_cast<std::uint32_t*>(data) = number(5);
    vkUnmapMemory(program_.device, memory);
  }
  void copy() {
    const VkBufferCopy region{number(80), number(80), number(80)};
    vkCmdCopyBuffer(commands_, pick(buffers_), pick(buffers_), 1, &region);
  }
  void write() {
    const VkDescriptorBufferInfo infos[] = {{pick(buffers_), 16 * number(3), VK_WHOLE_SIZE},
                                            {pick(buffers_), 0, 4 * number(20)}};
    VkWriteDescriptorSet write{};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = pipeline_.set;
    write.dstBinding = number(3);
    write.dstArrayElement = number(2);
    write.descriptorCount = 1 + number(2);
    write.descriptorType =
        number(9) == 0 ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    write.pBufferInfo = infos;
    vkUpdateDescriptorSets(program_.device, 1, &write, 0, nullptr);
  }
  // Masks of any bits, for all memory or a range of a buffer that may not exist.
  void barrier() {
    VkMemoryBarrier memory{};
    memory.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
    memory.srcAccessMask = number(1u << 17);
    memory.dstAccessMask = number(1u << 17);
    VkBufferMemoryBarrier part{};
    part.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER;
    part.srcAccessMask = memory.dstAccessMask;
    part.dstAccessMask = memory.srcAccessMask;
    part.buffer = pick(buffers_);
    part.offset = 4 * number(20);
    part.size = number(3) == 0 ? VK_WHOLE_SIZE : 4 * number(20);
    vkCmdPipelineBarrier(commands_, number(1u << 17), number(1u << 17), 0, number(2), &memory,
                         number(2), &part, 0, nullptr);
  }
  // Waits for events that are never set would end nothing, so none are recorded.
  void event() {
    const VkEvent chosen = pick(events_);
    switch (number(4)) {
      case 0: {
        const VkEventCreateInfo info{VK_STRUCTURE_TYPE_EVENT_CREATE_INFO, nullptr, 0};
        VkEvent made = VK_NULL_HANDLE;
        if (vkCreateEvent(program_.device, &info, nullptr, &made) == VK_SUCCESS)
          events_.push_back(made);
        return;
      }
      case 1:
        vkSetEvent(program_.device, chosen);
        return;
      case 2:
        vkGetEventStatus(program_.device, chosen);
        return;
      default:
        return vkDestroyEvent(program_.device, chosen, nullptr);
    }
  }
  void push() {
    const VkDescriptorBufferInfo info{pick(buffers_), 16 * number(3), VK_WHOLE_SIZE};
    VkWriteDescriptorSet write{};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstBinding = number(3);
    write.descriptorCount = 1 + number(2);
    write.dstArrayElement = number(2);
    write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    const VkDescriptorBufferInfo infos[] = {info, info};
    write.pBufferInfo = infos;
    const TestPipeline& target = number(3) == 0 ? pipeline_ : pushed_;
    push_(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, target.layout, number(2), 1, &write);
    if (number(2) == 0)
      vkCmdBindPipeline(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, pushed_.pipeline);
  }
  void cache() {
    const VkPipelineCacheCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO, nullptr, 0,
                                         0, nullptr};
    VkPipelineCache made = VK_NULL_HANDLE;
    if (number(2) == 0 &&
        vkCreatePipelineCache(program_.device, &info, nullptr, &made) == VK_SUCCESS)
      caches_.push_back(made);
    const VkPipelineCache from = pick(caches_);
    vkMergePipelineCaches(program_.device, pick(caches_), 1, &from);
    if (number(3) == 0) vkDestroyPipelineCache(program_.device, pick(caches_), nullptr);
  }
  void begin() {
    VkCommandBufferAllocateInfo allocate{};
    allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    allocate.commandPool = program_.pool;
    allocate.commandBufferCount = 1;
    vkAllocateCommandBuffers(program_.device, &allocate, &commands_);
    VkCommandBufferBeginInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    if (number(10) != 0) vkBeginCommandBuffer(commands_, &info);  // or record in the wrong state
  }
  void submit() {
    if (number(10) != 0) vkEndCommandBuffer(commands_);
    const VkSubmitInfo info{
        VK_STRUCTURE_TYPE_SUBMIT_INFO, nullptr, 0, nullptr, nullptr, 1, &commands_, 0, nullptr};
    vkQueueSubmit(number(3) == 0 ? program_.second_queue : program_.queue, 1, &info,
                  number(2) == 0 ? VK_NULL_HANDLE : pick(fences_));
    if (number(2) == 0) program_.wait();
    if (number(10) == 0) vkFreeCommandBuffers(program_.device, program_.pool, 1, &commands_);
    begin();
  }
  void fence() {
    const VkFence chosen = pick(fences_);
    switch (number(4)) {
      case 0: {
        const VkFenceCreateInfo info{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, nullptr, number(2)};
        VkFence made = VK_NULL_HANDLE;
        if (vkCreateFence(program_.device, &info, nullptr, &made) == VK_SUCCESS)
          fences_.push_back(made);
        return;
      }
      case 1:
        vkResetFences(program_.device, 1, &chosen);
        return;
      case 2:
        vkWaitForFences(program_.device, 1, &chosen, VK_TRUE, 1000);
        return;
      default:
        return vkDestroyFence(program_.device, chosen, nullptr);
    }
  }

  Program& program_;
  std::mt19937 random_;
  TestPipeline pipeline_, pushed_;
  PFN_vkCmdPushDescriptorSetKHR push_ = nullptr;
  VkCommandBuffer commands_ = nullptr;
  std::vector<VkBuffer> buffers_;
  std::vector<VkDeviceMemory> memories_;
  std::vector<VkFence> fences_;
  std::vector<VkEvent> events_;
  std::vector<VkPipelineCache> caches_;
};

TEST(RandomCalls, LeaveTheDeviceUsable) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Program program({.extensions = {VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME}});
    {
      RandomCaller caller(program, seed);
      for (int i = 0; i < 2000; ++i) caller.call();
    }
    EXPECT_FALSE(program.findings().empty());
    const TestBuffer data = program.buffer_of({0});
    ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
      vkCmdFillBuffer(commands, data.buffer, 0, 4, seed);
    }),
              VK_SUCCESS);
    EXPECT_EQ(data.words[0], seed);
  }
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
