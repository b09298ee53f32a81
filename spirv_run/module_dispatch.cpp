#include "spirv_run/module_dispatch.h"

#include <fmt/format.h>

#include "cli/declared_subgroup_size.h"
#include "cli/heap_resources.h"
#include "cli/report/results.h"
#include "cli/resources.h"
#include "interpreter/check_supported.h"
#include "support/time_limit.h"

namespace spirv_oracle {

Result<std::shared_ptr<const Module>> load_module_of(const ModuleFile& file,
                                                     const ModuleOptions& options) {
  const LoadOptions load = load_options(options, file.words);
  auto module = load_in_time(file.words, load, file.assembly.id_names(), options.time_limit);
  if (module || module.error().status != Status::bad_input || !options.target_env.empty())
    return module;
  Error error = module.error();
  const bool is_vulkan = is_vulkan_environment(load.target_env);
  if (file.is_assembly) {
    const std::uint32_t version = file.words[1];
    error.message += fmt::format(
        "\n(the assembly is treated as SPIR-V {}.{}{}; --target-env selects another version or "
        "environment)",
        version >> 16, version >> 8 & 0xFF, is_vulkan ? " for " + load.target_env : "");
  } else if (is_vulkan) {
    error.message += fmt::format(
        "\n(shaders must be valid for {}; --target-env selects another environment, such as "
        "spv1.6)",
        load.target_env);
  }
  return tl::unexpected(error);
}

ModuleInfo describe_in_time(const Module& module, const RunOptions& options) {
  const TimedPhase phase(options.module.time_limit, "determining the resources of the module");
  ModuleInfo info = describe(module, options.launch.limits.max_memory);
  add_heap_resources(options.launch, info);
  return info;
}

Result<Dispatch> make_dispatch_in_time(const Module& module, const InstructionRegistry& registry,
                                       const ModuleInfo& info, const EntryPointInfo& entry,
                                       const RunOptions& options, std::vector<std::string>& notes) {
  const TimedPhase phase(options.module.time_limit, "reading the resources");
  auto dispatch = make_dispatch(info, entry, options, notes);
  if (!dispatch) return dispatch;
  take_declared_subgroup_size(module, *dispatch);
  if (auto done = count_groups(module, entry, options.module, *dispatch); !done)
    return tl::unexpected(done.error());
  if (options.mode == RunMode::dump_ir) return dispatch;
  if (auto done = add_resources(entry, options.launch, *dispatch, notes); !done) {
    // Resources do not help a module that is not supported.
    dispatch->limits.timeout_seconds = seconds_until(options.module.time_limit->deadline());
    if (const auto supported = check_supported(module, registry, *dispatch);
        !supported && supported.error().status == Status::unsupported)
      return tl::unexpected(supported.error());
    return tl::unexpected(done.error());
  }
  if (auto done = check_requested_buffers(entry, *dispatch, options); !done)
    return tl::unexpected(done.error());
  if (auto done = phase.check(); !done) return tl::unexpected(done.error());
  return dispatch;
}

void take_policy(const RunOptions& options, Dispatch& dispatch) {
  dispatch.ignored_kinds = options.ignored_kinds;
  dispatch.watch = options.watch;
  dispatch.explain = options.explain;
  dispatch.enclose = options.precision || (options.explain && (options.json || options.strict));
  dispatch.record_enclosures = options.precision;
  dispatch.mark_rounding = true;
  dispatch.check_de_facto_order = options.strict;
}

bool keeps_inputs(const RunOptions& options, const Dispatch& dispatch) {
  constexpr std::uint64_t most_kept = std::uint64_t{1} << 24;
  return options.witness || (options.explain && memory_of_contents(dispatch) <= most_kept);
}

}  // namespace spirv_oracle
