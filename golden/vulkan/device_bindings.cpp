#include "golden/vulkan/device_bindings.h"

#include <fmt/format.h>

#include <algorithm>

#include "golden/vulkan/formats.h"
#include "golden/vulkan/image_support.h"

namespace spirv_oracle::golden {
namespace {

bool is_descriptor(const BundleResource& resource) {
  return resource.kind != "push_constant" && !is_draw_kind(resource.kind);
}

VkDescriptorType descriptor_type(ResourceKind kind) {
  switch (kind) {
    case ResourceKind::uniform_buffer:
      return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    case ResourceKind::uniform_texel_buffer:
      return VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    case ResourceKind::storage_texel_buffer:
      return VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
    case ResourceKind::storage_image:
      return VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    case ResourceKind::sampled_image:
      return VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    case ResourceKind::combined_image_sampler:
      return VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    case ResourceKind::sampler:
      return VK_DESCRIPTOR_TYPE_SAMPLER;
    default:
      return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  }
}

bool is_texel_buffer(ResourceKind kind) {
  return kind == ResourceKind::uniform_texel_buffer || kind == ResourceKind::storage_texel_buffer;
}
bool is_image(ResourceKind kind) {
  return kind == ResourceKind::storage_image || kind == ResourceKind::sampled_image ||
         kind == ResourceKind::combined_image_sampler;
}

}  // namespace

DeviceBindings::~DeviceBindings() {
  vk_.destroy_pool(device_.handle(), pool_, nullptr);
  for (VkDescriptorSetLayout layout : set_layouts_)
    vk_.destroy_set_layout(device_.handle(), layout, nullptr);
}

const ResourceInfo* DeviceBindings::info_of(const BundleResource& resource) const {
  for (const EntryPointInfo* entry : entry_points_) {
    for (const ResourceInfo& info : entry->resources) {
      if (info.set == resource.key.set && info.binding == resource.key.binding &&
          resource_kind_name(info.kind) == resource.kind)
        return &info;
    }
  }
  return nullptr;
}

// The dimension of the resource, or else of the module's image type.
Result<TexelFormat> DeviceBindings::format_of(const BundleResource& resource) const {
  if (resource.image && resource.image->format) return *resource.image->format;
  const ResourceInfo* info = info_of(resource);
  if (info != nullptr && info->image && info->image->format != nullptr) return *info->image->format;
  return unsupported(fmt::format("{} {} has no format", resource.kind, resource.name));
}

Result<VkFormat> DeviceBindings::supported_format(const DeviceBinding& binding,
                                                  VkFormatFeatureFlags buffer_features,
                                                  VkFormatFeatureFlags image_features) const {
  const auto texels = format_of(binding.resource);
  if (!texels) return tl::unexpected(texels.error());
  const VkFormat format = vulkan_format(*texels);
  VkFormatProperties properties{};
  if (format != VK_FORMAT_UNDEFINED)
    vk_.get_format_properties(device_.physical(), format, &properties);
  const bool is_there = format != VK_FORMAT_UNDEFINED &&
                        (properties.bufferFeatures & buffer_features) == buffer_features &&
                        (properties.optimalTilingFeatures & image_features) == image_features;
  if (is_there) return format;
  return unsupported(fmt::format("format {} of the {} {}",
                                 texels->name.empty() ? "Unknown" : texels->name,
                                 binding.resource.kind, binding.resource.name));
}

Result<void> DeviceBindings::make_texel_view(DeviceBinding& binding) {
  const bool is_storage = binding.kind == ResourceKind::storage_texel_buffer;
  const auto format = supported_format(binding,
                                       is_storage ? VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT
                                                  : VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT,
                                       0);
  if (!format) return tl::unexpected(format.error());
  const std::uint32_t texel_bytes = format_of(binding.resource)->bytes;
  const std::uint64_t texels = binding.buffer->bytes().size() / texel_bytes;
  if (texels > device_.description().properties.limits.maxTexelBufferElements)
    return unsupported("maxTexelBufferElements");
  VkBufferViewCreateInfo create{};
  create.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO;
  create.buffer = binding.buffer->handle();
  create.format = *format;
  create.range = texels * texel_bytes;
  return make_object(device_, vk_.create_buffer_view, "vkCreateBufferView", create, binding.view);
}

Result<void> DeviceBindings::make_image(DeviceBinding& binding) {
  const BundleResource& resource = binding.resource;
  const ResourceInfo* info = info_of(resource);
  const auto view = info != nullptr && info->image ? view_type(*info->image) : std::nullopt;
  if (!view || !resource.image)
    return unsupported(fmt::format("the image type of {}", resource.name));
  const bool is_storage = binding.kind == ResourceKind::storage_image;
  const auto format = supported_format(
      binding, 0,
      is_storage ? VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT : VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT);
  if (!format) return tl::unexpected(format.error());
  binding.image.emplace(device_);
  auto done = binding.image->create(*resource.image, {*format, *view, is_storage},
                                    format_of(resource)->bytes, resource.input->bytes);
  if (!done && done.error().status == Status::unsupported)
    return unsupported(fmt::format("{}: {}", resource.name, done.error().message));
  return done;
}

// The images with which a sampler may be combined: its own, or all without a sampler.
std::vector<const BundleResource*> DeviceBindings::sampled_by(const DeviceBinding& binding) const {
  if (binding.kind != ResourceKind::sampler) return {&binding.resource};
  std::vector<const BundleResource*> images;
  for (const BundleResource& resource : bundle_.resources) {
    if (find_resource_kind(resource.kind) == ResourceKind::sampled_image)
      images.push_back(&resource);
  }
  return images;
}

Result<void> DeviceBindings::check_linear_filtering(const DeviceBinding& binding,
                                                    const TexelFormat& format) const {
  const SamplerState& state = *binding.resource.sampler;
  if (state.magnification == SamplerFilter::nearest && state.minification == SamplerFilter::nearest)
    return {};
  VkFormatProperties properties{};
  vk_.get_format_properties(device_.physical(), vulkan_format(format), &properties);
  constexpr auto linear = VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
  if ((properties.optimalTilingFeatures & linear) != 0) return {};
  return unsupported(
      fmt::format("linear filtering of the format {} by {}", format.name, binding.resource.name));
}

// Border colors are integers or floats, depending on the format of the image.
Result<void> DeviceBindings::make_sampler(DeviceBinding& binding) {
  bool samples_integers = false, samples_others = false;
  for (const BundleResource* image : sampled_by(binding)) {
    const auto format = format_of(*image);
    if (!format) return tl::unexpected(format.error());
    (format->is_integer() ? samples_integers : samples_others) = true;
    if (auto done = check_linear_filtering(binding, *format); !done) return done;
  }
  const auto& address = binding.resource.sampler->address;
  const bool has_border = std::ranges::count(address, AddressMode::clamp_to_border) != 0;
  if (has_border && samples_integers && samples_others) {
    return unsupported(fmt::format("the border of {} beside images of integers and of floats",
                                   binding.resource.name));
  }
  return make_object(device_, vk_.create_sampler, "vkCreateSampler",
                     sampler_info(*binding.resource.sampler, samples_integers), binding.sampler);
}

Result<void> DeviceBindings::make_binding(const BundleResource& resource) {
  DeviceBinding& binding = bindings_.emplace_back(device_, resource);
  if (binding.resource.sampler) {
    if (auto done = make_sampler(binding); !done) return done;
  }
  if (binding.kind == ResourceKind::sampler) return {};
  if (is_image(binding.kind)) return make_image(binding);
  binding.buffer.emplace(device_);
  const VkBufferUsageFlags usage =
      is_texel_buffer(binding.kind)
          ? VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT
          : VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
  if (auto done = binding.buffer->create(resource.input->bytes, usage); !done) return done;
  return is_texel_buffer(binding.kind) ? make_texel_view(binding) : Result<void>{};
}

Result<void> DeviceBindings::make_set_layouts() {
  std::map<std::uint32_t, std::map<std::uint32_t, VkDescriptorSetLayoutBinding>> sets;
  for (const DeviceBinding& bound : bindings_) {
    const BindingKey& key = bound.resource.key;
    VkDescriptorSetLayoutBinding& binding = sets[key.set][key.binding];
    binding.binding = key.binding;
    binding.descriptorType = descriptor_type(bound.kind);
    binding.descriptorCount = std::max(binding.descriptorCount, key.element + 1);
    binding.stageFlags = stages_;
  }
  const std::uint32_t count = sets.empty() ? 0 : sets.rbegin()->first + 1;
  if (count > device_.description().properties.limits.maxBoundDescriptorSets)
    return unsupported("maxBoundDescriptorSets");
  for (std::uint32_t set = 0; set < count; ++set) {
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (const auto& [number, binding] : sets[set]) bindings.push_back(binding);
    VkDescriptorSetLayoutCreateInfo create{};
    create.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    create.bindingCount = static_cast<std::uint32_t>(bindings.size());
    create.pBindings = bindings.data();
    if (auto done = make_object(device_, vk_.create_set_layout, "vkCreateDescriptorSetLayout",
                                create, set_layouts_.emplace_back());
        !done)
      return done;
  }
  return {};
}

Result<void> DeviceBindings::make_pool() {
  std::map<VkDescriptorType, std::uint32_t> counts;
  for (const DeviceBinding& binding : bindings_)
    counts[descriptor_type(binding.kind)] += binding.resource.key.element + 1;
  if (counts.empty()) counts[VK_DESCRIPTOR_TYPE_STORAGE_BUFFER] = 1;
  std::vector<VkDescriptorPoolSize> sizes;
  for (const auto& [type, count] : counts) sizes.push_back({type, count});
  VkDescriptorPoolCreateInfo create{};
  create.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  create.maxSets = static_cast<std::uint32_t>(set_layouts_.size());
  create.poolSizeCount = static_cast<std::uint32_t>(sizes.size());
  create.pPoolSizes = sizes.data();
  return make_object(device_, vk_.create_pool, "vkCreateDescriptorPool", create, pool_);
}

void DeviceBindings::write_descriptor(const DeviceBinding& binding) const {
  const BindingKey& key = binding.resource.key;
  const VkDescriptorBufferInfo buffer{binding.buffer ? binding.buffer->handle() : VK_NULL_HANDLE, 0,
                                      VK_WHOLE_SIZE};
  const VkDescriptorImageInfo image{binding.sampler,
                                    binding.image ? binding.image->view() : VK_NULL_HANDLE,
                                    VK_IMAGE_LAYOUT_GENERAL};
  VkWriteDescriptorSet write{};
  write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
  write.dstSet = sets_[key.set];
  write.dstBinding = key.binding;
  write.dstArrayElement = key.element;
  write.descriptorCount = 1;
  write.descriptorType = descriptor_type(binding.kind);
  write.pBufferInfo = &buffer;
  write.pImageInfo = &image;
  write.pTexelBufferView = &binding.view;
  vk_.update_sets(device_.handle(), 1, &write, 0, nullptr);
}

Result<void> DeviceBindings::make_sets() {
  if (set_layouts_.empty()) return {};
  if (auto done = make_pool(); !done) return done;
  VkDescriptorSetAllocateInfo allocate{};
  allocate.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  allocate.descriptorPool = pool_;
  allocate.descriptorSetCount = static_cast<std::uint32_t>(set_layouts_.size());
  allocate.pSetLayouts = set_layouts_.data();
  sets_.resize(set_layouts_.size());
  if (auto done = checked(vk_.allocate_sets(device_.handle(), &allocate, sets_.data()),
                          "vkAllocateDescriptorSets");
      !done)
    return done;
  for (const DeviceBinding& binding : bindings_) write_descriptor(binding);
  return {};
}

Result<void> DeviceBindings::create() {
  for (const BundleResource& resource : bundle_.resources) {
    if (!is_descriptor(resource)) continue;
    if (auto done = make_binding(resource); !done) return done;
  }
  if (auto done = make_set_layouts(); !done) return done;
  return make_sets();
}

void DeviceBindings::record_upload(VkCommandBuffer commands) const {
  for (const DeviceBinding& binding : bindings_) {
    if (binding.image) binding.image->record_upload(commands);
  }
}

void DeviceBindings::record_download(VkCommandBuffer commands) const {
  for (const DeviceBinding& binding : bindings_) {
    if (binding.image && binding.resource.output) binding.image->record_download(commands);
  }
}

Outputs DeviceBindings::outputs() const {
  Outputs outputs;
  for (const DeviceBinding& binding : bindings_) {
    if (!binding.resource.output) continue;
    const auto bytes = binding.bytes();
    outputs[binding.resource.name] = {bytes.begin(), bytes.end()};
  }
  return outputs;
}

}  // namespace spirv_oracle::golden
