#include "vulkan/objects/image.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "vulkan/findings/call.h"
#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"
#include "vulkan/objects/device.h"

namespace spirv_oracle::vulkan {
namespace {

VkResult complain(const Clause& rule, const std::string& problem, const char* vuid = "") {
  Reporter::get().report(rule, fmt::format("{}: {}", current_call(), problem), {}, vuid);
  return VK_ERROR_UNKNOWN;
}

// An image as the creation describes it; null after a finding.
std::shared_ptr<Image> make_image(const VkImageCreateInfo& info) {
  VkImageFormatProperties properties;
  const VkResult possible = get_physical_device_image_format_properties(
      nullptr, info.format, info.imageType, info.tiling, info.usage, info.flags, &properties);
  const VkExtent3D& most = properties.maxExtent;
  const bool is_empty = info.extent.width == 0 || info.extent.height == 0 ||
                        info.extent.depth == 0 || info.mipLevels == 0 || info.arrayLayers == 0;
  if (possible != VK_SUCCESS || is_empty || (properties.sampleCounts & info.samples) == 0 ||
      !std::has_single_bit(static_cast<std::uint32_t>(info.samples)) ||
      (info.samples != VK_SAMPLE_COUNT_1_BIT && info.mipLevels != 1) ||
      info.extent.width > most.width || info.extent.height > most.height ||
      info.extent.depth > most.depth || info.mipLevels > properties.maxMipLevels ||
      info.arrayLayers > properties.maxArrayLayers) {
    complain(rules::argument_invalid,
             fmt::format("the device does not support such an image (format {}), as "
                         "vkGetPhysicalDeviceImageFormatProperties says",
                         static_cast<int>(info.format)),
             "VUID-VkImageCreateInfo-imageCreateMaxMipLevels-02251");
    return nullptr;
  }
  if (info.initialLayout != VK_IMAGE_LAYOUT_UNDEFINED &&
      info.initialLayout != VK_IMAGE_LAYOUT_PREINITIALIZED) {
    complain(rules::argument_invalid,
             "initialLayout must be VK_IMAGE_LAYOUT_UNDEFINED or VK_IMAGE_LAYOUT_PREINITIALIZED",
             "VUID-VkImageCreateInfo-initialLayout-00993");
    return nullptr;
  }
  auto image = std::make_shared<Image>();
  const TexelFormat* format = texel_format(info.format);
  image->image_type = info.imageType;
  image->format = info.format;
  image->usage = info.usage;
  image->flags = info.flags;
  image->is_linear = info.tiling == VK_IMAGE_TILING_LINEAR;
  image->shape.format = *format;
  image->shape.extent = {info.extent.width, info.extent.height, info.extent.depth};
  image->shape.layers = info.arrayLayers;
  image->shape.levels = info.mipLevels;
  image->shape.samples = info.samples;  // a bit has the value of its number
  image->layout = ImageLayout::of(image->shape, format->bytes, 0);
  return image;
}

VkMemoryRequirements requirements_of(const Image& image) {
  const VkDeviceSize whole =
      (image.layout.size + image_alignment - 1) / image_alignment * image_alignment;
  return {whole, image_alignment, all_memory_types};
}

VkResult bind(Device& device, VkImage handle, VkDeviceMemory memory_handle, VkDeviceSize offset) {
  const auto image = find<Image>(handle, "image", &device);
  const auto memory = find<DeviceMemory>(memory_handle, "memory", &device);
  if (!image || !memory) return VK_ERROR_UNKNOWN;
  const std::string name = text_of(image->reported());
  if (image->memory) {
    return complain(rules::argument_invalid, name + " has memory already",
                    "VUID-vkBindImageMemory-image-07460");
  }
  if (offset % image_alignment != 0 || offset >= memory->size() ||
      requirements_of(*image).size > memory->size() - offset) {
    return complain(
        rules::argument_invalid,
        fmt::format("{} needs {} bytes at a multiple of {}, but gets {} bytes at {}", name,
                    requirements_of(*image).size, image_alignment, memory->size(), offset),
        "VUID-vkBindImageMemory-size-01049");
  }
  // A command that uses the image may execute already.
  const std::lock_guard lock(device.execution);
  image->memory = memory;
  image->offset = offset;
  return VK_SUCCESS;
}

// Where a level of a layer is; zeros after a finding.
VkSubresourceLayout layout_of(const Image& image, const VkImageSubresource& subresource) {
  VkSubresourceLayout layout{};
  if (subresource.mipLevel >= image.shape.levels || subresource.arrayLayer >= image.shape.layers) {
    complain(rules::argument_invalid,
             text_of(image.reported()) + " does not contain the level and layer",
             "VUID-vkGetImageSubresourceLayout-mipLevel-01716");
    return layout;
  }
  const LevelLayout& level = image.layout.levels[subresource.mipLevel];
  const std::uint64_t slices = level.extent[2] / image.shape.layers;
  layout.size = slices * level.pitch[2];
  layout.offset = level.offset + subresource.arrayLayer * layout.size;
  layout.rowPitch = level.pitch[1];
  layout.arrayPitch = layout.size;
  layout.depthPitch = level.pitch[2];
  return layout;
}

// The component of the format that component `number` of a view is; none: it is not a component, but 0 or 1, or lacks.
TexelComponent swizzled(const TexelFormat& format, VkComponentSwizzle swizzle, std::size_t number) {
  switch (swizzle) {
    case VK_COMPONENT_SWIZZLE_IDENTITY:
      return format.components[number];
    case VK_COMPONENT_SWIZZLE_R:
    case VK_COMPONENT_SWIZZLE_G:
    case VK_COMPONENT_SWIZZLE_B:
    case VK_COMPONENT_SWIZZLE_A:
      return format.components[static_cast<std::size_t>(swizzle - VK_COMPONENT_SWIZZLE_R)];
    default:
      return {};
  }
}

// The format with other components. None if a component is a constant that a missing component is not: 1 for alpha, and
// otherwise 0.
std::optional<TexelFormat> swizzled(const TexelFormat& format, const VkComponentMapping& mapping) {
  const std::array swizzles{mapping.r, mapping.g, mapping.b, mapping.a};
  constexpr std::size_t alpha = 3;
  TexelFormat view = format;
  for (std::size_t i = 0; i < swizzles.size(); ++i) {
    view.components[i] = swizzled(format, swizzles[i], i);
    if (view.components[i].bits != 0) continue;
    const bool is_one = swizzles[i] == VK_COMPONENT_SWIZZLE_ONE ||
                        swizzles[i] == VK_COMPONENT_SWIZZLE_A ||
                        (swizzles[i] == VK_COMPONENT_SWIZZLE_IDENTITY && i == alpha);
    if (is_one != (i == alpha)) return std::nullopt;
  }
  return view;
}

// Whether views of the type can show images of the type (the table of VkImageViewCreateInfo).
bool can_show(const Image& image, const VkImageViewCreateInfo& info, std::uint32_t layers) {
  switch (info.viewType) {
    case VK_IMAGE_VIEW_TYPE_1D:
      return image.image_type == VK_IMAGE_TYPE_1D && layers == 1;
    case VK_IMAGE_VIEW_TYPE_1D_ARRAY:
      return image.image_type == VK_IMAGE_TYPE_1D;
    case VK_IMAGE_VIEW_TYPE_2D:
      return image.image_type == VK_IMAGE_TYPE_2D && layers == 1;
    case VK_IMAGE_VIEW_TYPE_2D_ARRAY:
      return image.image_type == VK_IMAGE_TYPE_2D;
    case VK_IMAGE_VIEW_TYPE_3D:
      return image.image_type == VK_IMAGE_TYPE_3D;
    case VK_IMAGE_VIEW_TYPE_CUBE:
      return (image.flags & VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT) != 0 && layers == 6;
    case VK_IMAGE_VIEW_TYPE_CUBE_ARRAY:
      return (image.flags & VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT) != 0 && layers % 6 == 0;
    default:
      return false;
  }
}

VkImageUsageFlags usage_of_view(const Image& image, const VkImageViewCreateInfo& info) {
  const auto* usage = find_in_chain<VkImageViewUsageCreateInfo>(
      info.pNext, VK_STRUCTURE_TYPE_IMAGE_VIEW_USAGE_CREATE_INFO);
  return usage == nullptr ? image.usage : usage->usage;
}

// Whether the image can have a view of this type, format and usage; false after a finding.
bool can_have_view(const Image& image, const VkImageViewCreateInfo& info) {
  const VkImageSubresourceRange& range = info.subresourceRange;
  const std::string name = text_of(image.reported());
  const auto fail = [](const std::string& problem, const char* vuid) {
    complain(rules::argument_invalid, problem, vuid);
    return false;
  };
  if (range.baseMipLevel >= image.shape.levels || range.baseArrayLayer >= image.shape.layers) {
    return fail(name + " does not contain the levels and layers",
                "VUID-VkImageViewCreateInfo-subresourceRange-01478");
  }
  const TexelFormat* format = texel_format(info.format);
  if (format == nullptr || format->bytes != image.shape.format->bytes ||
      image_aspects(info.format) != image_aspects(image.format) ||
      ((image.flags & VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT) == 0 && info.format != image.format)) {
    return fail(name + " cannot have a view of this format",
                "VUID-VkImageViewCreateInfo-image-01762");
  }
  const VkImageUsageFlags usage = usage_of_view(image, info);
  if ((usage & ~image.usage) != 0) {
    return fail(name + " cannot have a view with a usage that it lacks itself",
                "VUID-VkImageViewCreateInfo-pNext-02662");
  }
  if (!permits(image_features(info.format), usage & VK_IMAGE_USAGE_STORAGE_BIT)) {
    return fail(name +
                    " cannot have a view of this format with VK_IMAGE_USAGE_STORAGE_BIT, which "
                    "VkImageViewUsageCreateInfo can leave out",
                "VUID-VkImageViewCreateInfo-usage-02275");
  }
  const std::uint32_t layers =
      std::min(range.layerCount, image.shape.layers - range.baseArrayLayer);
  const bool is_two_dimensional =
      info.viewType == VK_IMAGE_VIEW_TYPE_2D || info.viewType == VK_IMAGE_VIEW_TYPE_2D_ARRAY;
  if ((image.flags & VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT) != 0 && is_two_dimensional) {
    complain(rules::not_supported,
             "views of the slices of a volume, which only attachments can be, are not supported");
    return false;
  }
  if (can_show(image, info, layers)) return true;
  return fail(fmt::format("{} cannot have a view of type {} with {} layers", name,
                          static_cast<int>(info.viewType), layers),
              "VUID-VkImageViewCreateInfo-subResourceRange-01021");
}

AddressMode address_mode(VkSamplerAddressMode mode) {
  switch (mode) {
    case VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT:
      return AddressMode::mirrored_repeat;
    case VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE:
      return AddressMode::clamp_to_edge;
    case VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER:
      return AddressMode::clamp_to_border;
    case VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE:
      return AddressMode::mirror_clamp_to_edge;
    default:
      return AddressMode::repeat;
  }
}

SamplerState state_of(const VkSamplerCreateInfo& info) {
  const auto filter = [](VkFilter given) {
    return given == VK_FILTER_LINEAR ? SamplerFilter::linear : SamplerFilter::nearest;
  };
  SamplerState state;
  state.magnification = filter(info.magFilter);
  state.minification = filter(info.minFilter);
  state.mipmap = info.mipmapMode == VK_SAMPLER_MIPMAP_MODE_LINEAR ? SamplerFilter::linear
                                                                  : SamplerFilter::nearest;
  state.address = {address_mode(info.addressModeU), address_mode(info.addressModeV),
                   address_mode(info.addressModeW)};
  switch (info.borderColor) {
    case VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK:
    case VK_BORDER_COLOR_INT_OPAQUE_BLACK:
      state.border = BorderColor::opaque_black;
      break;
    case VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE:
    case VK_BORDER_COLOR_INT_OPAQUE_WHITE:
      state.border = BorderColor::opaque_white;
      break;
    default:
      break;
  }
  state.bias = info.mipLodBias;
  state.min_lod = info.minLod;
  state.max_lod = info.maxLod;
  state.normalized_coordinates = info.unnormalizedCoordinates == VK_FALSE;
  // The enumerants of VkCompareOp have the order of CompareOperation.
  if (info.compareEnable != VK_FALSE) state.compare = static_cast<CompareOperation>(info.compareOp);
  return state;
}

}  // namespace

std::vector<MemoryPart> ImageView::parts() const {
  std::vector<MemoryPart> parts;
  for (std::uint32_t l = 0; l < shape.levels; ++l) {
    const LevelLayout& level = image->layout.levels[first_level + l];
    const std::uint64_t of_layer = level.pitch[2] * image->slices(first_level + l);
    parts.push_back({image->memory, image->offset + level.offset + first_layer * of_layer,
                     shape.layers * of_layer});
  }
  return parts;
}

VKAPI_ATTR VkResult VKAPI_CALL create_image(VkDevice device_handle, const VkImageCreateInfo* info,
                                            const VkAllocationCallbacks* /*allocator*/,
                                            VkImage* handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto image = make_image(*info);
  if (!image) return VK_ERROR_UNKNOWN;
  image->has_layouts_of_slices = (info->flags & VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT) != 0 &&
                                 device->has_feature("maintenance9");
  image->layouts.assign(std::size_t{info->mipLevels} * image->layout_layers(0),
                        info->initialLayout);
  give_handle(*device, image, handle);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_image(VkDevice device_handle, VkImage handle,
                                         const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (device) take<Image>(handle, "image", device.get());
}

VKAPI_ATTR void VKAPI_CALL get_image_memory_requirements(VkDevice /*device*/, VkImage handle,
                                                         VkMemoryRequirements* requirements) {
  *requirements = {};
  if (const auto image = find<Image>(handle, "image")) *requirements = requirements_of(*image);
}

VKAPI_ATTR void VKAPI_CALL
get_image_memory_requirements2(VkDevice device, const VkImageMemoryRequirementsInfo2* info,
                               VkMemoryRequirements2* requirements) {
  get_image_memory_requirements(device, info->image, &requirements->memoryRequirements);
  if (auto* dedicated = find_in_chain<VkMemoryDedicatedRequirements>(
          requirements->pNext, VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS))
    dedicated->prefersDedicatedAllocation = dedicated->requiresDedicatedAllocation = VK_FALSE;
}

VKAPI_ATTR void VKAPI_CALL get_device_image_memory_requirements(
    VkDevice /*device*/, const VkDeviceImageMemoryRequirements* info,
    VkMemoryRequirements2* requirements) {
  requirements->memoryRequirements = {};
  if (const auto image = make_image(*info->pCreateInfo))
    requirements->memoryRequirements = requirements_of(*image);
}

VKAPI_ATTR void VKAPI_CALL
get_image_sparse_memory_requirements(VkDevice /*device*/, VkImage /*image*/, std::uint32_t* count,
                                     VkSparseImageMemoryRequirements* /*requirements*/) {
  *count = 0;  // no image is sparse
}

VKAPI_ATTR void VKAPI_CALL get_image_sparse_memory_requirements2(
    VkDevice /*device*/, const VkImageSparseMemoryRequirementsInfo2* /*info*/, std::uint32_t* count,
    VkSparseImageMemoryRequirements2* /*requirements*/) {
  *count = 0;
}

VKAPI_ATTR void VKAPI_CALL get_device_image_sparse_memory_requirements(
    VkDevice /*device*/, const VkDeviceImageMemoryRequirements* /*info*/, std::uint32_t* count,
    VkSparseImageMemoryRequirements2* /*requirements*/) {
  *count = 0;
}

VKAPI_ATTR void VKAPI_CALL get_image_subresource_layout(VkDevice /*device*/, VkImage handle,
                                                        const VkImageSubresource* subresource,
                                                        VkSubresourceLayout* layout) {
  *layout = {};
  const auto image = find<Image>(handle, "image");
  if (!image) return;
  if (!image->is_linear) {
    complain(rules::argument_invalid, text_of(image->reported()) + " does not have linear tiling",
             "VUID-vkGetImageSubresourceLayout-image-07790");
    return;
  }
  *layout = layout_of(*image, *subresource);
}

// With any tiling, since the size matters for copies by the host.
VKAPI_ATTR void VKAPI_CALL get_image_subresource_layout2(VkDevice /*device*/, VkImage handle,
                                                         const VkImageSubresource2* subresource,
                                                         VkSubresourceLayout2* layout) {
  layout->subresourceLayout = {};
  const auto image = find<Image>(handle, "image");
  if (!image) return;
  layout->subresourceLayout = layout_of(*image, subresource->imageSubresource);
  if (auto* copied = find_in_chain<VkSubresourceHostMemcpySize>(
          layout->pNext, VK_STRUCTURE_TYPE_SUBRESOURCE_HOST_MEMCPY_SIZE))
    copied->size = layout->subresourceLayout.size;
}

VKAPI_ATTR void VKAPI_CALL get_device_image_subresource_layout(
    VkDevice /*device*/, const VkDeviceImageSubresourceInfo* info, VkSubresourceLayout2* layout) {
  layout->subresourceLayout = {};
  if (const auto image = make_image(*info->pCreateInfo))
    layout->subresourceLayout = layout_of(*image, info->pSubresource->imageSubresource);
}

VKAPI_ATTR VkResult VKAPI_CALL bind_image_memory(VkDevice device_handle, VkImage image,
                                                 VkDeviceMemory memory, VkDeviceSize offset) {
  const auto device = find<Device>(device_handle, "device");
  return device ? bind(*device, image, memory, offset) : VK_ERROR_UNKNOWN;
}

VKAPI_ATTR VkResult VKAPI_CALL bind_image_memory2(VkDevice device_handle, std::uint32_t count,
                                                  const VkBindImageMemoryInfo* infos) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  VkResult result = VK_SUCCESS;
  for (std::uint32_t i = 0; i < count; ++i) {
    const VkResult one = bind(*device, infos[i].image, infos[i].memory, infos[i].memoryOffset);
    if (const auto* status =
            find_in_chain<VkBindMemoryStatus>(infos[i].pNext, VK_STRUCTURE_TYPE_BIND_MEMORY_STATUS))
      *status->pResult = one;
    if (one != VK_SUCCESS) result = one;
  }
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL create_image_view(VkDevice device_handle,
                                                 const VkImageViewCreateInfo* info,
                                                 const VkAllocationCallbacks* /*allocator*/,
                                                 VkImageView* handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto image = find<Image>(info->image, "image", device.get());
  if (!image || !can_have_view(*image, *info)) return VK_ERROR_UNKNOWN;
  const TexelFormat* format = texel_format(info->format);
  const auto view_format = swizzled(*format, info->components);
  if (!view_format) {
    return complain(rules::not_supported,
                    "views in which red, green or blue is 1, or alpha is 0, are not supported");
  }
  const VkImageSubresourceRange& range = info->subresourceRange;
  const auto view = std::make_shared<ImageView>();
  view->image = image;
  view->view_type = info->viewType;
  view->usage = usage_of_view(*image, *info);
  view->first_level = range.baseMipLevel;
  view->first_layer = range.baseArrayLayer;
  view->shape = image->shape;
  view->shape.format = *view_format;
  view->is_swizzled = view_format->components != format->components;
  for (std::uint32_t& size : view->shape.extent) size = std::max(size >> range.baseMipLevel, 1u);
  view->shape.levels = std::min(range.levelCount, image->shape.levels - range.baseMipLevel);
  view->shape.layers = std::min(range.layerCount, image->shape.layers - range.baseArrayLayer);
  give_handle(*device, view, handle);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_image_view(VkDevice device_handle, VkImageView handle,
                                              const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (device) take<ImageView>(handle, "imageView", device.get());
}

VKAPI_ATTR VkResult VKAPI_CALL create_sampler(VkDevice device_handle,
                                              const VkSamplerCreateInfo* info,
                                              const VkAllocationCallbacks* /*allocator*/,
                                              VkSampler* handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  if (info->addressModeU == VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE ||
      info->addressModeV == VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE ||
      info->addressModeW == VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE) {
    if (!device->has_feature("samplerMirrorClampToEdge") &&
        !device->extensions.contains("VK_KHR_sampler_mirror_clamp_to_edge"))
      return complain(rules::feature_missing,
                      "VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE needs the feature "
                      "samplerMirrorClampToEdge",
                      "VUID-VkSamplerCreateInfo-addressModeU-01079");
  }
  if (info->anisotropyEnable != VK_FALSE) {
    return complain(rules::feature_missing, "anisotropyEnable needs the feature samplerAnisotropy",
                    "VUID-VkSamplerCreateInfo-anisotropyEnable-01070");
  }
  const auto sampler = std::make_shared<Sampler>();
  sampler->state = state_of(*info);
  give_handle(*device, sampler, handle);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_sampler(VkDevice device_handle, VkSampler handle,
                                           const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (device) take<Sampler>(handle, "sampler", device.get());
}

VKAPI_ATTR VkResult VKAPI_CALL create_sampler_ycbcr_conversion(
    VkDevice /*device*/, const VkSamplerYcbcrConversionCreateInfo* /*info*/,
    const VkAllocationCallbacks* /*allocator*/, VkSamplerYcbcrConversion* /*handle*/) {
  return complain(rules::feature_missing, "the device lacks the feature samplerYcbcrConversion",
                  "VUID-vkCreateSamplerYcbcrConversion-None-01648");
}

VKAPI_ATTR void VKAPI_CALL
destroy_sampler_ycbcr_conversion(VkDevice device_handle, VkSamplerYcbcrConversion handle,
                                 const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (device) take<SamplerYcbcrConversion>(handle, "ycbcrConversion", device.get());
}

}  // namespace spirv_oracle::vulkan
