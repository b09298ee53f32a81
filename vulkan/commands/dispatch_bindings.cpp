#include "vulkan/commands/dispatch_bindings.h"

#include <fmt/format.h>

#include <algorithm>

#include "vulkan/commands/image_layouts.h"
#include "vulkan/findings/rules.h"

namespace spirv_oracle::vulkan {
namespace {

// As a report names it: "binding 0.1 ('Counts')".
std::string text_of(const ResourceInfo& resource) {
  const std::string label = resource.name.empty() ? "" : fmt::format(" ('{}')", resource.name);
  return fmt::format("binding {}.{}{}", resource.set, resource.binding, label);
}

// Whether a descriptor of the type can be what the shader declares.
bool matches(ResourceKind kind, VkDescriptorType type) {
  switch (kind) {
    case ResourceKind::storage_buffer:
      return type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER ||
             type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
    case ResourceKind::uniform_buffer:
      return type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER ||
             type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC ||
             type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
    case ResourceKind::uniform_texel_buffer:
      return type == VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    case ResourceKind::storage_texel_buffer:
      return type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
    case ResourceKind::storage_image:
      return type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    case ResourceKind::sampled_image:
      return type == VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE ||
             type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    case ResourceKind::combined_image_sampler:
      return type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    case ResourceKind::sampler:
      return type == VK_DESCRIPTOR_TYPE_SAMPLER ||
             type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    default:
      return false;
  }
}

// With which a shader reads a resource (section "Access Types").
Accesses read_access(ResourceKind kind) {
  switch (kind) {
    case ResourceKind::uniform_buffer:
      return VK_ACCESS_2_UNIFORM_READ_BIT;
    case ResourceKind::uniform_texel_buffer:
    case ResourceKind::sampled_image:
    case ResourceKind::combined_image_sampler:
      return VK_ACCESS_2_SHADER_SAMPLED_READ_BIT;
    default:
      return VK_ACCESS_2_SHADER_STORAGE_READ_BIT;
  }
}

// Whether the descriptor names objects that exist and have memory.
bool is_usable(const Descriptor& descriptor, VkDescriptorType type) {
  if (!descriptor.is_written) return false;
  const auto lives = [](const auto& resource) {
    return !resource.is_destroyed && resource.memory && !resource.memory->is_destroyed;
  };
  if (has_sampler(type) && descriptor.sampler->is_destroyed) return false;
  if (type == VK_DESCRIPTOR_TYPE_SAMPLER || descriptor.is_null) return true;
  if (descriptor.image) return !descriptor.image->is_destroyed && lives(*descriptor.image->image);
  if (descriptor.view) return !descriptor.view->is_destroyed && lives(*descriptor.view->buffer);
  return lives(*descriptor.buffer);
}

// The number of the first dynamic offset of a binding.
std::size_t first_dynamic_offset(const DescriptorSetLayout& layout, std::uint32_t binding) {
  std::size_t number = 0;
  for (const auto& [other, declared] : layout.bindings) {
    if (other == binding) break;
    number += is_dynamic(declared.type) ? declared.count : 0;
  }
  return number;
}

// Joins parts that follow each other.
void join(std::vector<MemoryPart>& parts) {
  std::vector<MemoryPart> joined;
  for (const MemoryPart& part : parts) {
    if (!joined.empty() && joined.back().offset + joined.back().size == part.offset) {
      joined.back().size += part.size;
    } else {
      joined.push_back(part);
    }
  }
  parts = std::move(joined);
}

ShadowedBytes part_of(const ShadowedBytes& whole, std::uint64_t begin, std::uint64_t size) {
  const auto first = static_cast<std::ptrdiff_t>(begin);
  const auto last = static_cast<std::ptrdiff_t>(begin + size);
  return {{whole.bytes.begin() + first, whole.bytes.begin() + last},
          {whole.shadow.begin() + first, whole.shadow.begin() + last}};
}

}  // namespace

std::string name_of(const BindingKey& key) {
  std::string name = fmt::format("{}.{}", key.set, key.binding);
  if (key.element != 0) name += fmt::format("[{}]", key.element);
  return name;
}

bool DispatchBindings::collect(const DispatchCommand& command,
                               const std::vector<std::weak_ptr<DeviceMemory>>& addressed,
                               const Complain& complain) {
  if (command.pipeline->uses_addresses) add_addressed(addressed);
  bindings_.push_constants = command.push_constants;
  store_unit_ = command.pipeline->store_unit;
  for (const ResourceInfo& resource : command.pipeline->resources) {
    if (resource.kind == ResourceKind::push_constant) continue;
    const BoundSet* bound = find_set(command, resource, complain);
    if (bound == nullptr || !add_resource(*bound, resource, complain)) return false;
  }
  find_groups();
  return true;
}

// The set that a resource belongs to; null after a finding.
const BoundSet* DispatchBindings::find_set(const DispatchCommand& command,
                                           const ResourceInfo& resource, const Complain& complain) {
  const auto bound = command.sets.find(resource.set);
  if (bound == command.sets.end()) {
    complain(
        rules::descriptor_set_not_bound,
        fmt::format("the shader uses {}, but set {} is not bound", text_of(resource), resource.set),
        {}, "VUID-vkCmdDispatch-None-08600");
    return nullptr;
  }
  const DescriptorSet& set = *bound->second.set;
  const auto& expected = command.pipeline->layout->sets;
  if (resource.set >= expected.size() || expected[resource.set]->bindings != set.layout->bindings) {
    complain(
        rules::descriptor_set_incompatible,
        fmt::format("the layout of {} is not compatible with set {} of the layout of {}",
                    text_of(set.reported()), resource.set, text_of(command.pipeline->reported())),
        {set.reported()}, "VUID-vkCmdDispatch-None-08600");
    return nullptr;
  }
  if (set.updates != bound->second.updates) {
    complain(
        rules::descriptor_set_changed,
        fmt::format("{} was updated after the command buffer bound it", text_of(set.reported())),
        {set.reported()}, "VUID-vkQueueSubmit-pCommandBuffers-00070");
  }
  return &bound->second;
}

bool DispatchBindings::add_resource(const BoundSet& bound, const ResourceInfo& resource,
                                    const Complain& complain) {
  const DescriptorSet& set = *bound.set;
  const auto declared = set.layout->bindings.find(resource.binding);
  if (declared == set.layout->bindings.end() || !matches(resource.kind, declared->second.type)) {
    complain(rules::descriptor_wrong_type,
             fmt::format("{} has another descriptor type than {} of the shader, or none",
                         text_of(set.reported()), text_of(resource)),
             {set.reported()}, "VUID-VkComputePipelineCreateInfo-layout-07990");
    return false;
  }
  const VkDescriptorType type = declared->second.type;
  const std::lock_guard lock(set.contents);
  if (type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK) {
    bindings_.buffers[{resource.set, resource.binding, 0}] = set.inline_blocks.at(resource.binding);
    return true;
  }
  const std::size_t first_offset = first_dynamic_offset(*set.layout, resource.binding);
  const std::vector<Descriptor>& elements = set.descriptors.at(resource.binding);
  const bool is_partial = declared->second.has(VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT);
  const std::uint32_t count = resource.descriptor_count == 0
                                  ? static_cast<std::uint32_t>(elements.size())
                                  : resource.descriptor_count;
  for (std::uint32_t element = 0; element < count; ++element) {
    const BindingKey key{resource.set, resource.binding, element};
    if (is_partial && (element >= elements.size() || !is_usable(elements[element], type))) {
      leave_out(key, resource);
      continue;
    }
    if (element >= elements.size() || !elements[element].is_written) {
      complain(rules::descriptor_not_written,
               fmt::format("the shader uses {}, but descriptor {} of {} was never written",
                           text_of(resource), name_of(key), text_of(set.reported())),
               {set.reported()}, "VUID-vkCmdDispatch-None-08114");
      return false;
    }
    const std::uint64_t offset =
        is_dynamic(type) ? bound.dynamic_offsets[first_offset + element] : 0;
    if (!add(key, resource, type, elements[element], offset, complain)) return false;
  }
  return true;
}

// A shader must not access this element of a binding that is partially bound. If it does, that is found: nothing is bound to an
// element of an array, and a buffer by itself has no bytes. The interpreter needs a sampler, so its use is not found.
void DispatchBindings::leave_out(const BindingKey& key, const ResourceInfo& resource) {
  const bool is_buffer = resource.kind == ResourceKind::storage_buffer ||
                         resource.kind == ResourceKind::uniform_buffer;
  if (resource.kind == ResourceKind::sampler) bindings_.samplers[key] = {};
  if (resource.descriptor_count == 1 && is_buffer) bindings_.buffers[key] = {};
}

bool DispatchBindings::add(const BindingKey& key, const ResourceInfo& resource,
                           VkDescriptorType type, const Descriptor& descriptor,
                           std::uint64_t dynamic_offset, const Complain& complain) {
  const auto exists = [&](const Object& object) {
    if (!object.is_destroyed) return true;
    complain(rules::object_in_use,
             fmt::format("descriptor {} names {}, which was destroyed", name_of(key),
                         text_of(object.reported())),
             {object.reported()}, "VUID-vkCmdDispatch-None-08114");
    return false;
  };
  const Accesses access = read_access(resource.kind);
  const bool uses_sampler = resource.kind == ResourceKind::sampler ||
                            resource.kind == ResourceKind::combined_image_sampler;
  if (uses_sampler) {
    if (!exists(*descriptor.sampler)) return false;
    bindings_.samplers[key] = descriptor.sampler->state;
    if (resource.kind == ResourceKind::sampler) return true;
  }
  if (descriptor.is_null) {
    bindings_.null_descriptors.insert(key);
    return true;
  }
  if (descriptor.image && type != VK_DESCRIPTOR_TYPE_SAMPLER)
    return exists(*descriptor.image) && exists(*descriptor.image->image) &&
           add_image(key, descriptor, access, complain);
  if (descriptor.view) {
    const BufferView& view = *descriptor.view;
    ImageShape shape;
    const TexelFormat* format = texel_format(view.format);
    if (format != nullptr) shape.format = *format;
    bindings_.images[key] = shape;
    return exists(view) && exists(*view.buffer) &&
           add_buffer(key, *view.buffer, view.offset, view.range, access, complain);
  }
  return exists(*descriptor.buffer) &&
         add_buffer(key, *descriptor.buffer, descriptor.offset + dynamic_offset, descriptor.range,
                    access, complain);
}

bool DispatchBindings::add_buffer(const BindingKey& key, const Buffer& buffer, std::uint64_t offset,
                                  std::uint64_t range, Accesses access, const Complain& complain) {
  if (!buffer.memory || buffer.memory->is_destroyed) {
    complain(buffer.memory ? rules::object_in_use : rules::memory_not_bound,
             fmt::format("descriptor {} names {}, {}", name_of(key), text_of(buffer.reported()),
                         buffer.memory ? "whose memory was freed" : "which has no memory"),
             {buffer.reported()}, "VUID-vkCmdDispatch-None-08114");
    return false;
  }
  if (offset >= buffer.size || (range != VK_WHOLE_SIZE && range > buffer.size - offset)) {
    complain(rules::range_outside,
             fmt::format("descriptor {} begins at byte {} of {}, which has {} bytes, and is longer "
                         "than the rest",
                         name_of(key), offset, text_of(buffer.reported()), buffer.size),
             {buffer.reported()}, "VUID-vkCmdBindDescriptorSets-pDescriptorSets-01979");
    return false;
  }
  const std::uint64_t size = range == VK_WHOLE_SIZE ? buffer.size - offset : range;
  bound_.push_back({key, {buffer.memory, buffer.offset + offset, size}, access});
  return true;
}

bool DispatchBindings::add_image(const BindingKey& key, const Descriptor& descriptor,
                                 Accesses access, const Complain& complain) {
  const ImageView& view = *descriptor.image;
  const Image& image = *view.image;
  if (!image.memory || image.memory->is_destroyed) {
    complain(image.memory ? rules::object_in_use : rules::memory_not_bound,
             fmt::format("descriptor {} names {}, {}", name_of(key), text_of(image.reported()),
                         image.memory ? "whose memory was freed" : "which has no memory"),
             {image.reported()}, "VUID-vkCmdDispatch-None-08114");
    return false;
  }
  bindings_.images[key] = view.shape;
  views_.push_back({key, descriptor.image, descriptor.image_layout});
  std::vector<MemoryPart> parts = view.parts();
  join(parts);
  if (parts.size() == 1) {
    bound_.push_back({key, parts[0], access});
  } else {
    scattered_.push_back({key, std::move(parts), access});
  }
  return true;
}

std::vector<DispatchBindings::WrongLayout> DispatchBindings::wrong_layouts() const {
  std::vector<WrongLayout> wrong;
  for (const BoundView& bound : views_) {
    if (const auto other = find_other_layout(*bound.view->image, bound.view->range(), bound.layout))
      wrong.push_back(
          {bound.key, bound.view->image, bound.layout, other->text(), bound.view->parts()});
  }
  return wrong;
}

// Each of them is a group, whose number in the bindings gives it its address.
void DispatchBindings::add_addressed(const std::vector<std::weak_ptr<DeviceMemory>>& addressed) {
  addressed_ = addressed.size();
  for (std::size_t slot = 0; slot < addressed.size(); ++slot) {
    const auto memory = addressed[slot].lock();
    if (!memory || memory->is_destroyed) continue;
    groups_.push_back({memory, 0, memory->size()});
    memory_of_group_.emplace_back(slot);
  }
}

void DispatchBindings::find_groups() {
  std::vector<Bound*> order;
  for (Bound& bound : bound_) {
    const auto group = std::ranges::find(groups_, bound.part.memory, &MemoryPart::memory);
    if (group == groups_.end()) {
      order.push_back(&bound);
    } else {
      bound.group = static_cast<std::size_t>(group - groups_.begin());
    }
  }
  const std::size_t whole = groups_.size();
  std::ranges::sort(order, {}, [](const Bound* bound) {
    return std::pair(bound->part.memory.get(), bound->part.offset);
  });
  std::vector<std::size_t> members;
  for (Bound* bound : order) {
    const MemoryPart& part = bound->part;
    const bool overlaps = groups_.size() > whole && groups_.back().memory == part.memory &&
                          part.offset < groups_.back().offset + groups_.back().size;
    if (overlaps) {
      MemoryPart& group = groups_.back();
      group.size = std::max(group.size, part.offset + part.size - group.offset);
      ++members.back();
    } else {
      groups_.push_back(part);
      members.push_back(1);
    }
    bound->group = groups_.size() - 1;
  }
  std::size_t next = addressed_;
  for (const std::size_t count : members) {
    memory_of_group_.push_back(count > 1 ? std::optional(next++) : std::nullopt);
  }
}

void DispatchBindings::read() {
  bindings_.memories.resize(addressed_);
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    if (!memory_of_group_[g]) continue;
    const std::size_t index = *memory_of_group_[g];
    if (index >= bindings_.memories.size()) bindings_.memories.resize(index + 1);
    bindings_.memories[index] = {fmt::format("memory {}", index),
                                 groups_[g].memory->read(groups_[g].offset, groups_[g].size)};
  }
  for (const Bound& bound : bound_) {
    const MemoryPart& part = bound.part;
    if (const auto memory = memory_of_group_[bound.group]) {
      bindings_.memory_buffers[bound.key] = {*memory, part.offset - groups_[bound.group].offset,
                                             part.size};
    } else {
      bindings_.buffers[bound.key] = part.memory->read(part.offset, part.size);
    }
  }
  for (const Scattered& scattered : scattered_) {
    ShadowedBytes& contents = bindings_.buffers[scattered.key];
    for (const MemoryPart& part : scattered.parts) {
      const ShadowedBytes bytes = part.memory->read(part.offset, part.size);
      contents.bytes.insert(contents.bytes.end(), bytes.bytes.begin(), bytes.bytes.end());
      contents.shadow.insert(contents.shadow.end(), bytes.shadow.begin(), bytes.shadow.end());
    }
  }
}

std::uint32_t DispatchBindings::store_unit(const BindingKey& key) const {
  const auto image = bindings_.images.find(key);
  if (image == bindings_.images.end()) return store_unit_;
  return image->second.format ? image->second.format->bytes : 1;
}

std::vector<DispatchBindings::Change> DispatchBindings::changes(const DispatchResult& result) {
  std::vector<Change> changes;
  pieces_.clear();
  std::vector<bool> is_written(bindings_.memories.size());
  std::vector<std::uint32_t> units(bindings_.memories.size(), store_unit_);
  for (std::size_t i = 0; i < is_written.size(); ++i) is_written[i] = result.memories[i].written;
  for (const Bound& bound : bound_) {
    const auto found = result.buffers.find(bound.key);
    if (found == result.buffers.end() || !found->second.written) continue;
    if (const auto memory = memory_of_group_[bound.group]) {
      is_written[*memory] = true;
      units[*memory] = std::min(units[*memory], store_unit(bound.key));
      continue;
    }
    changes.push_back({bound.part, &bindings_.buffers.at(bound.key), &found->second.contents,
                       "buffer " + name_of(bound.key), &found->second.indeterminate,
                       store_unit(bound.key)});
  }
  for (const Scattered& scattered : scattered_) {
    const auto found = result.buffers.find(scattered.key);
    if (found == result.buffers.end() || !found->second.written) continue;
    static const std::vector<IndeterminateComponent> unknown;
    std::uint64_t begin = 0;
    for (const MemoryPart& part : scattered.parts) {
      const ShadowedBytes& before =
          pieces_.emplace_back(part_of(bindings_.buffers.at(scattered.key), begin, part.size));
      const ShadowedBytes& after =
          pieces_.emplace_back(part_of(found->second.contents, begin, part.size));
      changes.push_back({part, &before, &after, "image " + name_of(scattered.key), &unknown,
                         store_unit(scattered.key)});
      begin += part.size;
    }
  }
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    if (!memory_of_group_[g] || !is_written[*memory_of_group_[g]]) continue;
    const std::size_t memory = *memory_of_group_[g];
    changes.push_back({groups_[g], &bindings_.memories[memory].contents,
                       &result.memories[memory].contents, bindings_.memories[memory].name,
                       &result.memories[memory].indeterminate, units[memory]});
  }
  return changes;
}

}  // namespace spirv_oracle::vulkan
