#include "cli/resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "cli/acceleration_structure_options.h"
#include "cli/argument_resources.h"
#include "cli/heap_resources.h"
#include "cli/image_resources.h"
#include "cli/resource_text.h"
#include "data/data.h"
#include "data/memory_range.h"
#include "frontend/frontend.h"
#include "frontend/opencl/opencl_math_options.h"
#include "interpreter/loader/types/specialized_data.h"
#include "interpreter/loader/types/types.h"
#include "support/option_error.h"

namespace spirv_oracle {
namespace {

std::string quoted_names(const ModuleInfo& module) {
  std::string names;
  for (const EntryPointInfo& entry : module.entry_points)
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", entry.name);
  return names;
}

std::string existing_constants(const ModuleInfo& module) {
  if (module.spec_constants.empty()) return "the module has none";
  std::string text = "the module has ";
  const char* separator = "";
  for (const SpecConstantInfo& constant : module.spec_constants) {
    text += fmt::format("{}{} ({}{}{})", separator, constant.spec_id, scalar_name(constant.type),
                        constant.name.empty() ? "" : " ", constant.name);
    separator = ", ";
  }
  return text;
}

Result<void> check_supported(const EntryPointInfo& entry, bool draws_fragments) {
  if (entry.execution_model == "GLCompute" || is_kernel(entry)) return {};
  if (draws_fragments && entry.execution_model == "Fragment") return {};
  return unsupported(fmt::format(
      "entry point '{}' has the execution model {}: its stage runs only as a part of a graphics "
      "pipeline, in a script",
      entry.name, entry.execution_model));
}

// clEnqueueNDRangeKernel fails for another size than the one that a kernel declares (reqd_work_group_size).
Result<void> check_local_size(const EntryPointInfo& entry, const LaunchOptions& launch) {
  const bool is_known = is_kernel(entry) && entry.local_size && launch.specialization.empty();
  if (!is_known || !launch.local_size || *launch.local_size == *entry.local_size) return {};
  const auto text = [](const Dim3& size) {
    return fmt::format("{},{},{}", size[0], size[1], size[2]);
  };
  return bad_input(fmt::format("--local-size: kernel '{}' requires the work-group size {}, not {}",
                               entry.name, text(*entry.local_size), text(*launch.local_size)));
}

const ResourceInfo* push_constants_of(const EntryPointInfo& entry) {
  for (const ResourceInfo& resource : entry.resources) {
    if (resource.kind == ResourceKind::push_constant) return &resource;
  }
  return nullptr;
}

Result<void> add_push_constants(const EntryPointInfo& entry, const LaunchOptions& options,
                                const DataContext& context, Dispatch& dispatch,
                                std::vector<std::string>& notes) {
  if (!options.push) return {};
  auto contents = parse_data(*options.push, context);
  if (!contents) return in_option("--push", contents.error());
  const ResourceInfo* block = push_constants_of(entry);
  if (block == nullptr) {
    notes.push_back(
        fmt::format("--push has no effect: entry point '{}' has no push constants", entry.name));
    return {};
  }
  if (contents->size() < block->fixed_size) {
    return bad_input(fmt::format("--push: DATA has {} bytes, but the push constants take {}",
                                 contents->size(), block->fixed_size));
  }
  dispatch.push_constants = std::move(*contents);
  return {};
}

// A shader may access less than its block, but a buffer is seldom too small on purpose.
void note_small_block(const EntryPointInfo& entry, const BufferName& name, std::uint64_t size,
                      std::vector<std::string>& notes) {
  const ResourceInfo* resource = find_resource(entry, name);
  const bool is_small = resource != nullptr && resource->kind == ResourceKind::uniform_buffer &&
                        size < resource->fixed_size;
  if (!is_small) return;
  notes.push_back(fmt::format("--buffer {}: the block{} needs {} bytes, {} are bound",
                              buffer_text(name),
                              resource->name.empty() ? "" : fmt::format(" '{}'", resource->name),
                              resource->fixed_size, size));
}

Result<void> add_buffer(const EntryPointInfo& entry, const BufferOption& option,
                        const DataContext& context, Dispatch& dispatch,
                        std::vector<std::string>& notes) {
  const std::string name = fmt::format("--buffer {}", buffer_text(option.name));
  note_unused(entry, option.name, name, notes);
  if (auto ok = check_descriptor(entry, option.name, name, is_buffer_kind); !ok) return ok;
  if (is_memory_range(option.data)) {
    const auto range = parse_memory_range(option.data, dispatch.memories);
    if (!range) return in_option(name, range.error());
    dispatch.memory_buffers[option.name.key] = *range;
    return {};
  }
  auto contents = parse_data(option.data, context);
  if (!contents) return in_option(name, contents.error());
  note_small_block(entry, option.name, contents->size(), notes);
  dispatch.buffers[option.name.key] = std::move(*contents);
  return {};
}

// The options that would add the missing parts of a resource, one per line. If some elements of a descriptor
// array are given, the others are omitted on purpose.
std::string missing_options(const EntryPointInfo& entry, const ResourceInfo& resource,
                            const LaunchOptions& options) {
  if (resource.kind == ResourceKind::push_constant) {
    if (options.push || resource.fixed_size == 0) return "";
  } else if (is_argument(resource.kind)) {
    const bool given = std::any_of(
        options.arguments.begin(), options.arguments.end(),
        [&resource](const ArgumentOption& option) { return option.number == resource.binding; });
    if (given) return "";
  } else if (resource.kind == ResourceKind::acceleration_structure) {
    return missing_acceleration_structure(resource, options);
  } else if (!is_buffer_kind(resource.kind)) {
    return missing_image_options(resource, options);
  } else {
    const BufferName name{{resource.set, resource.binding, 0}, false, ""};
    if (find_resource(entry, name) != &resource) return "";  // another variable for the same buffer
    const bool given = std::any_of(
        options.buffers.begin(), options.buffers.end(), [&resource](const BufferOption& option) {
          return option.name.key.set == resource.set && option.name.key.binding == resource.binding;
        });
    if (given || has_null_descriptor(resource, options)) return "";
  }
  return fmt::format("\n  {}   for the {}",
                     suggested_option(resource, invocation_count(entry, options)),
                     resource_text(resource));
}

}  // namespace

namespace {

// Clang makes a kernel of each block that a kernel enqueues. Host programs cannot.
bool is_of_block(const EntryPointInfo& entry) {
  return is_kernel(entry) && entry.name.ends_with("_block_invoke_kernel");
}

// The only entry point that a user may mean without naming it; null: there are several.
const EntryPointInfo* only_entry_point(const ModuleInfo& module) {
  const EntryPointInfo* only = nullptr;
  for (const EntryPointInfo& entry : module.entry_points) {
    if (is_of_block(entry)) continue;
    if (only != nullptr) return nullptr;
    only = &entry;
  }
  return only;
}

}  // namespace

bool is_kernel(const EntryPointInfo& entry) { return entry.execution_model == "Kernel"; }

Result<const EntryPointInfo*> pick_entry_point(const ModuleInfo& module, const std::string& name) {
  if (module.entry_points.empty()) return bad_input("the module has no entry point");
  if (name.empty()) {
    if (const EntryPointInfo* only = only_entry_point(module)) return only;
    return bad_input(
        fmt::format("the module has several entry points: choose one of {} with --entry",
                    quoted_names(module)));
  }
  for (const EntryPointInfo& entry : module.entry_points) {
    if (entry.name == name) return &entry;
  }
  return bad_input(
      fmt::format("no entry point '{}': the module has {}", name, quoted_names(module)));
}

std::optional<Dim3> workgroup_size(const Module& module, const Dispatch& dispatch) {
  const auto types = SpecializedModule::create(module, dispatch.specialization,
                                               dispatch.limits.max_memory, nullptr, nullptr);
  if (!types) return std::nullopt;
  for (const EntryPoint& entry : module.entry_points()) {
    if (entry.name != dispatch.entry_point) continue;
    const auto size = local_size(*types, entry);
    if (!size) return std::nullopt;
    return *size ? *size : dispatch.local_size;
  }
  return std::nullopt;
}

namespace {

// A literal of the type, or bits(NUMBER), which can be any value.
Result<std::uint64_t> parse_spec_value(ScalarKind type, std::string_view text) {
  constexpr std::string_view prefix = "bits(";
  if (!text.starts_with(prefix) || !text.ends_with(')')) return parse_scalar(type, text);
  text.remove_prefix(prefix.size());
  text.remove_suffix(1);
  const auto bits = parse_unsigned(text, "the bits of a constant");
  const std::size_t size = scalar_size(type);
  if (bits && size < 8 && *bits >> (8 * size) != 0)
    return bad_input(fmt::format("{} does not fit into {} bytes", text, size));
  return bits;
}

}  // namespace

Result<std::map<std::uint32_t, std::uint64_t>> specialization_of(const ModuleInfo& module,
                                                                 const LaunchOptions& options,
                                                                 std::vector<std::string>& notes) {
  std::map<std::uint32_t, std::uint64_t> specialization;
  for (const SpecOption& option : options.specialization) {
    const auto found =
        std::find_if(module.spec_constants.begin(), module.spec_constants.end(),
                     [&option](const SpecConstantInfo& info) { return info.spec_id == option.id; });
    const std::string name = fmt::format("--spec {}", option.id);
    if (found ==
        module.spec_constants.end()) {  // valid in Vulkan, because an optimizer may have removed it
      notes.push_back(
          fmt::format("{} has no effect: no specialization constant has this SpecId; {}", name,
                      existing_constants(module)));
      continue;
    }
    const auto bits = parse_spec_value(found->type, option.value);
    if (!bits) return in_option(name, bits.error());
    specialization[option.id] = *bits;
  }
  return specialization;
}

Result<std::optional<std::vector<std::uint32_t>>> specialize_data(
    std::span<const std::uint32_t> words, LaunchOptions& options) {
  if (options.specialization.empty()) return std::nullopt;
  const std::set<std::uint32_t> ids = spec_ids_of_data(words);
  std::map<std::uint32_t, std::vector<std::uint8_t>> given;
  for (const SpecOption& option : options.specialization) {
    if (!ids.contains(option.id)) continue;
    const std::string name = fmt::format("--spec {}", option.id);
    DataContext context;
    context.max_memory = options.limits.max_memory;
    const auto data = parse_data(option.value, context);
    if (!data) return in_option(name, data.error());
    if (!std::ranges::all_of(data->shadow,
                             [](Definedness state) { return state == Definedness::defined; }))
      return bad_input(name + ": the data of a constant cannot be undefined");
    std::vector<std::uint8_t>& bytes = given[option.id];
    for (const std::byte byte : data->bytes) bytes.push_back(std::to_integer<std::uint8_t>(byte));
  }
  if (given.empty()) return std::nullopt;
  std::erase_if(options.specialization,
                [&](const SpecOption& option) { return given.contains(option.id); });
  auto specialized = with_specialized_data(words, given);
  if (!specialized) return tl::unexpected(specialized.error());
  return std::optional(std::move(*specialized));
}

void choose_race_checks(const std::optional<bool>& asked, Dispatch& dispatch) {
  dispatch.check_races = asked.value_or(true);
  dispatch.may_give_up_races = !asked;
}

Result<Dispatch> make_dispatch(const ModuleInfo& module, const EntryPointInfo& entry,
                               const DispatchOptions& options, std::vector<std::string>& notes) {
  if (auto supported = check_supported(entry, options.draws_fragments); !supported)
    return tl::unexpected(supported.error());
  const LaunchOptions& launch = options.launch;
  if (auto done = check_local_size(entry, launch); !done) return tl::unexpected(done.error());
  Dispatch dispatch;
  dispatch.entry_point = entry.name;
  if (entry.execution_model == "Fragment") dispatch.stage = Stage::fragment;
  dispatch.groups = launch.groups;
  dispatch.global_size = launch.global_size;
  dispatch.local_size = launch.local_size;
  dispatch.global_offset = launch.global_offset;
  dispatch.work_dimensions = launch.work_dimensions;
  dispatch.subgroup_size = launch.subgroup_size;
  dispatch.subgroup_mapping = launch.subgroup_mapping;
  dispatch.matrix_mapping = launch.matrix_mapping;
  dispatch.candidate_order = launch.candidate_order.value_or(
      launch.seed == 0 ? CandidateOrder{}
                       : CandidateOrder{CandidateOrder::Kind::random, launch.seed});
  dispatch.reconvergence = launch.reconvergence;
  const std::string& target_env = options.module.target_env;
  dispatch.vulkan_environment =
      target_env.empty() ? !is_kernel(entry) : is_vulkan_environment(target_env);
  dispatch.features = module.features;
  dispatch.stop_on_undefined_behavior = launch.stop_on_undefined_behavior;
  dispatch.robust_buffer_access = launch.robust_buffer_access;
  dispatch.arithmetic = launch.arithmetic;
  dispatch.filtering = launch.filtering;
  dispatch.kernel_math = kernel_math_of(options.module.build_options);
  dispatch.robust_image_access = launch.robust_image_access;
  dispatch.device_limits = launch.device_limits;
  dispatch.seed = launch.seed;
  dispatch.workgroups_in_flight = launch.workgroups_in_flight;
  dispatch.jobs = launch.jobs;
  dispatch.limits = launch.limits;
  choose_race_checks(launch.check_races, dispatch);
  auto specialization = specialization_of(module, launch, notes);
  if (!specialization) return tl::unexpected(specialization.error());
  dispatch.specialization = std::move(*specialization);
  return dispatch;
}

namespace {

// A dispatch of a shader begins at a workgroup (vkCmdDispatchBase).
Result<void> check_base(const std::optional<Dim3>& size,
                        const std::array<std::uint64_t, 3>& offset) {
  const Dim3 whole = size.value_or(Dim3{1, 1, 1});
  for (std::size_t d = 0; d < whole.size(); ++d) {
    if (offset[d] % whole[d] != 0)
      return bad_input(fmt::format(
          "--global-offset of a shader must be a multiple of the workgroup size, which is {} in {}",
          whole[d], "xyz"[d]));
    if (offset[d] / whole[d] > std::numeric_limits<std::uint32_t>::max())
      return bad_input(fmt::format("--global-offset: {} is out of range", offset[d]));
  }
  return {};
}

}  // namespace

Result<void> count_groups(const Module& module, const EntryPointInfo& entry,
                          const ModuleOptions& options, Dispatch& dispatch) {
  if (!is_kernel(entry)) {
    if (auto done = check_base(workgroup_size(module, dispatch), dispatch.global_offset); !done)
      return done;
  }
  if (!dispatch.global_size) return {};
  if (!is_kernel(entry))
    return bad_input(
        "--global-size is for kernels: a shader takes the number of workgroups, --groups");
  const std::optional<Dim3> size = workgroup_size(module, dispatch);
  if (!size) {
    return bad_input("the module does not declare the workgroup size: pass --local-size X[,Y[,Z]]");
  }
  const bool is_uniform = std::ranges::find(options.build_options, "-cl-uniform-work-group-size") !=
                          options.build_options.end();
  for (std::size_t d = 0; d < 3; ++d) {
    const std::uint32_t count = (*dispatch.global_size)[d];
    const std::uint32_t rest = count % (*size)[d];
    dispatch.groups[d] = count / (*size)[d] + (rest != 0 ? 1 : 0);
    if (rest != 0 && is_uniform) {
      return bad_input(
          fmt::format("the global size {} is not a multiple of the workgroup size {} in {}, which "
                      "-cl-uniform-work-group-size requires",
                      count, (*size)[d], "xyz"[d]));
    }
  }
  return {};
}

Result<void> add_resources(const EntryPointInfo& entry, const LaunchOptions& options,
                           Dispatch& dispatch, std::vector<std::string>& notes) {
  DataContext context;
  context.max_memory = options.limits.max_memory;
  context.address_of = [&options](std::string_view name) -> std::optional<std::uint64_t> {
    for (std::size_t i = 0; i < options.memories.size(); ++i) {
      if (options.memories[i].name == name) return memory_address(i);
    }
    return std::nullopt;
  };
  for (const MemoryOption& memory : options.memories) {
    context.in_use = memory_of_contents(dispatch);
    auto contents = parse_data(memory.data, context);
    if (!contents) return in_option(fmt::format("--memory {}", memory.name), contents.error());
    dispatch.memories.push_back({memory.name, std::move(*contents)});
  }
  if (auto done = add_push_constants(entry, options, context, dispatch, notes); !done) return done;
  for (const BufferOption& option : options.buffers) {
    context.in_use = memory_of_contents(dispatch);
    if (auto done = add_buffer(entry, option, context, dispatch, notes); !done) return done;
  }
  for (const ArgumentOption& option : options.arguments) {
    context.in_use = memory_of_contents(dispatch);
    if (auto done = add_argument(entry, option, context, dispatch); !done) return done;
  }
  if (auto done = add_images(entry, options, context, dispatch, notes); !done) return done;
  if (auto done = add_acceleration_structures(entry, options, dispatch, notes); !done) return done;
  if (auto done = add_null_descriptors(entry, options, dispatch, notes); !done) return done;
  if (auto done = add_heap_types(options, dispatch); !done) return done;
  std::string missing;
  for (const ResourceInfo& resource : entry.resources)
    missing += missing_options(entry, resource, options);
  if (missing.empty()) return {};
  for (const std::string& note : notes) missing += fmt::format("\nnote: {}", note);
  return bad_input(fmt::format("entry point '{}' uses resources that are not given: add{}",
                               entry.name, missing));
}

const ResourceInfo* find_resource(const EntryPointInfo& entry, const BufferName& name) {
  if (!name.memory.empty()) return nullptr;
  for (const ResourceInfo& resource : entry.resources) {
    if (resource.kind == ResourceKind::push_constant) continue;
    if (resource.set == name.key.set && resource.binding == name.key.binding) return &resource;
  }
  return nullptr;
}

Result<void> check_descriptor(const EntryPointInfo& entry, const BufferName& name,
                              std::string_view option, bool (*fits)(ResourceKind)) {
  const ResourceInfo* resource = find_resource(entry, name);
  if (resource == nullptr) return {};
  const bool any_fits =
      std::any_of(entry.resources.begin(), entry.resources.end(), [&](const ResourceInfo& other) {
        return other.kind != ResourceKind::push_constant && other.set == resource->set &&
               other.binding == resource->binding && fits(other.kind);
      });
  if (!any_fits) {
    return bad_input(fmt::format("{}: it is the {}: add {}", option, resource_text(*resource),
                                 suggested_option(*resource, default_invocations)));
  }
  const std::uint32_t count = resource->descriptor_count;
  if (count == 1 && name.key.element > 0) {
    return bad_input(
        fmt::format("{}: the {} is not a descriptor array", option, resource_text(*resource)));
  }
  if (count != 0 && name.key.element >= count) {
    return bad_input(fmt::format("{}: the descriptor array has only {} elements", option, count));
  }
  return {};
}

void note_unused(const EntryPointInfo& entry, const BufferName& name, std::string_view option,
                 std::vector<std::string>& notes) {
  if (find_resource(entry, name) != nullptr) return;
  notes.push_back(fmt::format("{} has no effect: entry point '{}' does not use this binding; {}",
                              option, entry.name, existing_buffers(entry)));
}

}  // namespace spirv_oracle
