// Copies and transitions of images by the host (section "Copying Data Between Images and Host Memory"). They need no queue, but
// are accesses of the host: the commands that access the image must be complete, and their writes visible to the host.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "vulkan/commands/image_layouts.h"
#include "vulkan/commands/regions.h"
#include "vulkan/commands/run_dispatch.h"
#include "vulkan/findings/call.h"
#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"

namespace spirv_oracle::vulkan {
namespace {

// Holds Device::execution for the accesses of a call, and reports those that commands conflict with afterwards.
class HostAccesses {
 public:
  explicit HostAccesses(Device& device) : device_(device), lock_(device.execution) {}
  ~HostAccesses() {
    lock_.unlock();
    device_.check_host_accesses();
  }
  HostAccesses(const HostAccesses&) = delete;
  HostAccesses& operator=(const HostAccesses&) = delete;

  ShadowedBytes read(const Image& image, std::uint64_t at, std::uint64_t size) {
    watch(image.memory);
    return image.memory->read_by_host(at, size);
  }
  void write(const Image& image, std::uint64_t at, const ShadowedBytes& contents) {
    watch(image.memory);
    image.memory->write_by_host(at, contents);
  }

 private:
  void watch(const std::shared_ptr<DeviceMemory>& memory) {
    const std::lock_guard lock(device_.synchronization);
    device_.watch_host_accesses(memory);
  }

  Device& device_;
  std::unique_lock<std::mutex> lock_;
};

// The image of a call, if the host can access it; null after a finding.
std::shared_ptr<Image> find_image(const Device& device, VkImage handle, const char* what) {
  auto image = find<Image>(handle, what, &device);
  if (!image) return nullptr;
  if (!device.has_feature("hostImageCopy")) {
    complain(rules::feature_missing, *image,
             "needs the feature hostImageCopy, which is not enabled",
             fmt::format("VUID-{}-hostImageCopy-09058", current_call()));
    return nullptr;
  }
  if ((image->usage & VK_IMAGE_USAGE_HOST_TRANSFER_BIT) == 0) {
    complain(rules::argument_invalid, *image,
             fmt::format("is {}, but was created without VK_IMAGE_USAGE_HOST_TRANSFER_BIT", what),
             "VUID-VkHostImageLayoutTransitionInfo-image-09055");
    return nullptr;
  }
  if (image->shape.samples != 1) {
    complain(rules::argument_invalid, *image, "has several samples",
             "VUID-VkCopyMemoryToImageInfo-dstImage-07969");
    return nullptr;
  }
  if (image->memory && !image->memory->is_destroyed) return image;
  complain(rules::memory_not_bound, *image, "has no memory");
  return nullptr;
}

bool is_host_layout(VkImageLayout layout) {
  const auto layouts = host_copy_layouts();
  return std::ranges::find(layouts, layout) != layouts.end();
}

// Whether the subresources are in the layout, and the host can use it. Needs Device::execution.
bool check_layout(const Image& image, const VkImageSubresourceRange& range, VkImageLayout layout,
                  const char* vuid) {
  if (!is_host_layout(layout)) {
    complain(rules::argument_invalid, image,
             fmt::format("cannot be copied by the host in {}", name_of_layout(layout)), vuid);
    return false;
  }
  if (const auto other = find_other_layout(image, range, layout)) {
    complain(rules::image_layout, image,
             fmt::format("is expected in {}, but {}", name_of_layout(layout), other->text()), vuid);
  }
  return true;
}

// Where a row of a region is in host memory, in bytes from its pointer.
template <class Region>
std::uint64_t row_in_memory(const Region& region, std::uint64_t texel, std::uint32_t slice,
                            std::uint32_t y) {
  const std::uint64_t width = std::max(region.memoryRowLength, region.imageExtent.width);
  const std::uint64_t height = std::max(region.memoryImageHeight, region.imageExtent.height);
  return (slice * height + y) * width * texel;
}

// Calls `visit(region, at, bytes, offset)` for each row: where it is in the memory of the image, its size, and where it is from
// the host pointer on. Rows have no padding in images, so that VK_HOST_IMAGE_COPY_MEMCPY_BIT changes nothing.
template <class Info, class Visit>
void for_each_row_of(const Device& device, const Image& image, VkImageLayout layout,
                     const Info& info, const char* vuid, Visit visit) {
  const std::uint64_t texel = image.texel_bytes();
  for (std::uint32_t i = 0; i < info.regionCount; ++i) {
    auto region = info.pRegions[i];
    region.imageSubresource = resolved(device, image, region.imageSubresource);
    if (!contains(image, region.imageSubresource, region.imageOffset, region.imageExtent,
                  "VUID-VkCopyMemoryToImageInfo-imageSubresource-07971") ||
        !check_layout(
            image, range_of(image, region.imageSubresource, region.imageOffset, region.imageExtent),
            layout, vuid))
      continue;
    for_each_row(image, region.imageSubresource, region.imageOffset, region.imageExtent,
                 [&](std::uint64_t at, std::uint32_t slice, std::uint32_t y) {
                   visit(region, at, region.imageExtent.width * texel,
                         row_in_memory(region, texel, slice, y));
                 });
  }
}

void copy(HostAccesses& accesses, const Image& from, const Image& to, const VkImageCopy2& region) {
  const std::uint64_t bytes = region.extent.width * from.texel_bytes();
  std::vector<ShadowedBytes> rows;
  for_each_row(from, region.srcSubresource, region.srcOffset,
               extent_in(from, region.dstSubresource, to, region.extent),
               [&](std::uint64_t at, std::uint32_t, std::uint32_t) {
                 rows.push_back(accesses.read(from, at, bytes));
               });
  std::size_t next = 0;
  for_each_row(to, region.dstSubresource, region.dstOffset,
               extent_in(to, region.srcSubresource, from, region.extent),
               [&](std::uint64_t at, std::uint32_t, std::uint32_t) {
                 if (next < rows.size()) accesses.write(to, at, rows[next++]);
               });
}

// One transition; false after a finding.
bool transition(HostAccesses& accesses, Image& image, const VkHostImageLayoutTransitionInfo& info) {
  const bool discards = info.oldLayout == VK_IMAGE_LAYOUT_UNDEFINED;
  if (!is_host_layout(info.newLayout)) {
    complain(rules::argument_invalid, image,
             "cannot get the layout " + name_of_layout(info.newLayout) + " from the host",
             "VUID-VkHostImageLayoutTransitionInfo-newLayout-09057");
    return false;
  }
  const auto other = find_other_layout(image, info.subresourceRange, info.oldLayout);
  if (!discards && other) {
    complain(
        rules::image_layout_transition, image,
        fmt::format("is expected in {}, but {}", name_of_layout(info.oldLayout), other->text()),
        "VUID-VkHostImageLayoutTransitionInfo-oldLayout-09229");
  }
  for_each_part(image, info.subresourceRange, [&](const MemoryPart& part) {
    accesses.write(image, part.offset,
                   discards ? ShadowedBytes::uninitialized(part.size)
                            : accesses.read(image, part.offset, part.size));
  });
  set_layout(image, info.subresourceRange, info.newLayout);
  return true;
}

}  // namespace

VKAPI_ATTR VkResult VKAPI_CALL copy_memory_to_image(VkDevice device_handle,
                                                    const VkCopyMemoryToImageInfo* info) {
  const auto device = find<Device>(device_handle, "device");
  const auto image = device ? find_image(*device, info->dstImage, "dstImage") : nullptr;
  if (!image) return VK_ERROR_UNKNOWN;
  HostAccesses accesses(*device);
  for_each_row_of(*device, *image, info->dstImageLayout, *info,
                  "VUID-VkCopyMemoryToImageInfo-dstImageLayout-09059",
                  [&](const VkMemoryToImageCopy& region, std::uint64_t at, std::uint64_t bytes,
                      std::uint64_t offset) {
                    ShadowedBytes row = ShadowedBytes::zero(bytes);
                    std::memcpy(row.bytes.data(),
                                static_cast<const std::byte*>(region.pHostPointer) + offset, bytes);
                    accesses.write(*image, at, row);
                  });
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL copy_image_to_memory(VkDevice device_handle,
                                                    const VkCopyImageToMemoryInfo* info) {
  const auto device = find<Device>(device_handle, "device");
  const auto image = device ? find_image(*device, info->srcImage, "srcImage") : nullptr;
  if (!image) return VK_ERROR_UNKNOWN;
  HostAccesses accesses(*device);
  StateCount undefined;
  for_each_row_of(*device, *image, info->srcImageLayout, *info,
                  "VUID-VkCopyImageToMemoryInfo-srcImageLayout-09064",
                  [&](const VkImageToMemoryCopy& region, std::uint64_t at, std::uint64_t bytes,
                      std::uint64_t offset) {
                    const ShadowedBytes row = accesses.read(*image, at, bytes);
                    std::memcpy(static_cast<std::byte*>(region.pHostPointer) + offset,
                                row.bytes.data(), bytes);
                    undefined.add(row.shadow, at, Definedness::undefined);
                  });
  report_undefined_output(undefined, *image->memory, current_call(), true);
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL copy_image_to_image(VkDevice device_handle,
                                                   const VkCopyImageToImageInfo* info) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto from = find_image(*device, info->srcImage, "srcImage");
  const auto to = find_image(*device, info->dstImage, "dstImage");
  if (!from || !to) return VK_ERROR_UNKNOWN;
  if (from->format != to->format || from->shape != to->shape ||
      from->image_type != to->image_type || from->usage != to->usage || from->flags != to->flags ||
      from->is_linear != to->is_linear) {
    return complain(rules::argument_invalid, *to, "was not created as srcImage was",
                    "VUID-VkCopyImageToImageInfo-srcImage-09069");
  }
  HostAccesses accesses(*device);
  for (std::uint32_t i = 0; i < info->regionCount; ++i) {
    VkImageCopy2 region = info->pRegions[i];
    region.srcSubresource = resolved(*device, *from, region.srcSubresource);
    region.dstSubresource = resolved(*device, *to, region.dstSubresource);
    if (contains(*from, region.srcSubresource, region.srcOffset, region.extent,
                 "VUID-VkCopyImageToImageInfo-srcSubresource-07971") &&
        contains(*to, region.dstSubresource, region.dstOffset, region.extent,
                 "VUID-VkCopyImageToImageInfo-dstSubresource-07971") &&
        check_layout(*from, range_of(*from, region.srcSubresource, region.srcOffset, region.extent),
                     info->srcImageLayout, "VUID-VkCopyImageToImageInfo-srcImageLayout-09070") &&
        check_layout(*to, range_of(*to, region.dstSubresource, region.dstOffset, region.extent),
                     info->dstImageLayout, "VUID-VkCopyImageToImageInfo-dstImageLayout-09071"))
      copy(accesses, *from, *to, region);
  }
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL
transition_image_layout(VkDevice device_handle, std::uint32_t count,
                        const VkHostImageLayoutTransitionInfo* transitions) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  VkResult result = VK_SUCCESS;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto image = find_image(*device, transitions[i].image, "image");
    if (!image) return VK_ERROR_UNKNOWN;
    HostAccesses accesses(*device);
    if (!transition(accesses, *image, transitions[i])) result = VK_ERROR_UNKNOWN;
  }
  return result;
}

}  // namespace spirv_oracle::vulkan
