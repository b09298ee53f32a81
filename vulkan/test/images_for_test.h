// Images of small Vulkan programs.
#pragma once

#include <span>

#include "vulkan/test/program_for_test.h"

namespace spirv_oracle::vulkan::test {

struct TestImage {
  VkImage image = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;
};

struct ImageSetup {
  VkFormat format = VK_FORMAT_R32_UINT;
  std::uint32_t levels = 1, layers = 1;
  VkImageViewType view_type = VK_IMAGE_VIEW_TYPE_2D;
  std::uint32_t first_level = 0, view_levels = 1, first_layer = 0, view_layers = 1;
  VkImageType type = VK_IMAGE_TYPE_2D;  // or 3D, if there are several slices
  VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
  VkImageCreateFlags flags = 0;
  VkImageUsageFlags usage = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT |
                            VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  VkComponentMapping components{};
  VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT;
  VkFormat view_format = VK_FORMAT_UNDEFINED;  // that of the image
  VkImageUsageFlags view_usage = 0;            // that of the image
};

inline TestImage create_image(Program& program, const VkExtent3D& extent, const ImageSetup& setup) {
  TestImage made;
  VkImageCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
  info.imageType = extent.depth > 1 ? VK_IMAGE_TYPE_3D : setup.type;
  info.flags = setup.flags;
  info.format = setup.format;
  info.extent = extent;
  info.mipLevels = setup.levels;
  info.arrayLayers = setup.layers;
  info.samples = setup.samples;
  info.usage = setup.usage;
  EXPECT_EQ(vkCreateImage(program.device, &info, nullptr, &made.image), VK_SUCCESS);
  VkMemoryRequirements needs;
  vkGetImageMemoryRequirements(program.device, made.image, &needs);
  EXPECT_EQ(vkBindImageMemory(program.device, made.image, program.allocate(needs.size, false), 0),
            VK_SUCCESS);
  const VkImageViewUsageCreateInfo usage{VK_STRUCTURE_TYPE_IMAGE_VIEW_USAGE_CREATE_INFO, nullptr,
                                         setup.view_usage};
  VkImageViewCreateInfo view{};
  view.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
  if (setup.view_usage != 0) view.pNext = &usage;
  view.image = made.image;
  view.viewType = setup.view_type;
  view.format = setup.view_format == VK_FORMAT_UNDEFINED ? setup.format : setup.view_format;
  view.components = setup.components;
  view.subresourceRange = {setup.aspect, setup.first_level, setup.view_levels, setup.first_layer,
                           setup.view_layers};
  EXPECT_EQ(vkCreateImageView(program.device, &view, nullptr, &made.view), VK_SUCCESS);
  return made;
}

inline void destroy(const Program& program, const TestImage& image) {
  vkDestroyImageView(program.device, image.view, nullptr);
  vkDestroyImage(program.device, image.image, nullptr);
}

inline void write(const Program& program, const TestPipeline& pipeline, std::uint32_t binding,
                  VkDescriptorType type, const TestImage& image, VkSampler sampler = VK_NULL_HANDLE,
                  VkImageLayout layout = VK_IMAGE_LAYOUT_GENERAL) {
  const VkDescriptorImageInfo info{sampler, image.view, layout};
  VkWriteDescriptorSet write{};
  write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
  write.dstSet = pipeline.set;
  write.dstBinding = binding;
  write.descriptorCount = 1;
  write.descriptorType = type;
  write.pImageInfo = &info;
  vkUpdateDescriptorSets(program.device, 1, &write, 0, nullptr);
}

struct Transition {
  VkImageLayout from = VK_IMAGE_LAYOUT_UNDEFINED, to = VK_IMAGE_LAYOUT_GENERAL;
  VkImageSubresourceRange range{VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0,
                                VK_REMAINING_ARRAY_LAYERS};
};

// After all commands so far, and before all others.
inline void change_layout(VkCommandBuffer commands, VkImage image, const Transition& transition) {
  VkImageMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
  barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.oldLayout = transition.from;
  barrier.newLayout = transition.to;
  barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.image = image;
  barrier.subresourceRange = transition.range;
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                       VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, nullptr, 0, nullptr, 1, &barrier);
}

// From nothing to the general layout.
inline void prepare(VkCommandBuffer commands, VkImage image) { change_layout(commands, image, {}); }

inline void barrier(VkCommandBuffer commands) {
  VkMemoryBarrier all{};
  all.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  all.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  all.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                       VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 1, &all, 0, nullptr, 0, nullptr);
}

inline VkBufferImageCopy region_of(VkExtent3D extent, std::uint32_t level = 0,
                                   std::uint32_t layer = 0) {
  VkBufferImageCopy region{};
  region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, layer, 1};
  region.imageExtent = extent;
  return region;
}

// Copies texels from the buffer into the image, in the general layout, and dispatches one workgroup.
inline VkResult dispatch_with_texels(Program& program, const TestPipeline& pipeline,
                                     const TestImage& image, const TestBuffer& texels,
                                     std::span<const VkBufferImageCopy> regions) {
  return program.run([&](VkCommandBuffer commands) {
    prepare(commands, image.image);
    vkCmdCopyBufferToImage(commands, texels.buffer, image.image, VK_IMAGE_LAYOUT_GENERAL,
                           static_cast<std::uint32_t>(regions.size()), regions.data());
    barrier(commands);
    program.bind(commands, pipeline);
    vkCmdDispatch(commands, 1, 1, 1);
  });
}

inline VkResult dispatch_with_texels(Program& program, const TestPipeline& pipeline,
                                     const TestImage& image, const TestBuffer& texels,
                                     const VkBufferImageCopy& region) {
  return dispatch_with_texels(program, pipeline, image, texels, std::span(&region, 1));
}

inline VkImageCopy copy_of(VkExtent3D extent) {
  VkImageCopy copy{};
  copy.srcSubresource = copy.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  copy.extent = extent;
  return copy;
}

// A shader that fetches texels without a sampler.
inline const std::string without_samplers =
    "#version 450\n#extension GL_EXT_samplerless_texture_functions : require\n"
    "layout(local_size_x = 1) in;\n";

}  // namespace spirv_oracle::vulkan::test
