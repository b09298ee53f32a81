#include "golden/vulkan/device_attachment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "golden/vulkan/formats.h"
#include "interpreter/images/texel_component.h"
#include "raster/color.h"

namespace spirv_oracle::golden {
namespace {

bool has_equal_texels(std::span<const std::byte> texels, std::size_t size) {
  for (std::size_t at = size; at < texels.size(); at += size) {
    if (!std::ranges::equal(texels.subspan(at, size), texels.first(size))) return false;
  }
  return true;
}

}  // namespace

DeviceAttachment::~DeviceAttachment() {
  device_.vulkan().destroy_image_view(device_.handle(), view_, nullptr);
  device_.vulkan().destroy_image(device_.handle(), image_, nullptr);
  device_.vulkan().free_memory(device_.handle(), memory_, nullptr);
}

VkImageAspectFlags DeviceAttachment::aspects() const {
  if (is_color()) return VK_IMAGE_ASPECT_COLOR_BIT;
  if (format_ == VK_FORMAT_S8_UINT) return VK_IMAGE_ASPECT_STENCIL_BIT;
  const bool has_stencil = resource_.image->format->components[1].bits != 0;
  constexpr VkImageAspectFlags depth = VK_IMAGE_ASPECT_DEPTH_BIT;
  return has_stencil ? depth | VK_IMAGE_ASPECT_STENCIL_BIT : depth;
}

Result<void> DeviceAttachment::create() {
  const TexelFormat& format = *resource_.image->format;
  format_ = is_color() ? vulkan_format(format) : vulkan_depth_format(format);
  VkFormatProperties properties{};
  if (format_ != VK_FORMAT_UNDEFINED)
    device_.vulkan().get_format_properties(device_.physical(), format_, &properties);
  const VkFormatFeatureFlags needed = is_color() ? VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT
                                                 : VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT;
  if ((properties.optimalTilingFeatures & needed) == 0)
    return unsupported(
        fmt::format("VkFormat {} of the attachment {}", static_cast<int>(format_), resource_.name));
  if (is_multisampled() && !has_equal_texels(resource_.input->bytes, format.bytes))
    return unsupported(fmt::format("{}: samples that differ before the draw", resource_.name));
  if (auto done = create_image(); !done) return done;
  if (auto done = create_view(); !done) return done;
  return is_multisampled() ? Result<void>{} : create_planes();
}

Result<void> DeviceAttachment::create_image() {
  const VulkanFunctions& vk = device_.vulkan();
  VkImageCreateInfo create{};
  create.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
  create.imageType = VK_IMAGE_TYPE_2D;
  create.format = format_;
  create.extent = {resource_.image->extent[0], resource_.image->extent[1], 1};
  create.mipLevels = create.arrayLayers = 1;
  create.samples = static_cast<VkSampleCountFlagBits>(resource_.image->samples);
  create.tiling = VK_IMAGE_TILING_OPTIMAL;
  create.usage = is_color() ? VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT
                            : VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
  if (!is_multisampled())
    create.usage |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  VkImageFormatProperties properties{};
  const VkResult possible = vk.get_image_format_properties(
      device_.physical(), format_, create.imageType, create.tiling, create.usage, 0, &properties);
  const bool is_possible = possible == VK_SUCCESS &&
                           create.extent.width <= properties.maxExtent.width &&
                           create.extent.height <= properties.maxExtent.height &&
                           (properties.sampleCounts & create.samples) != 0;
  if (!is_possible)
    return unsupported(fmt::format("the attachment {} of VkFormat {}, {} x {} texels, {} samples",
                                   resource_.name, static_cast<int>(format_), create.extent.width,
                                   create.extent.height, resource_.image->samples));
  if (auto done = make_object(device_, vk.create_image, "vkCreateImage", create, image_); !done)
    return done;
  return allocate_image_memory(device_, image_, memory_);
}

Result<void> DeviceAttachment::create_view() {
  VkImageViewCreateInfo create{};
  create.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
  create.image = image_;
  create.viewType = VK_IMAGE_VIEW_TYPE_2D;
  create.format = format_;
  create.subresourceRange = {aspects(), 0, 1, 0, 1};
  return make_object(device_, device_.vulkan().create_image_view, "vkCreateImageView", create,
                     view_);
}

Result<void> DeviceAttachment::create_planes() {
  const TexelFormat& format = *resource_.image->format;
  if (is_color()) return add_plane(VK_IMAGE_ASPECT_COLOR_BIT, 0, format.bytes);
  if (format_ == VK_FORMAT_S8_UINT)
    return add_plane(VK_IMAGE_ASPECT_STENCIL_BIT, format.components[0].bits != 0 ? 0 : 1, 1);
  // "Copying Data Between Buffers and Images": depth of 24 bits is in words of 32 bits.
  if (auto done = add_plane(VK_IMAGE_ASPECT_DEPTH_BIT, 0, format.components[0].bits == 16 ? 2 : 4);
      !done)
    return done;
  return format.components[1].bits != 0 ? add_plane(VK_IMAGE_ASPECT_STENCIL_BIT, 1, 1)
                                        : Result<void>{};
}

Result<void> DeviceAttachment::add_plane(VkImageAspectFlags aspect, unsigned component,
                                         std::uint32_t bytes) {
  Plane& plane = planes_.emplace_back(device_);
  plane.aspect = aspect;
  plane.component = component;
  plane.bytes = bytes;
  std::vector<std::byte> contents = resource_.input->bytes;
  const TexelFormat& format = *resource_.image->format;
  if (!is_color()) {
    const std::size_t texels = contents.size() / format.bytes;
    const ComponentBytes source(format.components[component]);
    contents.assign(texels * bytes, std::byte{0});
    for (std::size_t i = 0; i < texels; ++i) {
      const std::uint64_t bits = source.extract(&resource_.input->bytes[i * format.bytes]);
      std::memcpy(&contents[i * bytes], &bits, bytes);
    }
  }
  return plane.buffer.create(contents,
                             VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
}

VkAttachmentDescription DeviceAttachment::description() const {
  VkAttachmentDescription description{};
  description.format = format_;
  description.samples = static_cast<VkSampleCountFlagBits>(resource_.image->samples);
  description.loadOp = is_multisampled() ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD;
  description.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
  description.stencilLoadOp = description.loadOp;
  description.stencilStoreOp = description.storeOp;
  description.initialLayout =
      is_multisampled() ? VK_IMAGE_LAYOUT_UNDEFINED : VK_IMAGE_LAYOUT_GENERAL;
  description.finalLayout = VK_IMAGE_LAYOUT_GENERAL;
  return description;
}

// That of the first texel.
VkClearValue DeviceAttachment::clear_value() const {
  VkClearValue clear{};
  const TexelFormat& format = *resource_.image->format;
  if (resource_.input->bytes.size() < format.bytes) return clear;
  const auto value = [&](unsigned number) {
    const TexelComponent& component = format.components[number];
    if (component.bits == 0) return ColorComponent{};
    const std::uint64_t bits = ComponentBytes(component).extract(resource_.input->bytes.data());
    return decode(component, bits, Definedness::defined);
  };
  if (!is_color()) {
    const bool is_stencil = format_ == VK_FORMAT_S8_UINT && format.components[0].bits != 0;
    clear.depthStencil.depth = static_cast<float>(value(0).number);
    clear.depthStencil.stencil = static_cast<std::uint32_t>(value(is_stencil ? 0 : 1).integer);
    return clear;
  }
  for (unsigned i = 0; i < 4; ++i) {
    if (format.is_integer())
      clear.color.int32[i] = static_cast<std::int32_t>(value(i).integer);
    else
      clear.color.float32[i] = static_cast<float>(value(i).number);
  }
  return clear;
}

VkBufferImageCopy DeviceAttachment::region(const Plane& plane) const {
  VkBufferImageCopy region{};
  region.imageSubresource = {plane.aspect, 0, 0, 1};
  region.imageExtent = {resource_.image->extent[0], resource_.image->extent[1], 1};
  return region;
}

void DeviceAttachment::record_barrier(VkCommandBuffer commands, VkImageLayout from) const {
  VkImageMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
  barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.oldLayout = from;
  barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
  barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.image = image_;
  barrier.subresourceRange = {aspects(), 0, 1, 0, 1};
  device_.vulkan().pipeline_barrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                    VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, nullptr, 0, nullptr,
                                    1, &barrier);
}

void DeviceAttachment::record_upload(VkCommandBuffer commands) const {
  if (planes_.empty()) return;
  record_barrier(commands, VK_IMAGE_LAYOUT_UNDEFINED);
  for (const Plane& plane : planes_) {
    const VkBufferImageCopy copy = region(plane);
    device_.vulkan().copy_buffer_to_image(commands, plane.buffer.handle(), image_,
                                          VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
  }
  record_barrier(commands, VK_IMAGE_LAYOUT_GENERAL);
}

void DeviceAttachment::record_download(VkCommandBuffer commands) const {
  if (planes_.empty()) return;
  record_barrier(commands, VK_IMAGE_LAYOUT_GENERAL);
  for (const Plane& plane : planes_) {
    const VkBufferImageCopy copy = region(plane);
    device_.vulkan().copy_image_to_buffer(commands, image_, VK_IMAGE_LAYOUT_GENERAL,
                                          plane.buffer.handle(), 1, &copy);
  }
}

std::vector<std::byte> DeviceAttachment::texels() const {
  const TexelFormat& format = *resource_.image->format;
  std::vector<std::byte> result(resource_.input->bytes.size());
  const std::size_t count = result.size() / format.bytes;
  for (const Plane& plane : planes_) {
    const auto bytes = plane.buffer.bytes();
    for (unsigned i = 0; i < 4; ++i) {
      const TexelComponent& component = format.components[i];
      if (component.bits == 0 || (!is_color() && i != plane.component)) continue;
      const ComponentBytes target(component);
      for (std::size_t texel = 0; texel < count; ++texel) {
        std::uint64_t bits = 0;
        if (is_color())
          bits = target.extract(&bytes[texel * plane.bytes]);
        else
          std::memcpy(&bits, &bytes[texel * plane.bytes], plane.bytes);
        target.insert(bits & (~std::uint64_t{0} >> (64 - component.bits)),
                      &result[texel * format.bytes]);
      }
    }
  }
  return result;
}

}  // namespace spirv_oracle::golden
