// Recording: copies, fills, updates and clears.

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "vulkan/commands/command_buffer.h"
#include "vulkan/commands/image_layouts.h"
#include "vulkan/commands/regions.h"
#include "vulkan/findings/call.h"
#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"

namespace spirv_oracle::vulkan {
namespace {

// The buffer, if it can be the source or the target of transfers; null after a finding.
std::shared_ptr<Buffer> find_buffer(const CommandBuffer& commands, VkBuffer handle,
                                    const char* what, VkBufferUsageFlags usage) {
  auto buffer = find<Buffer>(handle, what, commands.device);
  if (buffer && (buffer->usage & usage) == 0) {
    complain(rules::argument_invalid, *buffer,
             fmt::format("is {}, but was created without VK_BUFFER_USAGE_TRANSFER_{}_BIT", what,
                         usage == VK_BUFFER_USAGE_TRANSFER_SRC_BIT ? "SRC" : "DST"),
             fmt::format("VUID-{}-{}-usage", current_call(), what));
  }
  return buffer;
}

std::shared_ptr<Image> find_image(const CommandBuffer& commands, VkImage handle, const char* what,
                                  VkImageUsageFlags usage) {
  auto image = find<Image>(handle, what, commands.device);
  if (image && (image->usage & usage) == 0) {
    complain(rules::argument_invalid, *image,
             fmt::format("is {}, but was created without VK_IMAGE_USAGE_TRANSFER_{}_BIT", what,
                         usage == VK_IMAGE_USAGE_TRANSFER_SRC_BIT ? "SRC" : "DST"),
             fmt::format("VUID-{}-{}-usage", current_call(), what));
  }
  return image;
}

// Whether transfers can use the layout; reports one that they cannot.
bool is_transfer_layout(const Image& image, VkImageLayout layout, VkImageLayout optimal,
                        const char* vuid) {
  if (layout == VK_IMAGE_LAYOUT_GENERAL || layout == optimal) return true;
  complain(rules::argument_invalid, image,
           fmt::format("is expected in {}, but it must be VK_IMAGE_LAYOUT_GENERAL or {}",
                       name_of_layout(layout), name_of_layout(optimal)),
           vuid);
  return false;
}

bool contains(const Buffer& buffer, std::uint64_t offset, std::uint64_t size,
              const std::string& vuid) {
  if (offset <= buffer.size && size <= buffer.size - offset) return true;
  complain(rules::range_outside, buffer,
           fmt::format("has {} bytes, but bytes {} to {} are accessed", buffer.size, offset,
                       offset + size - 1),
           vuid);
  return false;
}

bool contains(const Image& image, const VkImageSubresourceRange& range) {
  const bool has_levels = range.baseMipLevel < image.shape.levels &&
                          (range.levelCount == VK_REMAINING_MIP_LEVELS ||
                           range.levelCount <= image.shape.levels - range.baseMipLevel);
  const bool has_layers = range.baseArrayLayer < image.shape.layers &&
                          (range.layerCount == VK_REMAINING_ARRAY_LAYERS ||
                           range.layerCount <= image.shape.layers - range.baseArrayLayer);
  if (has_levels && has_layers) return true;
  complain(rules::range_outside, image,
           fmt::format("has {} levels and {} layers, which do not contain the range of the command",
                       image.shape.levels, image.shape.layers),
           has_levels ? "VUID-vkCmdClearColorImage-baseArrayLayer-01472"
                      : "VUID-vkCmdClearColorImage-baseMipLevel-01470");
  return false;
}

template <class Region>
void copy_buffer(VkCommandBuffer handle, VkBuffer from_handle, VkBuffer to_handle,
                 std::uint32_t count, const Region* regions) {
  const auto commands = find_recording(handle);
  if (!commands) return;
  const auto from =
      find_buffer(*commands, from_handle, "srcBuffer", VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
  const auto to = find_buffer(*commands, to_handle, "dstBuffer", VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  if (!from || !to) return;
  CopyBufferCommand copy{from, to, {}};
  for (std::uint32_t i = 0; i < count; ++i) {
    const Region& region = regions[i];
    if (contains(*from, region.srcOffset, region.size, "VUID-vkCmdCopyBuffer-size-00115") &&
        contains(*to, region.dstOffset, region.size, "VUID-vkCmdCopyBuffer-size-00116"))
      copy.regions.push_back({region.srcOffset, region.dstOffset, region.size});
  }
  commands->add(std::move(copy), {from, to});
}

template <class Region>
void copy_image(VkCommandBuffer handle, VkImage from_handle, VkImageLayout from_layout,
                VkImage to_handle, VkImageLayout to_layout, std::uint32_t count,
                const Region* regions) {
  const auto commands = find_recording(handle);
  if (!commands) return;
  const auto from = find_image(*commands, from_handle, "srcImage", VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
  const auto to = find_image(*commands, to_handle, "dstImage", VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  if (!from || !to) return;
  if (from->shape.samples != to->shape.samples) {
    return (void)complain(rules::argument_invalid, *to,
                          "has another number of samples than srcImage",
                          "VUID-vkCmdCopyImage-srcImage-00136");
  }
  if (image_aspects(from->format) != image_aspects(to->format) &&
      !commands->device->has_feature("maintenance8")) {
    complain(rules::feature_missing, *to,
             "has another aspect than srcImage, which needs the feature maintenance8",
             "VUID-vkCmdCopyImage-srcImage-01551");
  }
  if (from->shape.format->bytes != to->shape.format->bytes) {
    return (void)complain(rules::argument_invalid, *to, "has texels of another size than srcImage",
                          "VUID-vkCmdCopyImage-srcImage-01548");
  }
  if (!is_transfer_layout(*from, from_layout, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                          "VUID-vkCmdCopyImage-srcImageLayout-01917") ||
      !is_transfer_layout(*to, to_layout, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                          "VUID-vkCmdCopyImage-dstImageLayout-01395"))
    return;
  CopyImageCommand copy{from, to, from_layout, to_layout, {}};
  for (std::uint32_t i = 0; i < count; ++i) {
    Region r = regions[i];
    r.srcSubresource = resolved(*commands->device, *from, r.srcSubresource);
    r.dstSubresource = resolved(*commands->device, *to, r.dstSubresource);
    if (contains(*from, r.srcSubresource, r.srcOffset,
                 extent_in(*from, r.dstSubresource, *to, r.extent),
                 "VUID-vkCmdCopyImage-srcOffset-01783") &&
        contains(*to, r.dstSubresource, r.dstOffset,
                 extent_in(*to, r.srcSubresource, *from, r.extent),
                 "VUID-vkCmdCopyImage-dstOffset-00150"))
      copy.regions.push_back(
          {r.srcSubresource, r.srcOffset, r.dstSubresource, r.dstOffset, r.extent});
  }
  commands->add(std::move(copy), {from, to});
}

// Whether the queues of this device copy between such images and buffers.
bool can_copy_with_buffer(const Image& image) {
  if (image.shape.samples != 1) {
    complain(rules::argument_invalid, image, "has several samples",
             "VUID-vkCmdCopyBufferToImage-dstImage-07973");
    return false;
  }
  if (image_aspects(image.format) != VK_IMAGE_ASPECT_COLOR_BIT) {
    complain(rules::queue_no_graphics, image,
             "has depth or stencil, whose copies with buffers need a queue with graphics",
             "VUID-vkCmdCopyBufferToImage-commandBuffer-07739");
    return false;
  }
  return true;
}

// The bytes of the buffer that a region uses.
std::uint64_t bytes_in_buffer(const Image& image, const VkBufferImageCopy& region) {
  const std::uint64_t width = std::max(region.bufferRowLength, region.imageExtent.width);
  const std::uint64_t height = std::max(region.bufferImageHeight, region.imageExtent.height);
  const std::uint64_t slices =
      std::uint64_t{region.imageExtent.depth} * region.imageSubresource.layerCount;
  const std::uint64_t texels =
      ((slices - 1) * height + region.imageExtent.height - 1) * width + region.imageExtent.width;
  return texels * image.shape.format->bytes;
}

template <class Region>
void copy_buffer_image(const CommandBuffer& commands, const std::shared_ptr<Buffer>& buffer,
                       const std::shared_ptr<Image>& image, std::uint32_t count,
                       const Region* regions, CopyBufferImageCommand& copy) {
  if (!can_copy_with_buffer(*image)) return;
  copy.buffer = buffer;
  copy.image = image;
  for (std::uint32_t i = 0; i < count; ++i) {
    Region r = regions[i];
    r.imageSubresource = resolved(*commands.device, *image, r.imageSubresource);
    const VkBufferImageCopy region{r.bufferOffset,     r.bufferRowLength, r.bufferImageHeight,
                                   r.imageSubresource, r.imageOffset,     r.imageExtent};
    if (contains(*image, r.imageSubresource, r.imageOffset, r.imageExtent,
                 "VUID-vkCmdCopyBufferToImage-imageSubresource-07971") &&
        contains(*buffer, r.bufferOffset, bytes_in_buffer(*image, region),
                 "VUID-vkCmdCopyBufferToImage-pRegions-00171"))
      copy.regions.push_back(region);
  }
}

template <class Region>
void copy_to_image(VkCommandBuffer handle, VkBuffer from_handle, VkImage to_handle,
                   VkImageLayout layout, std::uint32_t count, const Region* regions) {
  const auto commands = find_recording(handle);
  if (!commands) return;
  const auto from =
      find_buffer(*commands, from_handle, "srcBuffer", VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
  const auto to = find_image(*commands, to_handle, "dstImage", VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  if (!from || !to ||
      !is_transfer_layout(*to, layout, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                          "VUID-vkCmdCopyBufferToImage-dstImageLayout-01396"))
    return;
  CopyBufferImageCommand copy;
  copy.layout = layout;
  copy_buffer_image(*commands, from, to, count, regions, copy);
  commands->add(std::move(copy), {from, to});
}

template <class Region>
void copy_to_buffer(VkCommandBuffer handle, VkImage from_handle, VkImageLayout layout,
                    VkBuffer to_handle, std::uint32_t count, const Region* regions) {
  const auto commands = find_recording(handle);
  if (!commands) return;
  const auto from = find_image(*commands, from_handle, "srcImage", VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
  const auto to = find_buffer(*commands, to_handle, "dstBuffer", VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  if (!from || !to ||
      !is_transfer_layout(*from, layout, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                          "VUID-vkCmdCopyImageToBuffer-srcImageLayout-01397"))
    return;
  CopyBufferImageCommand copy;
  copy.layout = layout;
  copy.is_to_image = false;
  copy_buffer_image(*commands, to, from, count, regions, copy);
  commands->add(std::move(copy), {from, to});
}

}  // namespace

VKAPI_ATTR void VKAPI_CALL cmd_copy_buffer(VkCommandBuffer handle, VkBuffer from, VkBuffer to,
                                           std::uint32_t count, const VkBufferCopy* regions) {
  copy_buffer(handle, from, to, count, regions);
}

VKAPI_ATTR void VKAPI_CALL cmd_copy_buffer2(VkCommandBuffer handle, const VkCopyBufferInfo2* info) {
  copy_buffer(handle, info->srcBuffer, info->dstBuffer, info->regionCount, info->pRegions);
}

VKAPI_ATTR void VKAPI_CALL cmd_copy_image(VkCommandBuffer handle, VkImage from,
                                          VkImageLayout from_layout, VkImage to,
                                          VkImageLayout to_layout, std::uint32_t count,
                                          const VkImageCopy* regions) {
  copy_image(handle, from, from_layout, to, to_layout, count, regions);
}

VKAPI_ATTR void VKAPI_CALL cmd_copy_image2(VkCommandBuffer handle, const VkCopyImageInfo2* info) {
  copy_image(handle, info->srcImage, info->srcImageLayout, info->dstImage, info->dstImageLayout,
             info->regionCount, info->pRegions);
}

VKAPI_ATTR void VKAPI_CALL cmd_copy_buffer_to_image(VkCommandBuffer handle, VkBuffer from,
                                                    VkImage to, VkImageLayout layout,
                                                    std::uint32_t count,
                                                    const VkBufferImageCopy* regions) {
  copy_to_image(handle, from, to, layout, count, regions);
}

VKAPI_ATTR void VKAPI_CALL cmd_copy_buffer_to_image2(VkCommandBuffer handle,
                                                     const VkCopyBufferToImageInfo2* info) {
  copy_to_image(handle, info->srcBuffer, info->dstImage, info->dstImageLayout, info->regionCount,
                info->pRegions);
}

VKAPI_ATTR void VKAPI_CALL cmd_copy_image_to_buffer(VkCommandBuffer handle, VkImage from,
                                                    VkImageLayout layout, VkBuffer to,
                                                    std::uint32_t count,
                                                    const VkBufferImageCopy* regions) {
  copy_to_buffer(handle, from, layout, to, count, regions);
}

VKAPI_ATTR void VKAPI_CALL cmd_copy_image_to_buffer2(VkCommandBuffer handle,
                                                     const VkCopyImageToBufferInfo2* info) {
  copy_to_buffer(handle, info->srcImage, info->srcImageLayout, info->dstBuffer, info->regionCount,
                 info->pRegions);
}

VKAPI_ATTR void VKAPI_CALL cmd_fill_buffer(VkCommandBuffer handle, VkBuffer to_handle,
                                           VkDeviceSize offset, VkDeviceSize size,
                                           std::uint32_t data) {
  const auto commands = find_recording(handle);
  if (!commands) return;
  const auto to = find_buffer(*commands, to_handle, "dstBuffer", VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  if (!to) return;
  // What VK_WHOLE_SIZE leaves is rounded down to a multiple of 4.
  if (size == VK_WHOLE_SIZE && offset <= to->size) size = (to->size - offset) / 4 * 4;
  if (offset % 4 != 0 || size % 4 != 0) {
    return (void)complain(
        rules::argument_invalid, *to,
        fmt::format("is filled from {} on for {} bytes: both must be multiples of 4", offset, size),
        "VUID-vkCmdFillBuffer-dstOffset-00025");
  }
  if (!contains(*to, offset, size, "VUID-vkCmdFillBuffer-size-00027")) return;
  FillBufferCommand fill{to, offset, size, std::vector<std::byte>(sizeof data)};
  std::memcpy(fill.bytes.data(), &data, sizeof data);
  commands->add(std::move(fill), {to});
}

VKAPI_ATTR void VKAPI_CALL cmd_update_buffer(VkCommandBuffer handle, VkBuffer to_handle,
                                             VkDeviceSize offset, VkDeviceSize size,
                                             const void* data) {
  const auto commands = find_recording(handle);
  if (!commands) return;
  const auto to = find_buffer(*commands, to_handle, "dstBuffer", VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  if (!to) return;
  if (offset % 4 != 0 || size % 4 != 0 || size == 0 || size > 65536) {
    return (void)complain(
        rules::argument_invalid, *to,
        fmt::format("is updated from {} on with {} bytes: both must be multiples of 4, "
                    "and at most 65536 bytes are permitted",
                    offset, size),
        "VUID-vkCmdUpdateBuffer-dstOffset-00036");
  }
  if (!contains(*to, offset, size, "VUID-vkCmdUpdateBuffer-dataSize-00033")) return;
  const auto* bytes = static_cast<const std::byte*>(data);
  commands->add(FillBufferCommand{to, offset, size, {bytes, bytes + size}}, {to});
}

VKAPI_ATTR void VKAPI_CALL cmd_clear_color_image(VkCommandBuffer handle, VkImage image_handle,
                                                 VkImageLayout layout,
                                                 const VkClearColorValue* color,
                                                 std::uint32_t count,
                                                 const VkImageSubresourceRange* ranges) {
  const auto commands = find_recording(handle);
  if (!commands) return;
  const auto image = find_image(*commands, image_handle, "image", VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  if (!image || !is_transfer_layout(*image, layout, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                                    "VUID-vkCmdClearColorImage-imageLayout-01394"))
    return;
  if (image_aspects(image->format) != VK_IMAGE_ASPECT_COLOR_BIT) {
    return (void)complain(rules::argument_invalid, *image, "has no color",
                          "VUID-vkCmdClearColorImage-image-00007");
  }
  ClearImageCommand clear{image, layout, *color, {}};
  std::copy_if(ranges, ranges + count, std::back_inserter(clear.ranges),
               [&](const VkImageSubresourceRange& range) { return contains(*image, range); });
  commands->add(std::move(clear), {image});
}

}  // namespace spirv_oracle::vulkan
