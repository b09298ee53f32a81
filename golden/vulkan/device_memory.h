// Memory of a Vulkan device: buffers that are visible to the host, and images with staging buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "golden/vulkan/device.h"
#include "interpreter/images/image_shape.h"

namespace spirv_oracle::golden {

// The error of a Vulkan function that failed: mismatch.
Result<void> checked(VkResult result, const char* function);

// Creates an object with a vkCreate function.
template <class Function, class Info, class Handle>
Result<void> make_object(const VulkanDevice& device, Function function, const char* name,
                         const Info& info, Handle& handle) {
  return checked(function(device.handle(), &info, nullptr, &handle), name);
}

// Allocates the memory of an image and binds it.
Result<void> allocate_image_memory(const VulkanDevice& device, VkImage image,
                                   VkDeviceMemory& memory);

// A buffer with its memory, mapped for its whole lifetime.
class HostBuffer {
 public:
  explicit HostBuffer(const VulkanDevice& device) : device_(device) {}
  HostBuffer(const HostBuffer&) = delete;
  HostBuffer& operator=(const HostBuffer&) = delete;
  ~HostBuffer();

  // Must be called once.
  Result<void> create(std::span<const std::byte> contents, VkBufferUsageFlags usage);

  VkBuffer handle() const { return buffer_; }
  std::span<const std::byte> bytes() const { return {bytes_, size_}; }

 private:
  const VulkanDevice& device_;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  std::byte* bytes_ = nullptr;
  std::size_t size_ = 0;
};

// How a shader uses an image.
struct ImageUse {
  VkFormat format = VK_FORMAT_UNDEFINED;
  VkImageViewType view = VK_IMAGE_VIEW_TYPE_2D;
  bool is_storage = false;  // otherwise sampled
};

// An image, always in the layout VK_IMAGE_LAYOUT_GENERAL, and a buffer for copies of its texels, in
// the order of ImageLayout.
class DeviceImage {
 public:
  explicit DeviceImage(const VulkanDevice& device) : device_(device), texels_(device) {}
  DeviceImage(const DeviceImage&) = delete;
  DeviceImage& operator=(const DeviceImage&) = delete;
  ~DeviceImage();

  // Must be called once. Errors: unsupported if the device does not support such images.
  Result<void> create(const ImageShape& shape, const ImageUse& use, std::uint32_t texel_bytes,
                      std::span<const std::byte> texels);

  VkImageView view() const { return view_; }
  // The texels after record_download.
  std::span<const std::byte> texels() const { return texels_.bytes(); }
  void record_upload(VkCommandBuffer commands) const;
  void record_download(VkCommandBuffer commands) const;

 private:
  Result<void> create_image(const VkImageCreateInfo& create);
  Result<void> create_view(const ImageShape& shape, const ImageUse& use);
  std::vector<VkBufferImageCopy> regions() const;
  void record_barrier(VkCommandBuffer commands, VkImageLayout from, VkPipelineStageFlags before,
                      VkPipelineStageFlags after) const;

  const VulkanDevice& device_;
  HostBuffer texels_;
  ImageShape shape_;
  ImageLayout layout_;
  VkImage image_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  VkImageView view_ = VK_NULL_HANDLE;
};

}  // namespace spirv_oracle::golden
