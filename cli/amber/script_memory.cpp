#include "cli/amber/script_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

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

bool fits_kind(BindingKind kind, ResourceKind resource) {
  if (resource == ResourceKind::uniform_buffer)
    return kind == BindingKind::uniform || kind == BindingKind::uniform_dynamic;
  return kind == BindingKind::storage || kind == BindingKind::storage_dynamic;
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
  for (const auto& [name, buffer] : script.buffers)
    memory.contents_.emplace(name, initial_contents(buffer));
  return memory;
}

Result<ScriptMemory::Slice> ScriptMemory::slice_of(const Binding& binding,
                                                   std::size_t element) const {
  Slice slice;
  slice.key = {binding.set, binding.binding, static_cast<std::uint32_t>(element)};
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
  const Binding* binding = find_binding(pipeline, resource);
  if (binding == nullptr) {
    return bad_input(fmt::format(
        "pipeline '{}' binds nothing at descriptor set {} binding {}, where its shader has the {}",
        pipeline.name, resource.set, resource.binding, resource_text(resource)));
  }
  if (!fits_kind(binding->kind, resource.kind)) {
    return bad_input(fmt::format(
        "pipeline '{}' binds buffer '{}' as {} at descriptor set {} binding {}, where its shader "
        "has the {}",
        pipeline.name, binding->buffers.front(), binding_kind_name(binding->kind), resource.set,
        resource.binding, resource_text(resource)));
  }
  const std::uint64_t wanted =
      resource.descriptor_count == 0 ? max_descriptors : resource.descriptor_count;
  for (std::size_t i = 0; i < binding->buffers.size() && i < wanted; ++i) {
    auto slice = slice_of(*binding, i);
    if (!slice) return tl::unexpected(slice.error());
    if (dispatch.buffers.count(slice->key) != 0) return {};  // another variable for the same one
    dispatch.buffers[slice->key] =
        part_of(contents_.find(slice->buffer)->second, slice->begin, slice->end);
    slices_.push_back(std::move(*slice));
  }
  return {};
}

Result<void> ScriptMemory::bind(const Pipeline& pipeline, const EntryPointInfo& entry,
                                Dispatch& dispatch) {
  slices_.clear();
  memories_.clear();
  for (const ResourceInfo& resource : entry.resources) {
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
