#include "golden/mutation/oracle_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/options.h"
#include "data/scalar.h"
#include "golden/bundle/comparison.h"
#include "golden/bundle/outputs.h"

namespace spirv_oracle::golden {
namespace {

ShadowedBytes shadowed(const InputBytes& input) {
  ShadowedBytes contents;
  contents.bytes = input.bytes;
  contents.shadow.assign(input.bytes.size(), Definedness::defined);
  for (const auto& [first, last] : input.undefined) {
    for (std::uint64_t at = first; at < last && at < contents.shadow.size(); ++at)
      contents.shadow[at] = never_stored;
  }
  return contents;
}

Result<SubgroupMapping> mapping_of(const Assumptions& assumptions) {
  using enum SubgroupOrder;
  SubgroupMapping mapping;
  mapping.full_subgroups = assumptions.full_subgroups;
  const std::string& text = assumptions.subgroup_mapping;
  constexpr std::string_view random_prefix = "random:";
  if (text.starts_with(random_prefix)) {
    const auto seed = parse_unsigned(text.substr(random_prefix.size()), "the seed of a mapping");
    if (!seed) return tl::unexpected(seed.error());
    mapping.order = random;
    mapping.seed = *seed;
    return mapping;
  }
  for (const SubgroupOrder order : {linear, quads, columns, rows}) {
    mapping.order = order;
    if (mapping_text({order, 0, false}) == text || mapping_text(mapping) == text) return mapping;
  }
  return bad_input(fmt::format("unknown subgroup mapping '{}'", text));
}

Result<void> add_range(const BundleResource& resource, Dispatch& dispatch) {
  const auto memory = std::ranges::find(dispatch.memories, resource.memory, &NamedMemory::name);
  if (memory == dispatch.memories.end()) {
    return bad_input(fmt::format("{} is a range of the memory '{}', which is missing",
                                 resource.name, resource.memory));
  }
  dispatch.memory_buffers[resource.key] = {
      static_cast<std::size_t>(memory - dispatch.memories.begin()), resource.begin, resource.size};
  return {};
}

Result<void> add_resource(const BundleResource& resource, Dispatch& dispatch) {
  if (resource.kind == "memory") return {};
  if (resource.image) dispatch.images[resource.key] = *resource.image;
  if (resource.sampler) dispatch.samplers[resource.key] = *resource.sampler;
  if (!resource.memory.empty()) return add_range(resource, dispatch);
  const auto kind = find_resource_kind(resource.kind);
  if (kind == ResourceKind::local_argument) {
    dispatch.local_arguments[resource.key.binding] = resource.size;
  } else if (!resource.input) {
    return {};
  } else if (kind == ResourceKind::push_constant) {
    dispatch.push_constants = shadowed(*resource.input);
  } else if (kind == ResourceKind::value_argument) {
    dispatch.argument_values[resource.key.binding] = shadowed(*resource.input);
  } else {
    dispatch.buffers[resource.key] = shadowed(*resource.input);
  }
  return {};
}

}  // namespace

Result<Dispatch> dispatch_of(const Bundle& bundle) {
  Dispatch dispatch;
  dispatch.entry_point = bundle.entry_point;
  dispatch.groups = bundle.groups;
  dispatch.local_size = bundle.workgroup_size;
  dispatch.subgroup_size = bundle.assumptions.subgroup_size;
  const auto mapping = mapping_of(bundle.assumptions);
  if (!mapping) return tl::unexpected(mapping.error());
  dispatch.subgroup_mapping = *mapping;
  dispatch.specialization = bundle.specialization;
  dispatch.global_offset = bundle.global_offset;
  dispatch.work_dimensions = bundle.work_dimensions;
  dispatch.vulkan_environment = bundle.assumptions.environment == "Vulkan";
  dispatch.features = bundle.assumptions.features;
  dispatch.robust_buffer_access = bundle.assumptions.robust_buffer_access;
  dispatch.robust_image_access = bundle.assumptions.robust_image_access;
  for (const BundleResource& resource : bundle.resources) {
    if (resource.kind == "memory" && resource.input)
      dispatch.memories.push_back({resource.name, shadowed(*resource.input)});
  }
  for (const BundleResource& resource : bundle.resources) {
    if (auto done = add_resource(resource, dispatch); !done) return tl::unexpected(done.error());
  }
  return dispatch;
}

bool accepts_run(const Bundle& bundle, const Dispatch& dispatch, const DispatchResult& result) {
  if (result.status == Status::limit) return false;
  return std::ranges::all_of(bundle.resources, [&](const BundleResource& resource) {
    if (!resource.output) return true;
    const BufferResult* after = find_result(result, dispatch, resource);
    return after != nullptr && after->contents.bytes.size() == resource.output->expected.size() &&
           compare(*resource.output, after->contents.bytes).holds();
  });
}

}  // namespace spirv_oracle::golden
