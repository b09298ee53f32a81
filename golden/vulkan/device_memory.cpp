#include "golden/vulkan/device_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace spirv_oracle::golden {
namespace {

constexpr VkMemoryPropertyFlags visible =
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;

// Memory of a permitted type with these properties.
Result<void> allocate(const VulkanDevice& device, const VkMemoryRequirements& requirements,
                      VkMemoryPropertyFlags wanted, VkDeviceMemory& memory) {
  const VkPhysicalDeviceMemoryProperties& types = device.memory();
  for (std::uint32_t i = 0; i < types.memoryTypeCount; ++i) {
    const bool is_allowed = (requirements.memoryTypeBits >> i & 1) != 0;
    if (!is_allowed || (types.memoryTypes[i].propertyFlags & wanted) != wanted) continue;
    VkMemoryAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    info.allocationSize = requirements.size;
    info.memoryTypeIndex = i;
    return checked(device.vulkan().allocate_memory(device.handle(), &info, nullptr, &memory),
                   "vkAllocateMemory");
  }
  return tl::unexpected(
      Error{Status::mismatch, "no memory type is visible to the host and coherent"});
}

VkImageType type_of(VkImageViewType view) {
  switch (view) {
    case VK_IMAGE_VIEW_TYPE_1D:
    case VK_IMAGE_VIEW_TYPE_1D_ARRAY:
      return VK_IMAGE_TYPE_1D;
    case VK_IMAGE_VIEW_TYPE_3D:
      return VK_IMAGE_TYPE_3D;
    default:
      return VK_IMAGE_TYPE_2D;
  }
}

bool is_cube(VkImageViewType view) {
  return view == VK_IMAGE_VIEW_TYPE_CUBE || view == VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
}

std::uint32_t layers_of(VkImageViewType view, const ImageShape& shape) {
  switch (view) {
    case VK_IMAGE_VIEW_TYPE_1D_ARRAY:
    case VK_IMAGE_VIEW_TYPE_2D_ARRAY:
    case VK_IMAGE_VIEW_TYPE_CUBE_ARRAY:
      return shape.layers;
    case VK_IMAGE_VIEW_TYPE_CUBE:
      return 6;
    default:
      return 1;
  }
}

VkImageCreateInfo create_info(const ImageShape& shape, const ImageUse& use) {
  VkImageCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
  info.flags = is_cube(use.view) ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0;
  info.imageType = type_of(use.view);
  info.format = use.format;
  info.extent = {shape.extent[0], shape.extent[1], shape.extent[2]};
  info.mipLevels = shape.levels;
  info.arrayLayers = shape.layers;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.tiling = VK_IMAGE_TILING_OPTIMAL;
  info.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  info.usage |= use.is_storage ? VK_IMAGE_USAGE_STORAGE_BIT : VK_IMAGE_USAGE_SAMPLED_BIT;
  return info;
}

// Whether the device can create this image.
bool is_possible(const VulkanDevice& device, const VkImageCreateInfo& info) {
  VkImageFormatProperties properties{};
  const VkResult result =
      device.vulkan().get_image_format_properties(device.physical(), info.format, info.imageType,
                                                  info.tiling, info.usage, info.flags, &properties);
  return result == VK_SUCCESS && info.extent.width <= properties.maxExtent.width &&
         info.extent.height <= properties.maxExtent.height &&
         info.extent.depth <= properties.maxExtent.depth &&
         info.mipLevels <= properties.maxMipLevels && info.arrayLayers <= properties.maxArrayLayers;
}

}  // namespace

Result<void> checked(VkResult result, const char* function) {
  if (result == VK_SUCCESS) return {};
  return tl::unexpected(
      Error{Status::mismatch, fmt::format("{} returns {}", function, result_name(result))});
}

Result<void> allocate_image_memory(const VulkanDevice& device, VkImage image,
                                   VkDeviceMemory& memory) {
  const VulkanFunctions& vk = device.vulkan();
  VkMemoryRequirements requirements{};
  vk.get_image_memory_requirements(device.handle(), image, &requirements);
  if (auto done = allocate(device, requirements, 0, memory); !done) return done;
  return checked(vk.bind_image_memory(device.handle(), image, memory, 0), "vkBindImageMemory");
}

HostBuffer::~HostBuffer() {
  device_.vulkan().destroy_buffer(device_.handle(), buffer_, nullptr);
  device_.vulkan().free_memory(device_.handle(), memory_, nullptr);
}

Result<void> HostBuffer::create(std::span<const std::byte> contents, VkBufferUsageFlags usage) {
  const VulkanFunctions& vk = device_.vulkan();
  VkDevice device = device_.handle();
  VkBufferCreateInfo create{};
  create.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  create.size = std::max<std::size_t>(contents.size(), 1);
  create.usage = usage;
  if (auto done = checked(vk.create_buffer(device, &create, nullptr, &buffer_), "vkCreateBuffer");
      !done)
    return done;
  VkMemoryRequirements requirements{};
  vk.get_memory_requirements(device, buffer_, &requirements);
  if (auto done = allocate(device_, requirements, visible, memory_); !done) return done;
  if (auto done = checked(vk.bind_memory(device, buffer_, memory_, 0), "vkBindBufferMemory"); !done)
    return done;
  void* mapped = nullptr;
  if (auto done =
          checked(vk.map_memory(device, memory_, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
      !done)
    return done;
  bytes_ = static_cast<std::byte*>(mapped);
  size_ = contents.size();
  if (!contents.empty()) std::memcpy(bytes_, contents.data(), contents.size());
  return {};
}

DeviceImage::~DeviceImage() {
  device_.vulkan().destroy_image_view(device_.handle(), view_, nullptr);
  device_.vulkan().destroy_image(device_.handle(), image_, nullptr);
  device_.vulkan().free_memory(device_.handle(), memory_, nullptr);
}

Result<void> DeviceImage::create(const ImageShape& shape, const ImageUse& use,
                                 std::uint32_t texel_bytes, std::span<const std::byte> texels) {
  shape_ = shape;
  layout_ = ImageLayout::of(shape, texel_bytes, texels.size());
  const VkImageCreateInfo info = create_info(shape, use);
  if (!is_possible(device_, info))
    return unsupported(fmt::format("an image of VkFormat {} with {} x {} x {} texels and {} layers",
                                   static_cast<int>(use.format), shape.extent[0], shape.extent[1],
                                   shape.extent[2], shape.layers));
  if (auto done = texels_.create(
          texels, VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
      !done)
    return done;
  if (auto done = create_image(info); !done) return done;
  return create_view(shape, use);
}

Result<void> DeviceImage::create_image(const VkImageCreateInfo& create) {
  const VulkanFunctions& vk = device_.vulkan();
  VkDevice device = device_.handle();
  if (auto done = checked(vk.create_image(device, &create, nullptr, &image_), "vkCreateImage");
      !done)
    return done;
  return allocate_image_memory(device_, image_, memory_);
}

// Shaders store only to the first level.
Result<void> DeviceImage::create_view(const ImageShape& shape, const ImageUse& use) {
  VkImageViewCreateInfo create{};
  create.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
  create.image = image_;
  create.viewType = use.view;
  create.format = use.format;
  create.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, use.is_storage ? 1 : shape.levels, 0,
                             layers_of(use.view, shape)};
  return checked(device_.vulkan().create_image_view(device_.handle(), &create, nullptr, &view_),
                 "vkCreateImageView");
}

std::vector<VkBufferImageCopy> DeviceImage::regions() const {
  std::vector<VkBufferImageCopy> regions;
  for (std::uint32_t level = 0; level < layout_.levels.size(); ++level) {
    const LevelLayout& layout = layout_.levels[level];
    VkBufferImageCopy& region = regions.emplace_back();
    region.bufferOffset = layout.offset;
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, shape_.layers};
    region.imageExtent = {layout.extent[0], layout.extent[1], layout.extent[2] / shape_.layers};
  }
  return regions;
}

void DeviceImage::record_barrier(VkCommandBuffer commands, VkImageLayout from,
                                 VkPipelineStageFlags before, VkPipelineStageFlags after) const {
  VkImageMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
  barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.oldLayout = from;
  barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
  barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.image = image_;
  barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, shape_.levels, 0, shape_.layers};
  device_.vulkan().pipeline_barrier(commands, before, after, 0, 0, nullptr, 0, nullptr, 1,
                                    &barrier);
}

void DeviceImage::record_upload(VkCommandBuffer commands) const {
  record_barrier(commands, VK_IMAGE_LAYOUT_UNDEFINED, VK_PIPELINE_STAGE_HOST_BIT,
                 VK_PIPELINE_STAGE_TRANSFER_BIT);
  const auto copies = regions();
  device_.vulkan().copy_buffer_to_image(commands, texels_.handle(), image_, VK_IMAGE_LAYOUT_GENERAL,
                                        static_cast<std::uint32_t>(copies.size()), copies.data());
  record_barrier(commands, VK_IMAGE_LAYOUT_GENERAL, VK_PIPELINE_STAGE_TRANSFER_BIT,
                 VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
}

void DeviceImage::record_download(VkCommandBuffer commands) const {
  record_barrier(commands, VK_IMAGE_LAYOUT_GENERAL, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                 VK_PIPELINE_STAGE_TRANSFER_BIT);
  const auto copies = regions();
  device_.vulkan().copy_image_to_buffer(commands, image_, VK_IMAGE_LAYOUT_GENERAL, texels_.handle(),
                                        static_cast<std::uint32_t>(copies.size()), copies.data());
}

}  // namespace spirv_oracle::golden
