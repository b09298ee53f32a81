#include "vulkan/objects/descriptors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "vulkan/findings/call.h"
#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"
#include "vulkan/objects/device.h"

namespace spirv_oracle::vulkan {
namespace {

bool is_supported(VkDescriptorType type) {
  return type <= VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC ||
         type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
}

bool has_sampler(VkDescriptorType type) {
  return type == VK_DESCRIPTOR_TYPE_SAMPLER || type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
}

void complain(const Object& object, const std::string& problem, const char* vuid) {
  Reporter::get().report(
      rules::argument_invalid,
      fmt::format("{}: {} {}", current_call(), text_of(object.reported()), problem),
      {object.reported()}, vuid);
}

std::shared_ptr<DescriptorSetLayout> make_layout(const Device& device,
                                                 const VkDescriptorSetLayoutCreateInfo& info) {
  auto layout = std::make_shared<DescriptorSetLayout>();
  for (std::uint32_t i = 0; i < info.bindingCount; ++i) {
    const VkDescriptorSetLayoutBinding& given = info.pBindings[i];
    if (!is_supported(given.descriptorType) && given.descriptorCount != 0) {
      Reporter::get().report(
          rules::feature_missing,
          fmt::format("{}: the descriptor type {} of binding {} needs a feature "
                      "that is not enabled",
                      current_call(), static_cast<int>(given.descriptorType), given.binding));
      return nullptr;
    }
    DescriptorBinding& binding = layout->bindings[given.binding];
    binding.type = given.descriptorType;
    binding.count = given.descriptorCount;
    if (given.pImmutableSamplers == nullptr || !has_sampler(given.descriptorType)) continue;
    for (std::uint32_t s = 0; s < given.descriptorCount; ++s) {
      binding.immutable_samplers.push_back(
          find<Sampler>(given.pImmutableSamplers[s], "pImmutableSamplers", &device));
    }
  }
  return layout;
}

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

void write_buffer(const Device& device, const VkDescriptorBufferInfo& info, Descriptor& to) {
  to.buffer = find<Buffer>(info.buffer, "buffer", &device);
  if (!to.buffer) return;
  to.offset = info.offset;
  to.range = info.range;
  const bool is_outside =
      info.offset >= to.buffer->size ||
      (info.range != VK_WHOLE_SIZE && info.range > to.buffer->size - info.offset);
  if (is_outside) {
    complain(*to.buffer,
             fmt::format("has {} bytes, but the descriptor begins at offset {} with range {}",
                         to.buffer->size, info.offset, info.range),
             "VUID-VkDescriptorBufferInfo-range-00342");
    return;
  }
  to.is_written = true;
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
    to.image = find<ImageView>(info.imageView, "imageView", &device);
    if (!to.image) return;
    to.image_layout = info.imageLayout;
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

// Elements and counts of inline uniform blocks are bytes.
void write_block(DescriptorSet& set, std::uint32_t binding, std::uint32_t offset,
                 std::uint32_t size, const void* data) {
  ++set.updates;
  const auto block = set.inline_blocks.find(binding);
  if (block == set.inline_blocks.end() || offset > block->second.size() ||
      size > block->second.size() - offset) {
    return complain(set,
                    fmt::format("has no inline uniform block {} with bytes {} to {}", binding,
                                offset, offset + size - 1),
                    "VUID-VkWriteDescriptorSet-descriptorType-02219");
  }
  std::memcpy(block->second.bytes.data() + offset, data, size);
  std::fill_n(block->second.shadow.begin() + offset, size, Definedness::defined);
}

void write_descriptors(const Device& device, DescriptorSet& set, VkDescriptorType type,
                       std::uint32_t binding, std::uint32_t element, std::uint32_t count,
                       const DescriptorInfos& infos) {
  if (type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK)
    return write_block(set, binding, element, count, infos.infos);
  ++set.updates;
  DescriptorCursor at(set, binding, element);
  for (std::uint32_t i = 0; i < count; ++i, at.next()) {
    Descriptor* to = at.get();
    if (to == nullptr) {
      return complain(set, fmt::format("has no binding {} with element {}", binding, element + i),
                      "VUID-VkWriteDescriptorSet-dstBinding-00315");
    }
    if (at.declared().type != type) {
      return complain(
          set,
          fmt::format("has descriptors of type {} at binding {}, but gets type {}",
                      static_cast<int>(at.declared().type), at.binding(), static_cast<int>(type)),
          "VUID-VkWriteDescriptorSet-descriptorType-00319");
    }
    *to = {};
    switch (type) {
      case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
      case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
        to->view = find<BufferView>(infos.get<VkBufferView>(i), "pTexelBufferView", &device);
        to->is_written = to->view != nullptr;
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
      return {block == nullptr ? nullptr : block->pData, 1};
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
  const auto block = from->inline_blocks.find(copy.srcBinding);
  if (block != from->inline_blocks.end() && copy.srcArrayElement <= block->second.size() &&
      copy.descriptorCount <= block->second.size() - copy.srcArrayElement) {
    return write_block(*to, copy.dstBinding, copy.dstArrayElement, copy.descriptorCount,
                       block->second.bytes.data() + copy.srcArrayElement);
  }
  ++to->updates;
  DescriptorCursor source(*from, copy.srcBinding, copy.srcArrayElement);
  DescriptorCursor target(*to, copy.dstBinding, copy.dstArrayElement);
  for (std::uint32_t i = 0; i < copy.descriptorCount; ++i, source.next(), target.next()) {
    if (source.get() == nullptr || target.get() == nullptr) {
      return complain(
          source.get() == nullptr ? *from : *to,
          fmt::format("has fewer descriptors than the {} to copy", copy.descriptorCount),
          "VUID-VkCopyDescriptorSet-srcArrayElement-00346");
    }
    if (source.declared().type != target.declared().type) {
      return complain(*to, "has descriptors of another type than the source of the copy",
                      "VUID-VkCopyDescriptorSet-dstBinding-02632");
    }
    *target.get() = *source.get();
  }
}

VkResult allocate_set(Device& device, DescriptorPool& pool,
                      const std::shared_ptr<DescriptorSetLayout>& layout, VkDescriptorSet& handle) {
  if (pool.sets.size() >= pool.max_sets) return VK_ERROR_OUT_OF_POOL_MEMORY;
  std::map<VkDescriptorType, std::uint64_t> left = pool.available;
  for (const auto& [number, binding] : layout->bindings) {
    if (binding.count > left[binding.type]) return VK_ERROR_OUT_OF_POOL_MEMORY;
    left[binding.type] -= binding.count;
  }
  pool.available = std::move(left);
  const auto set = std::make_shared<DescriptorSet>(layout);
  set->pool = &pool;
  give_handle(device, set, &handle);
  pool.sets.emplace(set->handle, set);
  return VK_SUCCESS;
}

void free_set(DescriptorPool& pool, const std::shared_ptr<DescriptorSet>& set) {
  for (const auto& [number, binding] : set->layout->bindings)
    pool.available[binding.type] += binding.count;
  remove_object(set->handle);
  pool.sets.erase(set->handle);
}

}  // namespace

bool is_dynamic(VkDescriptorType type) {
  return type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC ||
         type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
}

std::uint32_t DescriptorSetLayout::dynamic_count() const {
  std::uint32_t count = 0;
  for (const auto& [number, binding] : bindings)
    count += is_dynamic(binding.type) ? binding.count : 0;
  return count;
}

DescriptorSet::DescriptorSet(std::shared_ptr<const DescriptorSetLayout> its_layout)
    : Object(object_type), layout(std::move(its_layout)) {
  for (const auto& [number, binding] : layout->bindings) {
    if (binding.type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK) {
      inline_blocks[number] = ShadowedBytes::uninitialized(binding.count);
      continue;
    }
    std::vector<Descriptor>& elements = descriptors[number];
    elements.resize(binding.count);
    if (binding.type != VK_DESCRIPTOR_TYPE_SAMPLER) continue;
    for (std::size_t i = 0; i < binding.immutable_samplers.size(); ++i) {
      elements[i].sampler = binding.immutable_samplers[i];
      elements[i].is_written = elements[i].sampler != nullptr;
    }
  }
}

VKAPI_ATTR VkResult VKAPI_CALL create_descriptor_set_layout(
    VkDevice device_handle, const VkDescriptorSetLayoutCreateInfo* info,
    const VkAllocationCallbacks* /*allocator*/, VkDescriptorSetLayout* handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto layout = make_layout(*device, *info);
  if (!layout) return VK_ERROR_UNKNOWN;
  give_handle(*device, layout, handle);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL
destroy_descriptor_set_layout(VkDevice device_handle, VkDescriptorSetLayout handle,
                              const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (device) take<DescriptorSetLayout>(handle, "descriptorSetLayout", device.get());
}

VKAPI_ATTR void VKAPI_CALL
get_descriptor_set_layout_support(VkDevice /*device*/, const VkDescriptorSetLayoutCreateInfo* info,
                                  VkDescriptorSetLayoutSupport* support) {
  support->supported = VK_TRUE;
  for (std::uint32_t i = 0; i < info->bindingCount; ++i) {
    if (!is_supported(info->pBindings[i].descriptorType)) support->supported = VK_FALSE;
  }
}

VKAPI_ATTR VkResult VKAPI_CALL create_descriptor_pool(VkDevice device_handle,
                                                      const VkDescriptorPoolCreateInfo* info,
                                                      const VkAllocationCallbacks* /*allocator*/,
                                                      VkDescriptorPool* handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto pool = std::make_shared<DescriptorPool>();
  pool->frees_sets = (info->flags & VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT) != 0;
  pool->max_sets = info->maxSets;
  for (std::uint32_t i = 0; i < info->poolSizeCount; ++i)
    pool->available[info->pPoolSizes[i].type] += info->pPoolSizes[i].descriptorCount;
  give_handle(*device, pool, handle);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_descriptor_pool(VkDevice device_handle, VkDescriptorPool handle,
                                                   const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return;
  const auto pool = take<DescriptorPool>(handle, "descriptorPool", device.get());
  if (!pool) return;
  for (const auto& [number, set] : pool->sets) remove_object(number);
}

VKAPI_ATTR VkResult VKAPI_CALL reset_descriptor_pool(VkDevice device_handle,
                                                     VkDescriptorPool handle,
                                                     VkDescriptorPoolResetFlags /*flags*/) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto pool = find<DescriptorPool>(handle, "descriptorPool", device.get());
  if (!pool) return VK_ERROR_UNKNOWN;
  while (!pool->sets.empty()) free_set(*pool, std::shared_ptr(pool->sets.begin()->second));
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL allocate_descriptor_sets(VkDevice device_handle,
                                                        const VkDescriptorSetAllocateInfo* info,
                                                        VkDescriptorSet* handles) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  std::fill_n(handles, info->descriptorSetCount, VkDescriptorSet{});
  const auto pool = find<DescriptorPool>(info->descriptorPool, "descriptorPool", device.get());
  if (!pool) return VK_ERROR_UNKNOWN;
  VkResult result = VK_SUCCESS;
  for (std::uint32_t i = 0; i < info->descriptorSetCount && result == VK_SUCCESS; ++i) {
    const auto layout =
        find<DescriptorSetLayout>(info->pSetLayouts[i], "pSetLayouts", device.get());
    result = layout ? allocate_set(*device, *pool, layout, handles[i]) : VK_ERROR_UNKNOWN;
  }
  if (result == VK_SUCCESS) return result;
  for (std::uint32_t i = 0; i < info->descriptorSetCount; ++i) {
    const auto made = pool->sets.find(number_of(handles[i]));
    if (made != pool->sets.end()) free_set(*pool, std::shared_ptr(made->second));
    handles[i] = VkDescriptorSet{};
  }
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL free_descriptor_sets(VkDevice device_handle,
                                                    VkDescriptorPool pool_handle,
                                                    std::uint32_t count,
                                                    const VkDescriptorSet* handles) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto pool = find<DescriptorPool>(pool_handle, "descriptorPool", device.get());
  if (!pool) return VK_ERROR_UNKNOWN;
  if (!pool->frees_sets) {
    complain(*pool, "was created without VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT",
             "VUID-vkFreeDescriptorSets-descriptorPool-00312");
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (number_of(handles[i]) == 0) continue;
    const auto set = find<DescriptorSet>(handles[i], "pDescriptorSets", device.get());
    if (set && set->pool == pool.get()) {
      free_set(*pool, set);
    } else if (set) {
      complain(*set, "was allocated from another pool",
               "VUID-vkFreeDescriptorSets-pDescriptorSets-parent");
    }
  }
  return VK_SUCCESS;
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
    if (!set) continue;
    write_descriptors(*device, *set, write.descriptorType, write.dstBinding, write.dstArrayElement,
                      write.descriptorCount, infos_of(write));
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
  if (!set || !from) return;
  for (const VkDescriptorUpdateTemplateEntry& entry : from->entries) {
    write_descriptors(*device, *set, entry.descriptorType, entry.dstBinding, entry.dstArrayElement,
                      entry.descriptorCount,
                      {static_cast<const char*>(data) + entry.offset, entry.stride});
  }
}

VKAPI_ATTR VkResult VKAPI_CALL create_pipeline_layout(VkDevice device_handle,
                                                      const VkPipelineLayoutCreateInfo* info,
                                                      const VkAllocationCallbacks* /*allocator*/,
                                                      VkPipelineLayout* handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto layout = std::make_shared<PipelineLayout>();
  for (std::uint32_t i = 0; i < info->setLayoutCount; ++i) {
    layout->sets.push_back(
        find<DescriptorSetLayout>(info->pSetLayouts[i], "pSetLayouts", device.get()));
    if (!layout->sets.back()) return VK_ERROR_UNKNOWN;
  }
  for (std::uint32_t i = 0; i < info->pushConstantRangeCount; ++i) {
    const VkPushConstantRange& range = info->pPushConstantRanges[i];
    if (range.offset >= max_push_constants_size ||
        range.size > max_push_constants_size - range.offset) {
      complain(*layout,
               fmt::format("has push constants outside of the {} bytes of the device",
                           max_push_constants_size),
               "VUID-VkPushConstantRange-offset-00294");
      return VK_ERROR_UNKNOWN;
    }
    layout->push_constants.push_back(range);
  }
  give_handle(*device, layout, handle);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_pipeline_layout(VkDevice device_handle, VkPipelineLayout handle,
                                                   const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (device) take<PipelineLayout>(handle, "pipelineLayout", device.get());
}

}  // namespace spirv_oracle::vulkan
