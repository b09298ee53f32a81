#include "golden/mutation/oracle_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/options.h"
#include "golden/bundle/comparison.h"
#include "golden/bundle/outputs.h"

namespace spirv_oracle::golden {
namespace {

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

}  // namespace

Result<Dispatch> dispatch_of(const Bundle& bundle) {
  if (bundle.draw) return unsupported(fmt::format("{} is a bundle of a draw", bundle.name));
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
  if (auto done = bind_inputs(bundle, dispatch); !done) return tl::unexpected(done.error());
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
