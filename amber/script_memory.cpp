#include "amber/script_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "amber/script/kernel_arguments.h"
#include "amber/script/script_images.h"
#include "amber/script/values.h"
#include "cli/resource_text.h"
#include "cli/resources.h"
#include "interpreter/pipe_argument.h"

namespace spirv_oracle::amber {
namespace {

constexpr std::uint64_t max_descriptors = 1 << 20;

ShadowedBytes bytes_between(const ShadowedBytes& whole, std::uint64_t begin, std::uint64_t end) {
  const auto first = static_cast<std::ptrdiff_t>(begin);
  const auto last = static_cast<std::ptrdiff_t>(end);
  return {{whole.bytes.begin() + first, whole.bytes.begin() + last},
          {whole.shadow.begin() + first, whole.shadow.begin() + last}};
}

// Null: the pipeline binds none, or none is needed.
const Binding* find_binding(const Pipeline& pipeline, const KernelArguments& arguments,
                            const ResourceInfo& resource) {
  if (is_argument(resource.kind)) return arguments.binding_of(resource);
  if (resource.kind == ResourceKind::push_constant) return nullptr;
  for (const Binding& binding : pipeline.bindings) {
    const bool descriptor = !binding.argument && binding.kind < BindingKind::color;
    if (descriptor && binding.set == resource.set && binding.binding == resource.binding)
      return &binding;
  }
  return nullptr;
}

bool is_image(BindingKind kind) {
  return kind == BindingKind::storage_image || kind == BindingKind::sampled_image ||
         kind == BindingKind::combined_image_sampler;
}

bool is_texel_buffer(BindingKind kind) {
  return kind == BindingKind::uniform_texel_buffer || kind == BindingKind::storage_texel_buffer;
}

bool is_buffer(BindingKind kind) {
  return kind >= BindingKind::uniform && kind <= BindingKind::storage_dynamic;
}

// Of an argument of a kernel.
bool fits_argument(BindingKind kind, const ResourceInfo& argument) {
  switch (argument.kind) {
    case ResourceKind::buffer_argument:
      return kind == BindingKind::unspecified || is_buffer(kind);
    case ResourceKind::sampler_argument:
      return kind == BindingKind::sampler;
    case ResourceKind::image_argument:
      if (argument.image->dimensionality == "Buffer")
        return kind == BindingKind::unspecified || is_texel_buffer(kind);
      return kind == BindingKind::unspecified || kind == BindingKind::sampled_image ||
             kind == BindingKind::storage_image;
    default:
      return false;
  }
}

bool fits_kind(BindingKind kind, ResourceKind resource) {
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

// Whether the shader can use the bound object, although it is bound as another kind.
bool serves(BindingKind kind, ResourceKind resource) {
  switch (resource) {
    case ResourceKind::uniform_buffer:
    case ResourceKind::storage_buffer:
      return is_buffer(kind);
    case ResourceKind::uniform_texel_buffer:
    case ResourceKind::storage_texel_buffer:
      return is_texel_buffer(kind);
    case ResourceKind::storage_image:
    case ResourceKind::sampled_image:
      return is_image(kind);
    default:
      return false;
  }
}

// Whether the texels of a resource are an image, and not a texel buffer.
bool is_image(BindingKind kind, const ResourceInfo& resource) {
  if (resource.kind == ResourceKind::image_argument)
    return resource.image->dimensionality != "Buffer";
  return is_image(kind);
}

bool has_texels(BindingKind kind, const ResourceInfo& resource) {
  return is_image(kind, resource) || is_texel_buffer(kind) ||
         resource.kind == ResourceKind::image_argument;
}

std::string bound_name(const Binding& binding) {
  return binding.buffers.empty() ? fmt::format("sampler '{}'", binding.samplers.front())
                                 : fmt::format("buffer '{}'", binding.buffers.front());
}

// Notes bindings that no entry point uses: an optimizer may have removed their uses.
void note_unused(const Pipeline& pipeline, std::span<const EntryPointInfo* const> entries,
                 std::vector<Remark>& remarks) {
  std::set<const Binding*> used;
  for (const EntryPointInfo* entry : entries) {
    const KernelArguments arguments(pipeline, *entry);
    for (const ResourceInfo& resource : entry->resources)
      used.insert(find_binding(pipeline, arguments, resource));
  }
  for (const Binding& binding : pipeline.bindings) {
    if (used.count(&binding) != 0 || binding.kind >= BindingKind::color) continue;
    remarks.push_back({binding.place,
                       {},
                       fmt::format("the {} of pipeline '{}' {} not use the {} that is bound here",
                                   entries.size() == 1 ? "shader" : "shaders", pipeline.name,
                                   entries.size() == 1 ? "does" : "do", bound_name(binding))});
  }
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
                                                   std::size_t element,
                                                   std::vector<Remark>& remarks) const {
  Slice slice;
  slice.key = key;
  slice.key.element = static_cast<std::uint32_t>(element);
  slice.buffer = binding.buffers[element];
  const std::uint64_t size = contents_.find(slice.buffer)->second.size();
  const bool overflow =
      __builtin_add_overflow(value_or(binding.dynamic_offsets, element),
                             value_or(binding.descriptor_offsets, element), &slice.begin);
  const std::uint64_t rest = size - std::min(slice.begin, size);
  std::uint64_t length = rest;
  if (element < binding.descriptor_ranges.size())
    length = binding.descriptor_ranges[element].value_or(rest);
  const std::string where =
      fmt::format("descriptor set {} binding {}", binding.set, binding.binding);
  if (overflow || rest == 0 || length == 0) {
    return bad_input(
        fmt::format("{} covers no bytes of buffer '{}': it is bound from byte {} with {} bytes, "
                    "but the buffer has {} bytes",
                    where, slice.buffer, slice.begin, length, size));
  }
  if (length > rest) {
    remarks.push_back({binding.place, descriptor_range,
                       fmt::format("{} has a range of {} bytes from byte {} of buffer '{}', but "
                                   "the buffer has {} bytes: the range ends there",
                                   where, length, slice.begin, slice.buffer, size)});
    length = rest;
  }
  slice.end = slice.begin + length;
  return slice;
}

Result<void> ScriptMemory::bind_resource(const Pipeline& pipeline, const ResourceInfo& resource,
                                         const Binding* binding, Bindings& bindings,
                                         std::vector<Remark>& remarks) {
  if (binding == nullptr) {
    return bad_input(fmt::format(
        "pipeline '{}' does not bind the {} of its shader: add BIND ... "
        "{}",
        pipeline.name, resource_text(resource),
        is_argument(resource.kind)
            ? fmt::format("KERNEL ARG_NUMBER {}", resource.binding)
            : fmt::format("DESCRIPTOR_SET {} BINDING {}", resource.set, resource.binding)));
  }
  const bool fits = is_argument(resource.kind) ? fits_argument(binding->kind, resource)
                                               : fits_kind(binding->kind, resource.kind);
  if (!fits) {
    const std::string message = fmt::format(
        "pipeline '{}' binds {} as {}, but in the shader it is the {}", pipeline.name,
        bound_name(*binding), binding_kind_name(binding->kind), resource_text(resource));
    if (!serves(binding->kind, resource.kind)) return bad_input(message);
    remarks.push_back({binding->place, descriptor_type, message});
  }
  const std::uint64_t wanted =
      resource.descriptor_count == 0 ? max_descriptors : resource.descriptor_count;
  const BindingKey first{resource.set, resource.binding, 0};
  if (auto done = bind_samplers(*binding, first, wanted, bindings); !done) return done;
  for (std::size_t i = 0; i < binding->buffers.size() && i < wanted; ++i) {
    auto slice = slice_of(*binding, first, i, remarks);
    if (!slice) return tl::unexpected(slice.error());
    if (has_texels(binding->kind, resource)) {
      if (auto done = bind_texels(*binding, resource, *slice, bindings); !done) return done;
    }
    if (bindings.buffers.count(slice->key) != 0) return {};  // another variable for the same buffer
    bindings.buffers[slice->key] =
        bytes_between(contents_.find(slice->buffer)->second, slice->begin, slice->end);
    slices_.push_back(std::move(*slice));
  }
  return {};
}

Result<void> ScriptMemory::bind_samplers(const Binding& binding, const BindingKey& first,
                                         std::uint64_t wanted, Bindings& bindings) const {
  for (std::size_t i = 0; i < binding.samplers.size() && i < wanted; ++i) {
    const BindingKey key{first.set, first.binding, static_cast<std::uint32_t>(i)};
    const Sampler& sampler = script_->samplers.find(binding.samplers[i])->second;
    bindings.samplers[key] = sampler_state_of(sampler);
  }
  return {};
}

Result<void> ScriptMemory::bind_texels(const Binding& binding, const ResourceInfo& resource,
                                       Slice& slice, Bindings& bindings) const {
  const Buffer& buffer = script_->buffers.find(slice.buffer)->second;
  if (!is_image(binding.kind, resource)) {
    const auto format = texel_format_of(buffer);
    if (!format) return tl::unexpected(format.error());
    bindings.images[slice.key].format = *format;
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
  bindings.images[slice.key] = shape_from_level(*shape, binding.base_mip_level);
  return {};
}

Result<void> ScriptMemory::bind_push_constants(const Pipeline& pipeline,
                                               const ResourceInfo& resource, Bindings& bindings,
                                               std::vector<Remark>& remarks) const {
  if (resource.fixed_size == 0) return {};
  if (pipeline.push_constants.empty()) {
    return bad_input(
        fmt::format("pipeline '{}' binds no buffer AS push_constant, but its shader has "
                    "the {}",
                    pipeline.name, resource_text(resource)));
  }
  ShadowedBytes contents = contents_.find(pipeline.push_constants)->second;
  if (contents.size() < resource.fixed_size) {
    remarks.push_back(
        {pipeline.place, push_constant_range,
         fmt::format("pipeline '{}' binds buffer '{}' of {} bytes AS push_constant, but the push "
                     "constants of its shader take {} bytes: the rest is undefined",
                     pipeline.name, pipeline.push_constants, contents.size(),
                     resource.fixed_size)});
    contents.bytes.resize(resource.fixed_size);
    contents.shadow.resize(resource.fixed_size, Definedness::uninitialized);
  }
  // Another stage may have longer ones.
  if (contents.size() > bindings.push_constants.size())
    bindings.push_constants = std::move(contents);
  return {};
}

Result<void> ScriptMemory::bind(const Pipeline& pipeline,
                                std::span<const EntryPointInfo* const> entries, Bindings& bindings,
                                std::vector<Remark>& remarks) {
  slices_.clear();
  memories_.clear();
  note_unused(pipeline, entries, remarks);
  for (const EntryPointInfo* entry : entries) {
    if (auto done = bind_entry(pipeline, *entry, bindings, remarks); !done) return done;
  }
  share_memories(bindings);
  return {};
}

Result<void> ScriptMemory::bind_entry(const Pipeline& pipeline, const EntryPointInfo& entry,
                                      Bindings& bindings, std::vector<Remark>& remarks) {
  const KernelArguments arguments(pipeline, entry);
  for (const ResourceInfo& resource : entry.resources) {
    Result<void> done;
    if (is_pipe(resource))
      return unsupported(
          fmt::format("AmberScript has no pipes, which the {} takes", resource_text(resource)));
    if (resource.kind == ResourceKind::value_argument) {
      auto value = arguments.value_of(
          resource, [this](const std::string& buffer) -> const auto& {
            return contents_.find(buffer)->second;
          });
      if (!value) return tl::unexpected(value.error());
      bindings.argument_values[resource.binding] = std::move(*value);
    } else if (resource.kind == ResourceKind::local_argument) {
      bindings.local_arguments[resource.binding] = arguments.local_size_of(resource);
    } else if (resource.kind == ResourceKind::push_constant) {
      done = bind_push_constants(pipeline, resource, bindings, remarks);
    } else {
      done = bind_resource(pipeline, resource, find_binding(pipeline, arguments, resource),
                           bindings, remarks);
    }
    if (!done) return done;
  }
  return {};
}

void ScriptMemory::find_shared_slices() {
  std::sort(slices_.begin(), slices_.end(), [](const Slice& a, const Slice& b) {
    return std::tie(a.buffer, a.begin) < std::tie(b.buffer, b.begin);
  });
  Slice* reaches_furthest = nullptr;  // of the earlier slices of the same buffer
  for (Slice& slice : slices_) {
    if (reaches_furthest == nullptr || reaches_furthest->buffer != slice.buffer) {
      reaches_furthest = &slice;
      continue;
    }
    if (slice.begin < reaches_furthest->end) slice.shared = reaches_furthest->shared = true;
    if (slice.end > reaches_furthest->end) reaches_furthest = &slice;
  }
}

void ScriptMemory::share_memories(Bindings& bindings) {
  find_shared_slices();
  for (const Slice& slice : slices_) {
    if (!slice.shared) continue;
    const auto [entry, inserted] = memories_.try_emplace(slice.buffer, bindings.memories.size());
    if (inserted) bindings.memories.push_back({slice.buffer, contents_.find(slice.buffer)->second});
    bindings.buffers.erase(slice.key);
    bindings.memory_buffers[slice.key] = {entry->second, slice.begin, slice.end - slice.begin};
  }
}

void ScriptMemory::take_enclosures(const BufferResult& result, const std::string& buffer,
                                   std::uint64_t begin) {
  ranges_.erase(buffer);
  PossibleValues& values = possible_values_[buffer];
  values.erase(values.lower_bound(begin), values.lower_bound(begin + result.contents.size()));
  for (const EnclosedComponent& component : result.enclosures)
    values[begin + component.offset] = component;
}

void ScriptMemory::take_back(DispatchResult& result) {
  for (const auto& [name, memory] : memories_) {
    take_enclosures(result.memories[memory], name, 0);
    contents_.find(name)->second = std::move(result.memories[memory].contents);
  }
  for (const Slice& slice : slices_) {
    const BufferResult& after = result.buffers[slice.key];
    if (!after.written || slice.shared) continue;
    take_enclosures(after, slice.buffer, slice.begin);
    store_slice(slice, after.contents);
  }
}

void ScriptMemory::take_back(Bindings& bindings, const std::set<BindingKey>& written) {
  for (const auto& [name, memory] : memories_)
    changed_contents(name) = std::move(bindings.memories[memory].contents);
  for (const Slice& slice : slices_) {
    if (slice.shared || !written.contains(slice.key)) continue;
    forget_possible(slice.buffer);
    store_slice(slice, bindings.buffers[slice.key]);
  }
}

void ScriptMemory::store_slice(const Slice& slice, const ShadowedBytes& after) {
  ShadowedBytes& contents = contents_.find(slice.buffer)->second;
  const auto at = static_cast<std::ptrdiff_t>(slice.begin);
  std::copy(after.bytes.begin(), after.bytes.end(), contents.bytes.begin() + at);
  std::copy(after.shadow.begin(), after.shadow.end(), contents.shadow.begin() + at);
}

ShadowedBytes& ScriptMemory::changed_contents(const std::string& buffer) {
  forget_possible(buffer);
  return contents_.find(buffer)->second;
}

void ScriptMemory::forget_possible(const std::string& buffer) {
  possible_values_.erase(buffer);
  ranges_.erase(buffer);
}

const std::vector<TexelRange>& ScriptMemory::ranges(const std::string& buffer) const {
  static const std::vector<TexelRange> unknown;
  const auto found = ranges_.find(buffer);
  return found == ranges_.end() ? unknown : found->second;
}

std::vector<TexelRange> ScriptMemory::take_ranges(const std::string& buffer) {
  const auto found = ranges_.find(buffer);
  return found == ranges_.end() ? std::vector<TexelRange>() : std::move(found->second);
}

void ScriptMemory::set_ranges(const std::string& buffer, std::vector<TexelRange> ranges) {
  if (ranges.empty()) {
    ranges_.erase(buffer);
  } else {
    ranges_[buffer] = std::move(ranges);
  }
}

const PossibleValues& ScriptMemory::possible_values(const std::string& buffer) const {
  static const PossibleValues unknown;
  const auto found = possible_values_.find(buffer);
  return found == possible_values_.end() ? unknown : found->second;
}

void ScriptMemory::copy(const Copy& command) {
  contents_.find(command.to)->second = contents(command.from);
  possible_values_[command.to] = possible_values(command.from);
  set_ranges(command.to, ranges(command.from));
}

void ScriptMemory::store(const Store& command) {
  ranges_.erase(command.buffer);
  store_values(*command.layout, command.offset, command.bits,
               contents_.find(command.buffer)->second);
}

}  // namespace spirv_oracle::amber
