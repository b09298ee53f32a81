#include "cli/amber/script_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "cli/amber/script_images.h"
#include "cli/amber/values.h"
#include "cli/resources.h"

namespace spirv_oracle::amber {
namespace {

constexpr std::uint64_t max_descriptors = 1 << 20;

ShadowedBytes part_of(const ShadowedBytes& whole, std::uint64_t begin, std::uint64_t end) {
  const auto first = static_cast<std::ptrdiff_t>(begin);
  const auto last = static_cast<std::ptrdiff_t>(end);
  return {{whole.bytes.begin() + first, whole.bytes.begin() + last},
          {whole.shadow.begin() + first, whole.shadow.begin() + last}};
}

const Binding* find_binding(const Pipeline& pipeline, const ResourceInfo& resource) {
  for (const Binding& binding : pipeline.bindings) {
    const bool descriptor = !binding.argument && binding.kind < BindingKind::color;
    if (descriptor && binding.set == resource.set && binding.binding == resource.binding)
      return &binding;
  }
  return nullptr;
}

bool names_argument(const KernelArgument& argument, const ResourceInfo& resource) {
  if (const auto* number = std::get_if<std::uint32_t>(&argument))
    return *number == resource.binding;
  return std::get<std::string>(argument) == resource.name;
}

const Binding* find_argument_binding(const Pipeline& pipeline, const ResourceInfo& resource) {
  for (const Binding& binding : pipeline.bindings) {
    if (binding.argument && names_argument(*binding.argument, resource)) return &binding;
  }
  return nullptr;
}

// What SET KERNEL says, as the bytes of the argument; a vector of three components takes the place of
// four.
Result<ShadowedBytes> argument_value(const Pipeline& pipeline, const ResourceInfo& resource) {
  const ArgumentValue* found = nullptr;
  for (const ArgumentValue& value : pipeline.argument_values) {
    if (names_argument(value.argument, resource)) found = &value;
  }
  if (found == nullptr && find_argument_binding(pipeline, resource) != nullptr) {
    return unsupported(
        fmt::format("an image or sampler for a kernel, here its {}, is not supported yet",
                    resource_text(resource)));
  }
  if (found == nullptr) {
    return bad_input(fmt::format("pipeline '{}' does not SET the {} of its kernel", pipeline.name,
                                 resource_text(resource)));
  }
  const auto layout = layout_of(found->type, LayoutRule::std430);
  if (!layout) return tl::unexpected(layout.error());
  const std::uint64_t size = end_of_values(*layout, 0, found->bits.size());
  const bool is_vector_of_three = found->type.rows == 3 && size / 3 * 4 == resource.fixed_size;
  if (size != resource.fixed_size && !is_vector_of_three) {
    return bad_input(fmt::format("the {} takes {} bytes, but {} has {}", resource_text(resource),
                                 resource.fixed_size, found->type.name, size));
  }
  ShadowedBytes bytes = ShadowedBytes::uninitialized(resource.fixed_size);
  store_values(*layout, 0, found->bits, bytes);
  return bytes;
}

// As clspv has it: SpecIds from 3 on give the numbers of elements of local arguments, in their order.
std::uint64_t local_size_of(const ShaderUse& use, const EntryPointInfo& entry,
                            const ResourceInfo& resource) {
  constexpr std::uint32_t first_id = 3;
  std::uint32_t id = first_id;
  for (const ResourceInfo& other : entry.resources) {
    if (other.kind == ResourceKind::local_argument && other.binding < resource.binding) ++id;
  }
  std::uint64_t elements = 1;
  for (const SpecializationValue& value : use.specialization) {
    if (value.id == id) elements = value.bits;
  }
  return elements * resource.runtime_stride;
}

bool fits_kind(BindingKind kind, ResourceKind resource) {
  if (kind == BindingKind::unspecified) return resource == ResourceKind::buffer_argument;
  switch (resource) {
    case ResourceKind::uniform_buffer:
      return kind == BindingKind::uniform || kind == BindingKind::uniform_dynamic;
    case ResourceKind::uniform_texel_buffer:
      return kind == BindingKind::uniform_texel_buffer;
    case ResourceKind::storage_texel_buffer:
      return kind == BindingKind::storage_texel_buffer;
    case ResourceKind::storage_image:
      return kind == BindingKind::storage_image;
    case ResourceKind::sampled_image:
      return kind == BindingKind::sampled_image || kind == BindingKind::combined_image_sampler;
    case ResourceKind::combined_image_sampler:
      return kind == BindingKind::combined_image_sampler;
    case ResourceKind::sampler:
      return kind == BindingKind::sampler || kind == BindingKind::combined_image_sampler;
    default:
      return kind == BindingKind::storage || kind == BindingKind::storage_dynamic;
  }
}

bool is_image(BindingKind kind) {
  return kind == BindingKind::storage_image || kind == BindingKind::sampled_image ||
         kind == BindingKind::combined_image_sampler;
}

bool has_texels(BindingKind kind) {
  return is_image(kind) || kind == BindingKind::uniform_texel_buffer ||
         kind == BindingKind::storage_texel_buffer;
}

std::string bound_name(const Binding& binding) {
  return binding.buffers.empty() ? fmt::format("sampler '{}'", binding.samplers.front())
                                 : fmt::format("buffer '{}'", binding.buffers.front());
}

std::uint64_t value_or(const std::vector<std::uint64_t>& list, std::size_t index) {
  return index < list.size() ? list[index] : 0;
}

}  // namespace

Result<ScriptMemory> ScriptMemory::create(const Script& script, std::uint64_t max_bytes) {
  std::uint64_t left = max_bytes;
  for (const auto& [name, buffer] : script.buffers) {
    if (buffer.size > left) {
      return limit_reached(fmt::format(
          "{}:{}:{}: error: with buffer '{}' of {} bytes, the buffers take more than "
          "the memory limit of {} bytes",
          script.file, buffer.place.line, buffer.place.column, name, buffer.size, max_bytes));
    }
    left -= buffer.size;
  }
  ScriptMemory memory;
  memory.script_ = &script;
  for (const auto& [name, buffer] : script.buffers)
    memory.contents_.emplace(name, initial_contents(buffer));
  return memory;
}

Result<ScriptMemory::Slice> ScriptMemory::slice_of(const Binding& binding, const BindingKey& key,
                                                   std::size_t element) const {
  Slice slice;
  slice.key = key;
  slice.key.element = static_cast<std::uint32_t>(element);
  slice.buffer = binding.buffers[element];
  const std::uint64_t size = contents_.find(slice.buffer)->second.size();
  const bool overflow =
      __builtin_add_overflow(value_or(binding.dynamic_offsets, element),
                             value_or(binding.descriptor_offsets, element), &slice.begin);
  std::uint64_t length = size - std::min(slice.begin, size);
  if (element < binding.descriptor_ranges.size())
    length = binding.descriptor_ranges[element].value_or(length);
  if (overflow || slice.begin > size || length > size - slice.begin || length == 0) {
    return bad_input(fmt::format(
        "the {} bytes from byte {} on, which are bound at descriptor set {} binding {}, are not "
        "inside buffer '{}' of {} bytes",
        length, slice.begin, binding.set, binding.binding, slice.buffer, size));
  }
  slice.end = slice.begin + length;
  return slice;
}

Result<void> ScriptMemory::bind_resource(const Pipeline& pipeline, const ResourceInfo& resource,
                                         Dispatch& dispatch) {
  const bool argument = is_argument(resource.kind);
  const Binding* binding =
      argument ? find_argument_binding(pipeline, resource) : find_binding(pipeline, resource);
  if (binding == nullptr && argument) {
    return bad_input(fmt::format("pipeline '{}' binds no buffer to the {} of its kernel",
                                 pipeline.name, resource_text(resource)));
  }
  if (binding == nullptr) {
    return bad_input(fmt::format(
        "pipeline '{}' binds nothing at descriptor set {} binding {}, where its shader has the {}",
        pipeline.name, resource.set, resource.binding, resource_text(resource)));
  }
  if (!fits_kind(binding->kind, resource.kind)) {
    return bad_input(fmt::format(
        "pipeline '{}' binds {} as {} at descriptor set {} binding {}, where its shader "
        "has the {}",
        pipeline.name, bound_name(*binding), binding_kind_name(binding->kind), resource.set,
        resource.binding, resource_text(resource)));
  }
  const std::uint64_t wanted =
      resource.descriptor_count == 0 ? max_descriptors : resource.descriptor_count;
  if (auto done = bind_samplers(*binding, wanted, dispatch); !done) return done;
  for (std::size_t i = 0; i < binding->buffers.size() && i < wanted; ++i) {
    auto slice = slice_of(*binding, {resource.set, resource.binding, 0}, i);
    if (!slice) return tl::unexpected(slice.error());
    if (has_texels(binding->kind)) {
      if (auto done = bind_texels(*binding, *slice, dispatch); !done) return done;
    }
    if (dispatch.buffers.count(slice->key) != 0) return {};  // another variable for the same one
    dispatch.buffers[slice->key] =
        part_of(contents_.find(slice->buffer)->second, slice->begin, slice->end);
    slices_.push_back(std::move(*slice));
  }
  return {};
}

Result<void> ScriptMemory::bind_samplers(const Binding& binding, std::uint64_t wanted,
                                         Dispatch& dispatch) const {
  for (std::size_t i = 0; i < binding.samplers.size() && i < wanted; ++i) {
    const BindingKey key{binding.set, binding.binding, static_cast<std::uint32_t>(i)};
    const Sampler& sampler = script_->samplers.find(binding.samplers[i])->second;
    dispatch.samplers[key] = sampler_state_of(sampler);
  }
  return {};
}

Result<void> ScriptMemory::bind_texels(const Binding& binding, Slice& slice,
                                       Dispatch& dispatch) const {
  const Buffer& buffer = script_->buffers.find(slice.buffer)->second;
  if (!is_image(binding.kind)) {
    const auto format = texel_format_of(buffer);
    if (!format) return tl::unexpected(format.error());
    dispatch.images[slice.key].format = *format;
    return {};
  }
  const auto shape = image_shape_of(buffer);
  if (!shape) return tl::unexpected(shape.error());
  if (binding.base_mip_level >= shape->levels) {
    return bad_input(fmt::format("image '{}' has no level {}: it has {}", buffer.name,
                                 binding.base_mip_level, shape->levels));
  }
  const auto layout = spirv_oracle::ImageLayout::of(*shape, shape->format->bytes, 0);
  slice.begin = layout.levels[binding.base_mip_level].offset;
  slice.end = layout.size;
  dispatch.images[slice.key] = shape_from_level(*shape, binding.base_mip_level);
  return {};
}

Result<void> ScriptMemory::bind(const Pipeline& pipeline, const EntryPointInfo& entry,
                                Dispatch& dispatch) {
  slices_.clear();
  memories_.clear();
  for (const ResourceInfo& resource : entry.resources) {
    if (resource.kind == ResourceKind::value_argument) {
      auto value = argument_value(pipeline, resource);
      if (!value) return tl::unexpected(value.error());
      dispatch.argument_values[resource.binding] = std::move(*value);
      continue;
    }
    if (resource.kind == ResourceKind::local_argument) {
      dispatch.local_arguments[resource.binding] =
          local_size_of(pipeline.shaders.front(), entry, resource);
      continue;
    }
    if (resource.kind != ResourceKind::push_constant) {
      if (auto done = bind_resource(pipeline, resource, dispatch); !done) return done;
      continue;
    }
    if (resource.fixed_size == 0) continue;
    if (pipeline.push_constants.empty()) {
      return bad_input(
          fmt::format("pipeline '{}' binds no buffer AS push_constant, and its shader "
                      "has the {}",
                      pipeline.name, resource_text(resource)));
    }
    const ShadowedBytes& contents = contents_.find(pipeline.push_constants)->second;
    if (contents.size() < resource.fixed_size) {
      return bad_input(fmt::format("the push constants take {} bytes, but buffer '{}' has {}",
                                   resource.fixed_size, pipeline.push_constants, contents.size()));
    }
    dispatch.push_constants = contents;
  }
  share_memories(dispatch);
  return {};
}

void ScriptMemory::find_shared_slices() {
  std::sort(slices_.begin(), slices_.end(), [](const Slice& a, const Slice& b) {
    return std::tie(a.buffer, a.begin) < std::tie(b.buffer, b.begin);
  });
  Slice* reaches_furthest = nullptr;  // of those before, of the same buffer
  for (Slice& slice : slices_) {
    if (reaches_furthest == nullptr || reaches_furthest->buffer != slice.buffer) {
      reaches_furthest = &slice;
      continue;
    }
    if (slice.begin < reaches_furthest->end) slice.shared = reaches_furthest->shared = true;
    if (slice.end > reaches_furthest->end) reaches_furthest = &slice;
  }
}

void ScriptMemory::share_memories(Dispatch& dispatch) {
  find_shared_slices();
  for (const Slice& slice : slices_) {
    if (!slice.shared) continue;
    const auto [entry, inserted] = memories_.try_emplace(slice.buffer, dispatch.memories.size());
    if (inserted) dispatch.memories.push_back({slice.buffer, contents_.find(slice.buffer)->second});
    dispatch.buffers.erase(slice.key);
    dispatch.memory_buffers[slice.key] = {entry->second, slice.begin, slice.end - slice.begin};
  }
}

void ScriptMemory::take_back(DispatchResult& result) {
  for (const auto& [name, memory] : memories_)
    contents_.find(name)->second = std::move(result.memories[memory].contents);
  for (const Slice& slice : slices_) {
    const BufferResult& after = result.buffers[slice.key];
    if (!after.written || slice.shared) continue;
    ShadowedBytes& contents = contents_.find(slice.buffer)->second;
    const auto at = static_cast<std::ptrdiff_t>(slice.begin);
    std::copy(after.contents.bytes.begin(), after.contents.bytes.end(),
              contents.bytes.begin() + at);
    std::copy(after.contents.shadow.begin(), after.contents.shadow.end(),
              contents.shadow.begin() + at);
  }
}

}  // namespace spirv_oracle::amber
