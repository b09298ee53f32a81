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

}  // namespace

std::string name_of(const BindingKey& key) {
  std::string name = fmt::format("{}.{}", key.set, key.binding);
  if (key.element != 0) name += fmt::format("[{}]", key.element);
  return name;
}

bool DispatchBindings::collect(const DispatchCommand& command,
                               const std::vector<std::weak_ptr<DeviceMemory>>& addressed,
                               const Complain& complain) {
  if (command.pipeline->uses_addresses) {
    for (std::size_t slot = 0; slot < addressed.size(); ++slot) {
      const auto memory = addressed[slot].lock();
      if (memory && !memory->is_destroyed) memory_->add_addressed(slot, memory, memory->size());
    }
  }
  memory_->bindings.push_constants = command.push_constants;
  store_unit_ = command.pipeline->store_unit;
  for (const ResourceInfo& resource : command.pipeline->resources) {
    if (resource.kind == ResourceKind::push_constant) continue;
    const BoundSet* bound = find_set(command, resource, complain);
    if (bound == nullptr || !add_resource(*bound, resource, complain)) return false;
  }
  memory_->read(
      [](std::size_t index, const MemoryPart&) { return fmt::format("memory {}", index); },
      [](const MemoryPart& part, ShadowedBytes& contents) {
        contents = part.memory->read(part.offset, part.size);
      },
      &DeviceMemory::still_contents);
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
    memory_->bindings.buffers[{resource.set, resource.binding, 0}] =
        set.inline_blocks.at(resource.binding);
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
  if (resource.kind == ResourceKind::sampler) memory_->bindings.samplers[key] = {};
  if (resource.descriptor_count == 1 && is_buffer) memory_->bindings.buffers[key] = {};
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
    memory_->bindings.samplers[key] = descriptor.sampler->state;
    if (resource.kind == ResourceKind::sampler) return true;
  }
  if (descriptor.is_null) {
    memory_->bindings.null_descriptors.insert(key);
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
    memory_->bindings.images[key] = shape;
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
  memory_->add(key, {{buffer.memory, buffer.offset + offset, size}});
  accesses_[key] = access;
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
  memory_->bindings.images[key] = view.shape;
  views_.push_back({key, descriptor.image, descriptor.image_layout});
  std::vector<MemoryPart> parts = view.parts();
  join(parts);
  memory_->add(key, std::move(parts));
  accesses_[key] = access;
  return true;
}

std::vector<DispatchBindings::WrongLayout> DispatchBindings::wrong_layouts() const {
  std::vector<WrongLayout> wrong;
  for (const BoundView& bound : views_) {
    const Image& image = *bound.view->image;
    const VkImageSubresourceRange range = with_all_slices(image, bound.view->range());
    if (const auto other = find_other_layout(image, range, bound.layout))
      wrong.push_back(
          {bound.key, bound.view->image, bound.layout, other->text(), bound.view->parts()});
  }
  return wrong;
}

std::uint32_t DispatchBindings::store_unit(const BindingKey& key) const {
  const auto image = memory_->bindings.images.find(key);
  if (image == memory_->bindings.images.end()) return store_unit_;
  return image->second.format ? image->second.format->bytes : 1;
}

std::string DispatchBindings::name_of_change(const Memory::Change& change) const {
  if (change.memory) return memory_->bindings.memories[*change.memory].name;
  const BindingKey& key = change.resources.front();
  const auto image = memory_->bindings.images.find(key);
  const bool is_image = image != memory_->bindings.images.end() && !image->second.is_texel_buffer();
  return (is_image ? "image " : "buffer ") + name_of(key);
}

std::uint32_t DispatchBindings::unit_of_change(const Memory::Change& change) const {
  std::uint32_t unit = change.memory ? store_unit_ : ~0u;
  for (const BindingKey& key : change.resources) unit = std::min(unit, store_unit(key));
  return unit;
}

}  // namespace spirv_oracle::vulkan
