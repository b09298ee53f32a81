// Writing and copying descriptors, by themselves and with templates.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "vulkan/findings/call.h"
#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"
#include "vulkan/objects/descriptors.h"
#include "vulkan/objects/device.h"

namespace spirv_oracle::vulkan {
namespace {

// Goes through the elements of consecutive bindings: those after the last element of a binding belong to the next one
// (section "Descriptor Set Updates").
class DescriptorCursor {
 public:
  DescriptorCursor(DescriptorSet& set, std::uint32_t binding, std::uint32_t element)
      : set_(set), at_(set.descriptors.find(binding)), element_(element) {
    skip();
  }

  // Null after the last one.
  Descriptor* get() const {
    return at_ == set_.descriptors.end() ? nullptr : &at_->second[element_];
  }
  std::uint32_t binding() const { return at_->first; }
  const DescriptorBinding& declared() const { return set_.layout->bindings.at(at_->first); }
  std::uint32_t element() const { return element_; }
  void next() {
    ++element_;
    skip();
  }

 private:
  void skip() {
    while (at_ != set_.descriptors.end() && element_ >= at_->second.size()) {
      element_ -= static_cast<std::uint32_t>(at_->second.size());
      ++at_;
    }
  }

  DescriptorSet& set_;
  std::map<std::uint32_t, std::vector<Descriptor>>::iterator at_;
  std::uint32_t element_;
};

// Whether the handle is VK_NULL_HANDLE. The descriptor is then null, or remains without contents after a finding: the feature
// is not enabled.
template <class Handle>
bool write_null(const Device& device, Handle handle, const char* what, const char* vuid,
                Descriptor& to) {
  if (number_of(handle) != 0) return false;
  to.is_written = to.is_null = device.has_feature("nullDescriptor");
  if (!to.is_null) {
    Reporter::get().report(
        rules::feature_missing,
        fmt::format("{}: {} is VK_NULL_HANDLE, but the feature nullDescriptor is not enabled",
                    current_call(), what),
        {}, vuid);
  }
  return true;
}

void write_buffer(const Device& device, const VkDescriptorBufferInfo& info, Descriptor& to) {
  if (write_null(device, info.buffer, "buffer", "VUID-VkDescriptorBufferInfo-buffer-02998", to)) {
    if (to.is_null && (info.offset != 0 || info.range != VK_WHOLE_SIZE)) {
      Reporter::get().report(
          rules::argument_invalid,
          fmt::format(
              "{}: buffer is VK_NULL_HANDLE, but offset is {} and range is {}; they must be "
              "0 and VK_WHOLE_SIZE",
              current_call(), info.offset, info.range),
          {}, "VUID-VkDescriptorBufferInfo-buffer-02999");
    }
    return;
  }
  to.buffer = find<Buffer>(info.buffer, "buffer", &device);
  if (!to.buffer) return;
  to.offset = info.offset;
  to.range = info.range;
  const bool is_outside =
      info.offset >= to.buffer->size ||
      (info.range != VK_WHOLE_SIZE && info.range > to.buffer->size - info.offset);
  if (is_outside) {
    complain(rules::argument_invalid, *to.buffer,
             fmt::format("has {} bytes, but the descriptor begins at offset {} with range {}",
                         to.buffer->size, info.offset, info.range),
             "VUID-VkDescriptorBufferInfo-range-00342");
    return;
  }
  to.is_written = true;
}

void write_texel_buffer(const Device& device, VkDescriptorType type, VkBufferView view,
                        Descriptor& to) {
  if (write_null(device, view, "pTexelBufferView", "VUID-VkWriteDescriptorSet-descriptorType-02995",
                 to))
    return;
  to.view = find<BufferView>(view, "pTexelBufferView", &device);
  if (!to.view) return;
  const bool is_uniform = type == VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
  const VkBufferUsageFlags2 needed = is_uniform ? VK_BUFFER_USAGE_2_UNIFORM_TEXEL_BUFFER_BIT
                                                : VK_BUFFER_USAGE_2_STORAGE_TEXEL_BUFFER_BIT;
  to.is_written = (to.view->usage & needed) != 0;
  if (to.is_written) return;
  complain(rules::argument_invalid, *to.view,
           fmt::format("has no usage VK_BUFFER_USAGE_{}_TEXEL_BUFFER_BIT",
                       is_uniform ? "UNIFORM" : "STORAGE"),
           is_uniform ? "VUID-VkWriteDescriptorSet-descriptorType-08765"
                      : "VUID-VkWriteDescriptorSet-descriptorType-08766");
}

// Sections "Storage Image" and "Sampled Image".
bool is_layout_for(VkDescriptorType type, VkImageLayout layout) {
  if (layout == VK_IMAGE_LAYOUT_GENERAL) return true;
  if (type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE) return false;
  constexpr std::array sampled{VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                               VK_IMAGE_LAYOUT_READ_ONLY_OPTIMAL,
                               VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL,
                               VK_IMAGE_LAYOUT_DEPTH_READ_ONLY_OPTIMAL,
                               VK_IMAGE_LAYOUT_STENCIL_READ_ONLY_OPTIMAL,
                               VK_IMAGE_LAYOUT_DEPTH_READ_ONLY_STENCIL_ATTACHMENT_OPTIMAL,
                               VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_STENCIL_READ_ONLY_OPTIMAL};
  return std::ranges::find(sampled, layout) != sampled.end();
}

// False after a finding.
bool has_usage_for(VkDescriptorType type, const ImageView& view) {
  if (type == VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT) return true;  // no compute shader has one
  const bool is_storage = type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
  const VkImageUsageFlags needed =
      is_storage ? VK_IMAGE_USAGE_STORAGE_BIT : VK_IMAGE_USAGE_SAMPLED_BIT;
  if ((view.usage & needed) != 0) return true;
  complain(rules::argument_invalid, view,
           fmt::format("has no usage VK_IMAGE_USAGE_{}_BIT", is_storage ? "STORAGE" : "SAMPLED"),
           is_storage ? "VUID-VkWriteDescriptorSet-descriptorType-00339"
                      : "VUID-VkWriteDescriptorSet-descriptorType-00337");
  return false;
}

void write_image(const Device& device, VkDescriptorType type, const VkDescriptorImageInfo& info,
                 const DescriptorCursor& at, Descriptor& to) {
  if (has_sampler(type)) {
    const auto& immutable = at.declared().immutable_samplers;
    to.sampler = immutable.empty() ? find<Sampler>(info.sampler, "sampler", &device)
                                   : immutable[at.element()];
    if (!to.sampler) return;
  }
  if (type != VK_DESCRIPTOR_TYPE_SAMPLER) {
    if (write_null(device, info.imageView, "imageView",
                   "VUID-VkWriteDescriptorSet-descriptorType-02997", to))
      return;
    to.image = find<ImageView>(info.imageView, "imageView", &device);
    if (!to.image) return;
    to.image_layout = info.imageLayout;
    if (!has_usage_for(type, *to.image)) return;
    if (type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE && to.image->is_swizzled) {
      complain(rules::argument_invalid, *to.image, "swizzles the components of a storage image",
               "VUID-VkWriteDescriptorSet-descriptorType-00336");
      return;
    }
    if (!is_layout_for(type, info.imageLayout)) {
      complain(rules::argument_invalid, *to.image, "cannot have this imageLayout in a descriptor",
               type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE
                   ? "VUID-VkWriteDescriptorSet-descriptorType-04152"
                   : "VUID-VkWriteDescriptorSet-descriptorType-04149");
      return;
    }
  }
  to.is_written = true;
}

// Writes `count` descriptors. The functions give the information about number i, of which they use one.
struct DescriptorInfos {
  const void* infos;
  std::size_t stride;

  template <class T>
  const T& get(std::uint32_t i) const {
    return *reinterpret_cast<const T*>(static_cast<const char*>(infos) + i * stride);
  }
};

// Counts an update of a binding that makes the command buffers invalid that bound the set.
void count_update(DescriptorSet& set, std::uint32_t binding) {
  const auto declared = set.layout->bindings.find(binding);
  if (declared == set.layout->bindings.end() || !declared->second.permits_updates_after_binding())
    ++set.updates;
}

// Elements and counts of inline uniform blocks are bytes. The contents of the set must be locked.
void write_block(DescriptorSet& set, std::uint32_t binding, std::uint32_t offset,
                 std::uint32_t size, const void* data) {
  count_update(set, binding);
  const auto block = set.inline_blocks.find(binding);
  if (block == set.inline_blocks.end() || offset > block->second.size() ||
      size > block->second.size() - offset) {
    return (void)complain(rules::argument_invalid, set,
                          fmt::format("has no inline uniform block {} with bytes {} to {}", binding,
                                      offset, offset + size - 1),
                          "VUID-VkWriteDescriptorSet-descriptorType-02219");
  }
  std::memcpy(block->second.bytes.data() + offset, data, size);
  std::fill_n(block->second.shadow.begin() + offset, size, Definedness::defined);
}

void write_elements(const Device& device, DescriptorSet& set, VkDescriptorType type,
                    std::uint32_t binding, std::uint32_t element, std::uint32_t count,
                    const DescriptorInfos& infos) {
  const std::lock_guard lock(set.contents);
  if (type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK && infos.infos == nullptr) {
    return (void)complain(rules::argument_invalid, set,
                          fmt::format("gets {} bytes of an inline uniform block, but the chain has "
                                      "no structure with {} bytes",
                                      count, count),
                          "VUID-VkWriteDescriptorSet-descriptorType-02221");
  }
  if (type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK)
    return write_block(set, binding, element, count, infos.infos);
  count_update(set, binding);
  DescriptorCursor at(set, binding, element);
  for (std::uint32_t i = 0; i < count; ++i, at.next()) {
    Descriptor* to = at.get();
    if (to == nullptr) {
      return (void)complain(rules::argument_invalid, set,
                            fmt::format("has no binding {} with element {}", binding, element + i),
                            "VUID-VkWriteDescriptorSet-dstBinding-00315");
    }
    if (at.declared().type != type) {
      return (void)complain(
          rules::argument_invalid, set,
          fmt::format("has descriptors of type {} at binding {}, but gets type {}",
                      static_cast<int>(at.declared().type), at.binding(), static_cast<int>(type)),
          "VUID-VkWriteDescriptorSet-descriptorType-00319");
    }
    *to = {};
    switch (type) {
      case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
      case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
        write_texel_buffer(device, type, infos.get<VkBufferView>(i), *to);
        break;
      case VK_DESCRIPTOR_TYPE_SAMPLER:
      case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
      case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
      case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
        write_image(device, type, infos.get<VkDescriptorImageInfo>(i), at, *to);
        break;
      default:
        write_buffer(device, infos.get<VkDescriptorBufferInfo>(i), *to);
    }
  }
}

DescriptorInfos infos_of(const VkWriteDescriptorSet& write) {
  switch (write.descriptorType) {
    case VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK: {
      const auto* block = find_in_chain<VkWriteDescriptorSetInlineUniformBlock>(
          write.pNext, VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK);
      const bool has_data = block != nullptr && block->dataSize == write.descriptorCount;
      return {has_data ? block->pData : nullptr, 1};
    }
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
    case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
      return {write.pTexelBufferView, sizeof(VkBufferView)};
    case VK_DESCRIPTOR_TYPE_SAMPLER:
    case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
    case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
    case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
      return {write.pImageInfo, sizeof(VkDescriptorImageInfo)};
    default:
      return {write.pBufferInfo, sizeof(VkDescriptorBufferInfo)};
  }
}

void copy_descriptors(const Device& device, const VkCopyDescriptorSet& copy) {
  const auto from = find<DescriptorSet>(copy.srcSet, "srcSet", &device);
  const auto to = find<DescriptorSet>(copy.dstSet, "dstSet", &device);
  if (!from || !to) return;
  std::unique_lock lock(from->contents, std::defer_lock);
  std::unique_lock other_lock(to->contents, std::defer_lock);
  if (from == to) {
    lock.lock();
  } else {
    std::lock(lock, other_lock);
  }
  const auto block = from->inline_blocks.find(copy.srcBinding);
  if (block != from->inline_blocks.end() && copy.srcArrayElement <= block->second.size() &&
      copy.descriptorCount <= block->second.size() - copy.srcArrayElement) {
    return write_block(*to, copy.dstBinding, copy.dstArrayElement, copy.descriptorCount,
                       block->second.bytes.data() + copy.srcArrayElement);
  }
  count_update(*to, copy.dstBinding);
  DescriptorCursor source(*from, copy.srcBinding, copy.srcArrayElement);
  DescriptorCursor target(*to, copy.dstBinding, copy.dstArrayElement);
  for (std::uint32_t i = 0; i < copy.descriptorCount; ++i, source.next(), target.next()) {
    if (source.get() == nullptr || target.get() == nullptr) {
      return (void)complain(
          rules::argument_invalid, source.get() == nullptr ? *from : *to,
          fmt::format("has fewer descriptors than the {} to copy", copy.descriptorCount),
          "VUID-VkCopyDescriptorSet-srcArrayElement-00346");
    }
    if (source.declared().type != target.declared().type) {
      return (void)complain(rules::argument_invalid, *to,
                            "has descriptors of another type than the source of the copy",
                            "VUID-VkCopyDescriptorSet-dstBinding-02632");
    }
    *target.get() = *source.get();
  }
}

}  // namespace

void write_descriptors(const Device& device, DescriptorSet& set,
                       const VkWriteDescriptorSet& write) {
  write_elements(device, set, write.descriptorType, write.dstBinding, write.dstArrayElement,
                 write.descriptorCount, infos_of(write));
}

void write_descriptors(const Device& device, DescriptorSet& set,
                       const DescriptorUpdateTemplate& from, const void* data) {
  for (const VkDescriptorUpdateTemplateEntry& entry : from.entries) {
    write_elements(device, set, entry.descriptorType, entry.dstBinding, entry.dstArrayElement,
                   entry.descriptorCount,
                   {static_cast<const char*>(data) + entry.offset, entry.stride});
  }
}

VKAPI_ATTR void VKAPI_CALL update_descriptor_sets(VkDevice device_handle, std::uint32_t write_count,
                                                  const VkWriteDescriptorSet* writes,
                                                  std::uint32_t copy_count,
                                                  const VkCopyDescriptorSet* copies) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return;
  for (std::uint32_t i = 0; i < write_count; ++i) {
    const VkWriteDescriptorSet& write = writes[i];
    const auto set = find<DescriptorSet>(write.dstSet, "dstSet", device.get());
    if (set) write_descriptors(*device, *set, write);
  }
  for (std::uint32_t i = 0; i < copy_count; ++i) copy_descriptors(*device, copies[i]);
}

VKAPI_ATTR VkResult VKAPI_CALL create_descriptor_update_template(
    VkDevice device_handle, const VkDescriptorUpdateTemplateCreateInfo* info,
    const VkAllocationCallbacks* /*allocator*/, VkDescriptorUpdateTemplate* handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto made = std::make_shared<DescriptorUpdateTemplate>();
  made->entries.assign(info->pDescriptorUpdateEntries,
                       info->pDescriptorUpdateEntries + info->descriptorUpdateEntryCount);
  give_handle(*device, made, handle);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL
destroy_descriptor_update_template(VkDevice device_handle, VkDescriptorUpdateTemplate handle,
                                   const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (device) take<DescriptorUpdateTemplate>(handle, "descriptorUpdateTemplate", device.get());
}

VKAPI_ATTR void VKAPI_CALL update_descriptor_set_with_template(VkDevice device_handle,
                                                               VkDescriptorSet set_handle,
                                                               VkDescriptorUpdateTemplate handle,
                                                               const void* data) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return;
  const auto set = find<DescriptorSet>(set_handle, "descriptorSet", device.get());
  const auto from =
      find<DescriptorUpdateTemplate>(handle, "descriptorUpdateTemplate", device.get());
  if (set && from) write_descriptors(*device, *set, *from, data);
}

}  // namespace spirv_oracle::vulkan
