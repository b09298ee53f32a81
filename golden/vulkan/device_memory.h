// Memory of a Vulkan device: buffers that the host sees, and images with what it takes to fill and read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "golden/vulkan/device.h"
#include "interpreter/images/image_shape.h"

namespace spirv_oracle::golden {

// The error of a Vulkan function that failed: mismatch.
Result<void> checked(VkResult result, const char* function);

// Makes an object by one of the functions that do so.
template <class Function, class Info, class Handle>
Result<void> make_object(const VulkanDevice& device, Function function, const char* name,
                         const Info& info, Handle& handle) {
  return checked(function(device.handle(), &info, nullptr, &handle), name);
}

// A buffer with its memory, mapped as long as it lives.
class HostBuffer {
 public:
  explicit HostBuffer(const VulkanDevice& device) : device_(device) {}
  HostBuffer(const HostBuffer&) = delete;
  HostBuffer& operator=(const HostBuffer&) = delete;
  ~HostBuffer();

  // To be called once.
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

// What an image is to a shader.
struct ImageUse {
  VkFormat format = VK_FORMAT_UNDEFINED;
  VkImageViewType view = VK_IMAGE_VIEW_TYPE_2D;
  bool is_storage = false;  // or sampled
};

// An image, always in the layout VK_IMAGE_LAYOUT_GENERAL, and a buffer that its texels are copied from and to. They lie as
// ImageLayout has them.
class DeviceImage {
 public:
  explicit DeviceImage(const VulkanDevice& device) : device_(device), texels_(device) {}
  DeviceImage(const DeviceImage&) = delete;
  DeviceImage& operator=(const DeviceImage&) = delete;
  ~DeviceImage();

  // To be called once. Errors: unsupported where the device has no such images.
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
