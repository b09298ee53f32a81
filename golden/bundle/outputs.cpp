#include "golden/bundle/outputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/resource_text.h"
#include "cli/resources.h"

namespace spirv_oracle::golden {
namespace {

const ResourceInfo* find_info(const EntryPointInfo& entry, const BindingKey& key) {
  BufferName name;
  name.key = key;
  return find_resource(entry, name);
}

ScalarKind scalar_of(const ResourceInfo& info, const std::optional<ImageShape>& image) {
  if (image && image->format) return texel_element(*image->format).scalar;
  const ScalarKind scalar = info.scalar.value_or(ScalarKind::uint32);
  return scalar == ScalarKind::boolean ? ScalarKind::uint32 : scalar;
}

BundleResource described(const EntryPointInfo& entry, const Dispatch& dispatch,
                         const BindingKey& key) {
  BundleResource resource;
  resource.key = key;
  resource.name = buffer_label(entry, key);
  const auto image = dispatch.images.find(key);
  if (image != dispatch.images.end()) resource.image = image->second;
  const auto sampler = dispatch.samplers.find(key);
  if (sampler != dispatch.samplers.end()) resource.sampler = sampler->second;
  const ResourceInfo* info = find_info(entry, key);
  if (info == nullptr) return resource;
  resource.kind = resource_kind_name(info->kind);
  resource.variable = info->name;
  resource.type = scalar_of(*info, resource.image);
  return resource;
}

BundleResource argument(const EntryPointInfo& entry, const Dispatch& dispatch,
                        std::uint32_t number) {
  return described(entry, dispatch, {BindingKey::kernel_arguments, number, 0});
}

Result<void> add_range(const BundleResource& resource, Bindings& bindings) {
  const auto memory = std::ranges::find(bindings.memories, resource.memory, &NamedMemory::name);
  if (memory == bindings.memories.end()) {
    return bad_input(fmt::format("{} is a range of the memory '{}', which is missing",
                                 resource.name, resource.memory));
  }
  bindings.memory_buffers[resource.key] = {
      static_cast<std::size_t>(memory - bindings.memories.begin()), resource.begin, resource.size};
  return {};
}

Result<void> add_resource(const BundleResource& resource, Bindings& bindings) {
  if (resource.kind == "memory" || is_draw_kind(resource.kind)) return {};
  if (resource.image) bindings.images[resource.key] = *resource.image;
  if (resource.sampler) bindings.samplers[resource.key] = *resource.sampler;
  if (!resource.memory.empty()) return add_range(resource, bindings);
  const auto kind = find_resource_kind(resource.kind);
  if (kind == ResourceKind::local_argument) {
    bindings.local_arguments[resource.key.binding] = resource.size;
  } else if (!resource.input) {
    return {};
  } else if (kind == ResourceKind::push_constant) {
    bindings.push_constants = shadowed_bytes(*resource.input);
  } else if (kind == ResourceKind::value_argument) {
    bindings.argument_values[resource.key.binding] = shadowed_bytes(*resource.input);
  } else {
    bindings.buffers[resource.key] = shadowed_bytes(*resource.input);
  }
  return {};
}

}  // namespace

ShadowedBytes shadowed_bytes(const InputBytes& input) {
  ShadowedBytes contents;
  contents.bytes = input.bytes;
  contents.shadow.assign(input.bytes.size(), Definedness::defined);
  for (const auto& [first, last] : input.undefined) {
    for (std::uint64_t at = first; at < last && at < contents.shadow.size(); ++at)
      contents.shadow[at] = never_stored;
  }
  return contents;
}

Result<void> bind_inputs(const Bundle& bundle, Bindings& bindings) {
  for (const BundleResource& resource : bundle.resources) {
    if (resource.kind == "memory" && resource.input)
      bindings.memories.push_back({resource.name, shadowed_bytes(*resource.input)});
  }
  for (const BundleResource& resource : bundle.resources) {
    if (auto done = add_resource(resource, bindings); !done) return done;
  }
  return {};
}

std::vector<BundleResource> resources_of(const EntryPointInfo& entry, const Dispatch& dispatch) {
  std::vector<BundleResource> resources;
  const auto add = [&](BundleResource resource) {
    // A resource that the entry point does not use is not part of the bundle.
    if (!resource.kind.empty()) resources.push_back(std::move(resource));
  };
  for (const auto& [key, contents] : dispatch.buffers) {
    BundleResource resource = described(entry, dispatch, key);
    resource.input = input_bytes(contents);
    add(std::move(resource));
  }
  for (const auto& [key, range] : dispatch.memory_buffers) {
    BundleResource resource = described(entry, dispatch, key);
    resource.memory = dispatch.memories[range.memory].name;
    resource.begin = range.begin;
    resource.size = range.size;
    add(std::move(resource));
  }
  for (const auto& [key, state] : dispatch.samplers) {
    if (dispatch.buffers.count(key) == 0) add(described(entry, dispatch, key));
  }
  for (const auto& [number, value] : dispatch.argument_values) {
    BundleResource resource = argument(entry, dispatch, number);
    resource.input = input_bytes(value);
    add(std::move(resource));
  }
  for (const auto& [number, size] : dispatch.local_arguments) {
    BundleResource resource = argument(entry, dispatch, number);
    resource.size = size;
    add(std::move(resource));
  }
  std::ranges::stable_sort(resources, {}, &BundleResource::key);
  for (const NamedMemory& memory : dispatch.memories) {
    BundleResource resource;
    resource.kind = "memory";
    resource.name = memory.name;
    resource.input = input_bytes(memory.contents);
    resources.push_back(std::move(resource));
  }
  if (dispatch.push_constants.size() != 0) {
    BundleResource resource;
    resource.kind = resource_kind_name(ResourceKind::push_constant);
    resource.name = "push";
    resource.input = input_bytes(dispatch.push_constants);
    resources.push_back(std::move(resource));
  }
  return resources;
}

bool is_output(const EntryPointInfo& entry, const BundleResource& resource) {
  if (resource.kind == "memory") return true;
  if (!resource.memory.empty() || !resource.input) return false;
  const auto kind = find_resource_kind(resource.kind);
  const bool may_be_written =
      kind == ResourceKind::storage_buffer || kind == ResourceKind::storage_texel_buffer ||
      kind == ResourceKind::storage_image || kind == ResourceKind::buffer_argument ||
      kind == ResourceKind::image_argument;
  const ResourceInfo* info = find_info(entry, resource.key);
  return may_be_written && info != nullptr && info->writable;
}

const BufferResult* find_result(const DispatchResult& result, const Dispatch& dispatch,
                                const BundleResource& resource) {
  if (resource.kind == "memory") {
    const auto found = std::ranges::find(dispatch.memories, resource.name, &NamedMemory::name);
    return &result.memories[static_cast<std::size_t>(found - dispatch.memories.begin())];
  }
  const auto found = result.buffers.find(resource.key);
  return found == result.buffers.end() ? nullptr : &found->second;
}

}  // namespace spirv_oracle::golden
