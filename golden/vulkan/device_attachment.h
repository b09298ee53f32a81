// An attachment of a draw on a Vulkan device.
#pragma once

#include <deque>
#include <vector>

#include "golden/bundle/bundle.h"
#include "golden/vulkan/device_memory.h"

namespace spirv_oracle::golden {

// An image of one level and layer, always in the layout VK_IMAGE_LAYOUT_GENERAL. Its texels are copied between the image and
// buffers; a multisampled one, which cannot be copied, is cleared when a render pass begins.
class DeviceAttachment {
 public:
  DeviceAttachment(const VulkanDevice& device, const BundleResource& resource)
      : device_(device), resource_(resource) {}
  DeviceAttachment(const DeviceAttachment&) = delete;
  DeviceAttachment& operator=(const DeviceAttachment&) = delete;
  ~DeviceAttachment();

  // Must be called once. Errors: unsupported (the format, or samples with different values), mismatch if the driver fails.
  Result<void> create();

  const BundleResource& resource() const { return resource_; }
  bool is_multisampled() const { return resource_.image->samples > 1; }
  VkImageView view() const { return view_; }
  // How a render pass uses it.
  VkAttachmentDescription description() const;
  VkClearValue clear_value() const;
  void record_upload(VkCommandBuffer commands) const;
  void record_download(VkCommandBuffer commands) const;
  // The texels after record_download. Bits that the format does not use are 0.
  std::vector<std::byte> texels() const;

 private:
  // What one copy transfers: a color, or one aspect of depth and stencil.
  struct Plane {
    explicit Plane(const VulkanDevice& device) : buffer(device) {}
    VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT;
    unsigned component = 0;   // of depth and stencil
    std::uint32_t bytes = 0;  // of a texel
    HostBuffer buffer;
  };

  bool is_color() const { return resource_.kind != draw_kinds::depth_stencil_attachment; }
  VkImageAspectFlags aspects() const;
  Result<void> create_image();
  Result<void> create_view();
  Result<void> create_planes();
  Result<void> add_plane(VkImageAspectFlags aspect, unsigned component, std::uint32_t bytes);
  VkBufferImageCopy region(const Plane& plane) const;
  void record_barrier(VkCommandBuffer commands, VkImageLayout from) const;

  const VulkanDevice& device_;
  const BundleResource& resource_;
  VkFormat format_ = VK_FORMAT_UNDEFINED;
  VkImage image_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  VkImageView view_ = VK_NULL_HANDLE;
  std::deque<Plane> planes_;  // a deque, because buffers must not move
};

}  // namespace spirv_oracle::golden
