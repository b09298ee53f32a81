#include "cli/acceleration_structure_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/image_resources.h"
#include "cli/resource_text.h"
#include "cli/resources.h"
#include "data/scene.h"
#include "support/option_error.h"

namespace spirv_oracle {
namespace {

bool is_acceleration_structure(ResourceKind kind) {
  return kind == ResourceKind::acceleration_structure;
}

Result<void> add_option(LaunchOptions& launch, const std::string& text) {
  const auto parts = split_assignment(text, "SET.BINDING=@SCENE.json, such as 0.1=@scene.json");
  if (!parts) return tl::unexpected(parts.error());
  const auto name = parse_buffer_name(parts->first);
  if (!name) return tl::unexpected(name.error());
  if (std::ranges::find(launch.acceleration_structures, *name,
                        &AccelerationStructureOption::name) != launch.acceleration_structures.end())
    return bad_input(fmt::format("{} is given twice", parts->first));
  launch.acceleration_structures.push_back({*name, parts->second});
  return {};
}

}  // namespace

void add_acceleration_structure_rows(LaunchOptions& launch, std::vector<OptionRow>& rows) {
  rows.push_back({"Resources", "accel", '\0', "SET.BINDING=@SCENE.json", true,
                  "an acceleration structure, which ray queries traverse: geometries and their "
                  "instances, as JSON in a file or in the option itself",
                  "", [&launch](const std::string& value) { return add_option(launch, value); }});
  rows.push_back({"What to run", "candidate-order", '\0', "ORDER", false,
                  "the order in which ray queries report candidates: forward (the default; by "
                  "instance, geometry and primitive), backward, random[:SEED] or repeated "
                  "(candidates that may be reported several times are reported twice)",
                  "a module may be wrong only with another order",
                  [&launch](const std::string& value) -> Result<void> {
                    const auto order = parse_candidate_order(value);
                    if (!order) return tl::unexpected(order.error());
                    launch.candidate_order = *order;
                    return {};
                  }});
}

Result<void> add_acceleration_structures(const EntryPointInfo& entry, const LaunchOptions& options,
                                         Dispatch& dispatch, std::vector<std::string>& notes) {
  for (const AccelerationStructureOption& option : options.acceleration_structures) {
    const std::string name = fmt::format("--accel {}", buffer_text(option.name));
    note_unused(entry, option.name, name, notes);
    if (auto ok = check_descriptor(entry, option.name, name, &is_acceleration_structure); !ok)
      return ok;
    auto scene = scene_of(option.data);
    if (!scene) return in_option(name, scene.error());
    dispatch.acceleration_structures[option.name.key] =
        std::make_shared<const AccelerationStructure>(std::move(*scene));
  }
  return {};
}

std::string suggested_acceleration_structure(const ResourceInfo& resource) {
  return suggested_for_descriptors(resource, [](const std::string& name) {
    return fmt::format("--accel {}=@SCENE.json", name);
  });
}

std::string missing_acceleration_structure(const ResourceInfo& resource,
                                           const LaunchOptions& options) {
  const bool is_given = std::ranges::any_of(
      options.acceleration_structures, [&](const AccelerationStructureOption& option) {
        return option.name.key.set == resource.set && option.name.key.binding == resource.binding;
      });
  if (is_given || has_null_descriptor(resource, options)) return "";
  return fmt::format("\n  {}   for the {}", suggested_acceleration_structure(resource),
                     resource_text(resource));
}

}  // namespace spirv_oracle
