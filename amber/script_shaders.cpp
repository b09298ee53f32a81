#include "amber/script_shaders.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/declared_subgroup_size.h"
#include "cli/resources.h"

namespace spirv_oracle::amber {
namespace {

bool asks_for_robustness(const Script& script) {
  return std::any_of(script.requirements.begin(), script.requirements.end(),
                     [](const Requirement& requirement) {
                       return requirement.kind == Requirement::Kind::feature &&
                              requirement.name == "robustBufferAccess";
                     });
}

bool asks_for_robust_images(const Script& script) {
  return std::any_of(script.requirements.begin(), script.requirements.end(),
                     [](const Requirement& requirement) {
                       return requirement.kind == Requirement::Kind::device_extension &&
                              requirement.name == "VK_EXT_image_robustness";
                     });
}

// The workgroup size of a kernel that does not declare it: SpecIds 0 to 2, as in clspv, or else 1.
Dim3 kernel_local_size(const ShaderUse& use) {
  Dim3 size{1, 1, 1};
  for (const SpecializationValue& value : use.specialization) {
    if (value.id < size.size()) size[value.id] = static_cast<std::uint32_t>(value.bits);
  }
  return size;
}

}  // namespace

Result<const CompiledShader*> ScriptShaders::compiled(const ShaderUse& use,
                                                      const std::string& entry_point) {
  // Only HLSL is compiled separately for each entry point.
  // A kernel uses the options of its pipeline.
  std::string key = fmt::format("{} {}", use.shader, entry_point);
  for (const std::string& option : use.compile_options) key += " " + option;
  const auto found = shaders_.find(key);
  if (found != shaders_.end()) return &found->second;
  const Shader& shader = script_.shaders.find(use.shader)->second;
  auto made = compile_shader(script_, shader, use, entry_point, options_.module,
                             options_.launch.limits.max_memory);
  if (!made) return tl::unexpected(made.error());
  if (!made->warnings.empty()) collector_.outcome().warnings.push_back(made->warnings);
  return &shaders_.emplace(key, std::move(*made)).first->second;
}

Dispatch ScriptShaders::settings(const ShaderUse& use, const CompiledShader& shader,
                                 const EntryPointInfo& entry, std::uint64_t max_steps) {
  const LaunchOptions& launch = options_.launch;
  Dispatch dispatch;
  dispatch.entry_point = entry.name;
  dispatch.subgroup_size = use.subgroup.required_size.value_or(launch.subgroup_size);
  dispatch.subgroup_mapping = launch.subgroup_mapping;
  dispatch.reconvergence = launch.reconvergence;
  dispatch.arithmetic = launch.arithmetic;
  dispatch.filtering = launch.filtering;
  dispatch.vulkan_environment = !is_kernel(entry);
  dispatch.features = shader.info.features;
  dispatch.robust_buffer_access = launch.robust_buffer_access || asks_for_robustness(script_);
  dispatch.robust_image_access = launch.robust_image_access || asks_for_robust_images(script_);
  dispatch.device_limits = launch.device_limits;
  dispatch.stop_on_undefined_behavior = launch.stop_on_undefined_behavior;
  dispatch.seed = launch.seed;
  dispatch.workgroups_in_flight = launch.workgroups_in_flight;
  dispatch.jobs = launch.jobs;
  dispatch.limits = launch.limits;
  dispatch.limits.max_steps = max_steps;
  dispatch.ignored_kinds = options_.ignored_kinds;
  dispatch.explain = options_.explain;
  dispatch.check_de_facto_order = options_.strict;
  if (is_kernel(entry)) {
    dispatch.local_size = kernel_local_size(use);
    dispatch.work_dimensions = 3;
  }
  take_declared_subgroup_size(*shader.module, dispatch);
  choose_race_checks(launch.check_races, dispatch);
  for (const SpecializationValue& value : use.specialization) {
    const auto& known = shader.info.spec_constants;
    if (std::any_of(known.begin(), known.end(),
                    [&value](const SpecConstantInfo& info) { return info.spec_id == value.id; })) {
      dispatch.specialization[value.id] = value.bits;
    } else if (!is_kernel(entry)) {  // its SpecIds are those of clspv
      collector_.add_remark(
          {value.place,
           {},
           fmt::format("SPECIALIZE {0} has no effect: shader '{1}' has no specialization "
                       "constant with SpecId {0}",
                       value.id, use.shader)});
    }
  }
  return dispatch;
}

// Full subgroups need a workgroup whose x is a multiple of the subgroup size. If the size may vary, it must
// be a multiple of the maximum, and so of every size.
void ScriptShaders::check_full_subgroups(const Pipeline& pipeline, const ShaderUse& use,
                                         const Dispatch& dispatch, const Module& module) {
  if (!use.subgroup.fully_populated) return;
  const auto size = workgroup_size(module, dispatch);
  if (!size) return;
  const std::uint32_t x = (*size)[0];
  if (x % dispatch.subgroup_size == 0) return;
  const UsageRule& rule = use.subgroup.required_size  ? full_subgroups_of_required_size
                          : use.subgroup.varying_size ? full_subgroups_of_varying_size
                                                      : full_subgroups;
  collector_.add_remark(
      {pipeline.place, rule,
       fmt::format("pipeline '{}' requires FULLY_POPULATED subgroups, but the workgroup size in "
                   "x, {}, is not a multiple of the subgroup size {}",
                   pipeline.name, x, dispatch.subgroup_size)});
}

}  // namespace spirv_oracle::amber
