#include <fmt/format.h>

#include <functional>
#include <map>
#include <string_view>

#include "golden/bundle/subgroup_use.h"
#include "golden/export/amber_draw.h"
#include "golden/export/amber_expectations.h"
#include "golden/export/exports.h"

namespace spirv_oracle::golden {
namespace {

// Errors: unsupported for what a script cannot express.
Result<void> check_exportable(const Bundle& bundle) {
  const auto fail = [&bundle](std::string_view what) {
    return unsupported(fmt::format("{}: {} cannot be exported as AmberScript", bundle.name, what));
  };
  if (bundle.is_kernel) return fail("a kernel");
  if (bundle.global_offset != decltype(bundle.global_offset){})
    return fail("a dispatch with a base");
  return check_amber_resources(bundle);
}

std::string pipeline_text(const Bundle& bundle, std::string_view name, const AmberNameOf& name_of) {
  return fmt::format(
      "PIPELINE compute {}\n{}{}END\n\n", name,
      amber_attachment_of_shader(bundle, "shader", bundle.entry_point, bundle.specialization),
      amber_bindings(bundle, name_of));
}

std::string run_text(const Bundle& bundle, std::string_view pipeline) {
  return fmt::format("RUN {} {} {} {}\n\n", pipeline, bundle.groups[0], bundle.groups[1],
                     bundle.groups[2]);
}

}  // namespace

Result<std::string> as_amber_script(const Bundle& bundle) {
  if (bundle.draw) return draw_as_amber_script(bundle);
  if (auto done = check_exportable(bundle); !done) return tl::unexpected(done.error());
  const auto shader = amber_shader("compute", "shader", bundle.words);
  if (!shader) return tl::unexpected(shader.error());
  std::map<std::string, BufferExpectations> expectations;  // by the name of the output
  ComparedComponents compared;
  for (const BundleResource& resource : bundle.resources) {
    if (!resource.output) continue;
    compared.add(
        expectations.emplace(resource.name, BufferExpectations(resource)).first->second.compared());
  }
  std::vector<std::string_view> stages;
  if (uses_subgroups(bundle)) stages.emplace_back("compute");
  std::string text = amber_head(bundle, compared, "");
  text += amber_requirements(bundle, {}, stages);
  text += *shader;
  for (const BundleResource& resource : bundle.resources)
    text += amber_buffer(amber_name(resource), resource.input->bytes, amber_unit(resource));
  text += pipeline_text(bundle, "pipeline", amber_name);
  text += run_text(bundle, "pipeline");
  for (const auto& [name, of_output] : expectations) text += of_output.exact();
  if (compared.by_bounds == 0) return text;
  text += "\n# A second run has outputs of other types, for components that have bounds.\n";
  for (const BundleResource& resource : bundle.resources) {
    if (!resource.output) continue;
    const BufferExpectations& of_output = expectations.at(resource.name);
    text += amber_buffer(of_output.bounds_name(), resource.input->bytes, of_output.bounds_type());
  }
  text += pipeline_text(bundle, "pipeline_bounds", [&](const BundleResource& resource) {
    return resource.output ? expectations.at(resource.name).bounds_name() : amber_name(resource);
  });
  text += run_text(bundle, "pipeline_bounds");
  for (const auto& [name, of_output] : expectations) text += of_output.bounds();
  return text;
}

}  // namespace spirv_oracle::golden
