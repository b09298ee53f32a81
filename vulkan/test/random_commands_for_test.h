// Random calls that record commands, whatever the state of the command buffer.
#pragma once

#include "vulkan/test/random_objects_for_test.h"

namespace spirv_oracle::vulkan::test {

class RandomCommands {
 public:
  RandomCommands(RandomBytes& bytes, RandomHandles& handles, RandomObjects& objects)
      : bytes_(bytes), handles_(handles), objects_(objects) {}

  void call_one() {
    using Function = void (RandomCommands::*)();
    static constexpr Function functions[] = {
        &RandomCommands::bind_pipeline,  &RandomCommands::bind_pipeline,
        &RandomCommands::bind_sets,      &RandomCommands::bind_sets,
        &RandomCommands::push_constants, &RandomCommands::push_descriptors,
        &RandomCommands::dispatch,       &RandomCommands::dispatch,
        &RandomCommands::dispatch,       &RandomCommands::fill,
        &RandomCommands::fill,           &RandomCommands::copy_buffer,
        &RandomCommands::copy_image,     &RandomCommands::copy_buffer_image,
        &RandomCommands::clear,          &RandomCommands::barrier,
        &RandomCommands::barrier2,       &RandomCommands::event,
        &RandomCommands::wait_event,     &RandomCommands::query,
        &RandomCommands::execute,        &RandomCommands::label};
    buffer_ = handles_.pick<VkCommandBuffer>();
    (this->*functions[bytes_.number(std::size(functions))])();
  }

 private:
  VkOffset3D offset() {
    if (!bytes_.one_in(4)) return {};
    return {static_cast<std::int32_t>(bytes_.size32(4)),
            static_cast<std::int32_t>(bytes_.size32(4)),
            static_cast<std::int32_t>(bytes_.number(3))};
  }
  VkExtent3D extent() {
    if (bytes_.one_in(8)) return {bytes_.size32(6), bytes_.size32(6), bytes_.size32(3)};
    return {1 + bytes_.number(4), 1 + bytes_.number(4), 1};
  }
  VkImageSubresourceLayers layers() {
    return {bytes_.one_in(16) ? bytes_.number(8) : 1u, bytes_.one_in(4) ? bytes_.size32(3) : 0,
            bytes_.one_in(4) ? bytes_.size32(3) : 0, bytes_.one_in(4) ? bytes_.size32(4) : 1};
  }
  VkImageSubresourceRange range() {
    return {bytes_.one_in(16) ? bytes_.number(8) : 1u, bytes_.one_in(4) ? bytes_.size32(3) : 0,
            bytes_.one_in(2) ? VK_REMAINING_MIP_LEVELS : bytes_.size32(3),
            bytes_.one_in(4) ? bytes_.size32(3) : 0,
            bytes_.one_in(2) ? VK_REMAINING_ARRAY_LAYERS : bytes_.size32(3)};
  }
  static constexpr VkImageLayout layout = VK_IMAGE_LAYOUT_GENERAL;

  void bind_pipeline() {
    const auto point =
        bytes_.one_in(16) ? VK_PIPELINE_BIND_POINT_GRAPHICS : VK_PIPELINE_BIND_POINT_COMPUTE;
    call<PFN_vkCmdBindPipeline>("vkCmdBindPipeline", buffer_, point, handles_.pick<VkPipeline>());
  }
  void bind_sets() {
    const auto sets = handles_.pick_some<VkDescriptorSet>(3);
    const std::uint32_t offsets[] = {16 * bytes_.number(4), bytes_.size32(100), 0, 0};
    call<PFN_vkCmdBindDescriptorSets>(
        "vkCmdBindDescriptorSets", buffer_, VK_PIPELINE_BIND_POINT_COMPUTE,
        handles_.pick<VkPipelineLayout>(), bytes_.one_in(4) ? bytes_.size32(3) : 0,
        static_cast<std::uint32_t>(sets.size()), sets.data(), bytes_.number(5), offsets);
  }
  void push_constants() {
    const std::array<std::uint32_t, 8> values{bytes_.number(5)};
    call<PFN_vkCmdPushConstants>("vkCmdPushConstants", buffer_, handles_.pick<VkPipelineLayout>(),
                                 static_cast<VkShaderStageFlags>(VK_SHADER_STAGE_COMPUTE_BIT),
                                 bytes_.one_in(4) ? bytes_.size32(300) : 0, bytes_.number(33),
                                 values.data());
  }
  void push_descriptors() {
    const VkWriteDescriptorSet write = objects_.random_write();
    call<PFN_vkCmdPushDescriptorSetKHR>(
        "vkCmdPushDescriptorSetKHR", buffer_, VK_PIPELINE_BIND_POINT_COMPUTE,
        handles_.pick<VkPipelineLayout>(), bytes_.size32(3), 1u, &write);
  }
  void dispatch() {
    const std::uint32_t groups = bytes_.number(3);
    switch (bytes_.number(4)) {
      case 0:
        call<PFN_vkCmdDispatchIndirect>("vkCmdDispatchIndirect", buffer_, handles_.pick<VkBuffer>(),
                                        bytes_.one_in(4) ? bytes_.size(300) : 0);
        return;
      case 1:
        call<PFN_vkCmdDispatchBase>("vkCmdDispatchBase", buffer_, bytes_.size32(3), 0u, 0u, groups,
                                    1u, 1u);
        return;
      default:
        call<PFN_vkCmdDispatch>("vkCmdDispatch", buffer_, groups, 1u, 1u);
    }
  }
  void fill() {
    const auto to = handles_.pick<VkBuffer>();
    const VkDeviceSize offset = 4 * bytes_.number(4);
    const std::array<std::uint32_t, 16> data{1};
    if (bytes_.one_in(4)) {
      call<PFN_vkCmdUpdateBuffer>("vkCmdUpdateBuffer", buffer_, to, offset,
                                  VkDeviceSize{bytes_.number(65)}, data.data());
    } else {
      call<PFN_vkCmdFillBuffer>(
          "vkCmdFillBuffer", buffer_, to, bytes_.one_in(4) ? bytes_.size(300) : offset,
          bytes_.one_in(2) ? VK_WHOLE_SIZE : bytes_.size(300), bytes_.number(3));
    }
  }
  void copy_buffer() {
    const VkBufferCopy regions[] = {{bytes_.size(50), bytes_.size(50), bytes_.size(50)},
                                    {0, 0, bytes_.number(50)}};
    call<PFN_vkCmdCopyBuffer>("vkCmdCopyBuffer", buffer_, handles_.pick<VkBuffer>(),
                              handles_.pick<VkBuffer>(), bytes_.number(3), regions);
  }
  void copy_image() {
    const VkImageCopy region{layers(), offset(), layers(), offset(), extent()};
    call<PFN_vkCmdCopyImage>("vkCmdCopyImage", buffer_, handles_.pick<VkImage>(), layout,
                             handles_.pick<VkImage>(), layout, 1u, &region);
  }
  void copy_buffer_image() {
    const VkBufferImageCopy region{bytes_.one_in(2) ? 0 : bytes_.size(40),
                                   bytes_.one_in(2) ? 0 : bytes_.size32(9),
                                   bytes_.one_in(2) ? 0 : bytes_.size32(9),
                                   layers(),
                                   offset(),
                                   extent()};
    const auto buffer = handles_.pick<VkBuffer>();
    const auto image = handles_.pick<VkImage>();
    if (bytes_.one_in(2)) {
      call<PFN_vkCmdCopyBufferToImage>("vkCmdCopyBufferToImage", buffer_, buffer, image, layout, 1u,
                                       &region);
    } else {
      call<PFN_vkCmdCopyImageToBuffer>("vkCmdCopyImageToBuffer", buffer_, image, layout, buffer, 1u,
                                       &region);
    }
  }
  void clear() {
    const VkClearColorValue color{};
    const VkImageSubresourceRange ranges[] = {range(), range()};
    call<PFN_vkCmdClearColorImage>("vkCmdClearColorImage", buffer_, handles_.pick<VkImage>(),
                                   layout, &color, bytes_.number(3), ranges);
  }
  void barrier() {
    auto memory = structure<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
    memory.srcAccessMask = bytes_.number(1u << 17);
    memory.dstAccessMask = bytes_.number(1u << 17);
    auto part = structure<VkBufferMemoryBarrier>(VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER);
    part.srcAccessMask = memory.dstAccessMask;
    part.dstAccessMask = memory.srcAccessMask;
    part.buffer = handles_.pick<VkBuffer>();
    part.offset = bytes_.size(300);
    part.size = bytes_.one_in(2) ? VK_WHOLE_SIZE : bytes_.size(300);
    auto image = structure<VkImageMemoryBarrier>(VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER);
    image.oldLayout = bytes_.one_in(2) ? VK_IMAGE_LAYOUT_UNDEFINED : layout;
    image.newLayout = layout;
    image.image = handles_.pick<VkImage>();
    image.subresourceRange = range();
    call<PFN_vkCmdPipelineBarrier>("vkCmdPipelineBarrier", buffer_, bytes_.number(1u << 17),
                                   bytes_.number(1u << 17), 0u, bytes_.number(2), &memory,
                                   bytes_.number(2), &part, bytes_.number(2), &image);
  }
  void barrier2() {
    auto image = structure<VkImageMemoryBarrier2>(VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2);
    image.srcStageMask = bytes_.size(1u << 17);
    image.dstStageMask = bytes_.size(1u << 17);
    image.srcAccessMask = bytes_.size(1u << 17);
    image.newLayout = layout;
    image.image = handles_.pick<VkImage>();
    image.subresourceRange = range();
    auto memory = structure<VkMemoryBarrier2>(VK_STRUCTURE_TYPE_MEMORY_BARRIER_2);
    memory.srcStageMask = bytes_.size(1u << 17);
    memory.dstStageMask = memory.srcAccessMask = memory.dstAccessMask = bytes_.size(1u << 17);
    auto info = structure<VkDependencyInfo>(VK_STRUCTURE_TYPE_DEPENDENCY_INFO);
    info.memoryBarrierCount = bytes_.number(2);
    info.pMemoryBarriers = &memory;
    info.imageMemoryBarrierCount = bytes_.number(2);
    info.pImageMemoryBarriers = &image;
    const auto event = handles_.pick<VkEvent>();
    info.dependencyFlags = bytes_.one_in(4) ? bytes_.number(1u << 7) : 0;
    if (bytes_.one_in(4)) {
      call<PFN_vkCmdSetEvent2>("vkCmdSetEvent2", buffer_, event, &info);
    } else {
      call<PFN_vkCmdPipelineBarrier2>("vkCmdPipelineBarrier2", buffer_, &info);
    }
  }
  void event() {
    const char* name = bytes_.one_in(2) ? "vkCmdSetEvent" : "vkCmdResetEvent";
    call<PFN_vkCmdSetEvent>(name, buffer_, handles_.pick<VkEvent>(), bytes_.number(1u << 17));
  }
  void wait_event() {
    const auto events = handles_.pick_some<VkEvent>(3);
    if (bytes_.one_in(2)) {
      auto memory = structure<VkMemoryBarrier2>(VK_STRUCTURE_TYPE_MEMORY_BARRIER_2);
      memory.srcStageMask = memory.dstStageMask = bytes_.size(1u << 17);
      auto info = structure<VkDependencyInfo>(VK_STRUCTURE_TYPE_DEPENDENCY_INFO);
      info.dependencyFlags = bytes_.one_in(2) ? VK_DEPENDENCY_ASYMMETRIC_EVENT_BIT_KHR : 0;
      info.memoryBarrierCount = bytes_.number(2);
      info.pMemoryBarriers = &memory;
      const std::vector<VkDependencyInfo> infos(events.size(), info);
      call<PFN_vkCmdWaitEvents2>("vkCmdWaitEvents2", buffer_,
                                 static_cast<std::uint32_t>(events.size()), events.data(),
                                 infos.data());
      return;
    }
    call<PFN_vkCmdWaitEvents>("vkCmdWaitEvents", buffer_, static_cast<std::uint32_t>(events.size()),
                              events.data(), bytes_.number(1u << 17), bytes_.number(1u << 17), 0u,
                              nullptr, 0u, nullptr, 0u, nullptr);
  }
  void query() {
    const auto pool = handles_.pick<VkQueryPool>();
    const std::uint32_t first = bytes_.size32(5);
    const std::uint32_t count = bytes_.size32(5);
    switch (bytes_.number(4)) {
      case 0:
        call<PFN_vkCmdResetQueryPool>("vkCmdResetQueryPool", buffer_, pool, first, count);
        return;
      case 1:
        call<PFN_vkCmdCopyQueryPoolResults>("vkCmdCopyQueryPoolResults", buffer_, pool, first,
                                            count, handles_.pick<VkBuffer>(), bytes_.size(50),
                                            bytes_.size(20), bytes_.number(16) & ~2u);
        return;
      default:
        call<PFN_vkCmdWriteTimestamp>("vkCmdWriteTimestamp", buffer_,
                                      VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, pool, first);
    }
  }
  void execute() {
    const auto buffers = handles_.pick_some<VkCommandBuffer>(3);
    call<PFN_vkCmdExecuteCommands>("vkCmdExecuteCommands", buffer_,
                                   static_cast<std::uint32_t>(buffers.size()), buffers.data());
  }
  void label() {
    auto info = structure<VkDebugUtilsLabelEXT>(VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT);
    info.pLabelName = "label";
    if (bytes_.one_in(2)) {
      call<PFN_vkCmdBeginDebugUtilsLabelEXT>("vkCmdBeginDebugUtilsLabelEXT", buffer_, &info);
    } else {
      call<PFN_vkCmdEndDebugUtilsLabelEXT>("vkCmdEndDebugUtilsLabelEXT", buffer_);
    }
  }

  RandomBytes& bytes_;
  RandomHandles& handles_;
  RandomObjects& objects_;
  VkCommandBuffer buffer_ = nullptr;
};

}  // namespace spirv_oracle::vulkan::test
