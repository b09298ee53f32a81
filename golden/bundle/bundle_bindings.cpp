#include "golden/bundle/bundle_bindings.h"

#include <fmt/format.h>

#include <algorithm>

namespace spirv_oracle::golden {
namespace {

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

}  // namespace spirv_oracle::golden
