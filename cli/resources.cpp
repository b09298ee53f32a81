#include "cli/resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "cli/data.h"
#include "cli/frontend.h"
#include "cli/image_resources.h"
#include "cli/opencl_math_options.h"
#include "cli/text.h"
#include "interpreter/loader/types.h"
#include "interpreter/pipe_argument.h"

namespace spirv_oracle {
namespace {

constexpr std::uint64_t default_invocations = 64;
constexpr std::uint64_t max_suggested_elements = 65536;

std::string_view kind_text(ResourceKind kind) {
  switch (kind) {
    case ResourceKind::storage_buffer:
      return "storage buffer";
    case ResourceKind::uniform_buffer:
      return "uniform buffer";
    case ResourceKind::push_constant:
      return "push constants";
    case ResourceKind::buffer_argument:
      return "buffer argument";
    case ResourceKind::local_argument:
      return "local memory argument";
    case ResourceKind::value_argument:
      return "argument";
    case ResourceKind::image_argument:
      return "image argument";
    case ResourceKind::sampler_argument:
      return "sampler argument";
    case ResourceKind::uniform_texel_buffer:
      return "uniform texel buffer";
    case ResourceKind::storage_texel_buffer:
      return "storage texel buffer";
    case ResourceKind::storage_image:
      return "storage image";
    case ResourceKind::sampled_image:
      return "sampled image";
    case ResourceKind::combined_image_sampler:
      return "combined image sampler";
    case ResourceKind::sampler:
      return "sampler";
  }
  return "resource";
}

std::string quoted_names(const ModuleInfo& module) {
  std::string names;
  for (const EntryPointInfo& entry : module.entry_points)
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", entry.name);
  return names;
}

tl::unexpected<Error> in_option(std::string_view option, const Error& error) {
  return tl::unexpected(Error{error.status, fmt::format("{}: {}", option, error.message)});
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

Result<void> check_supported(const EntryPointInfo& entry) {
  if (entry.execution_model == "GLCompute" || is_kernel(entry)) return {};
  return unsupported(fmt::format(
      "entry point '{}' has the execution model {}: shader stages other than compute are not "
      "supported yet",
      entry.name, entry.execution_model));
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

constexpr std::string_view memory_function = "memory(";

// memory(NAME), memory(NAME+BYTES) or memory(NAME+BYTES,SIZE): a range of a memory.
Result<MemoryRange> parse_memory_range(std::string_view text,
                                       const std::vector<NamedMemory>& memories) {
  if (!text.ends_with(')')) return bad_input("the ')' of memory( is missing");
  std::string_view inside = text.substr(memory_function.size());
  inside.remove_suffix(1);
  std::optional<std::uint64_t> size;
  if (const std::size_t comma = inside.find(','); comma != std::string_view::npos) {
    const auto given = parse_unsigned(inside.substr(comma + 1), "the size in memory()");
    if (!given) return tl::unexpected(given.error());
    size = *given;
    inside = inside.substr(0, comma);
  }
  MemoryRange range;
  if (const std::size_t plus = inside.find('+'); plus != std::string_view::npos) {
    const auto given = parse_unsigned(inside.substr(plus + 1), "the offset in memory()");
    if (!given) return tl::unexpected(given.error());
    range.begin = *given;
    inside = inside.substr(0, plus);
  }
  const auto found = std::find_if(memories.begin(), memories.end(),
                                  [&](const NamedMemory& memory) { return memory.name == inside; });
  if (found == memories.end())
    return bad_input(fmt::format("there is no memory '{0}': add --memory {0}=DATA", inside));
  range.memory = static_cast<std::size_t>(found - memories.begin());
  const std::uint64_t whole = found->contents.size();
  range.size = size.value_or(whole - std::min(range.begin, whole));
  if (range.begin > whole || range.size > whole - range.begin) {
    return bad_input(fmt::format("{} bytes from byte {} exceed memory '{}', which has {} bytes",
                                 range.size, range.begin, inside, whole));
  }
  return range;
}

Result<void> add_buffer(const EntryPointInfo& entry, const BufferOption& option,
                        const DataContext& context, Dispatch& dispatch,
                        std::vector<std::string>& notes) {
  const std::string name = fmt::format("--buffer {}", buffer_text(option.name));
  note_unused(entry, option.name, name, notes);
  if (auto ok = check_descriptor(entry, option.name, name, is_buffer_kind); !ok) return ok;
  if (option.data.starts_with(memory_function)) {
    const auto range = parse_memory_range(option.data, dispatch.memories);
    if (!range) return in_option(name, range.error());
    dispatch.memory_buffers[option.name.key] = *range;
    return {};
  }
  auto contents = parse_data(option.data, context);
  if (!contents) return in_option(name, contents.error());
  dispatch.buffers[option.name.key] = std::move(*contents);
  return {};
}

// The bytes of local(BYTES).
Result<std::uint64_t> parse_local_size(std::string_view text) {
  constexpr std::string_view function = "local(";
  if (!text.starts_with(function) || !text.ends_with(')'))
    return bad_input("local memory has no contents before the kernel starts: write local(BYTES)");
  return parse_unsigned(text.substr(function.size(), text.size() - function.size() - 1),
                        "the size in local()");
}

Result<void> add_value_argument(const ResourceInfo& resource, const std::string& data,
                                const DataContext& context, Dispatch& dispatch) {
  auto contents = parse_data(data, context);
  if (!contents) return tl::unexpected(contents.error());
  const std::uint64_t size = resource.fixed_size;
  // A vector of three components takes the space of four.
  const std::uint64_t without_fourth = size / 4 * 3;
  const bool is_vector_of_three = resource.scalar && size == 4 * scalar_size(*resource.scalar) &&
                                  contents->size() == without_fourth;
  if (contents->size() != size && !is_vector_of_three) {
    return bad_input(fmt::format(
        "DATA has {} bytes, but {} takes {}", contents->size(),
        resource.name.empty() ? "the argument" : fmt::format("'{}'", resource.name), size));
  }
  contents->bytes.resize(size);
  contents->shadow.resize(size, Definedness::uninitialized);
  dispatch.argument_values[resource.binding] = std::move(*contents);
  return {};
}

Result<void> add_buffer_argument(const ResourceInfo& resource, const std::string& data,
                                 const DataContext& context, Dispatch& dispatch) {
  const BindingKey key{BindingKey::kernel_arguments, resource.binding, 0};
  if (data == "null") {
    ShadowedBytes& address = dispatch.argument_values[resource.binding];
    address.bytes.resize(8);
    address.shadow.resize(8, Definedness::defined);
    return {};
  }
  if (data.starts_with("address(")) {
    auto address = parse_data(fmt::format("uint64:{}", data), context);
    if (!address) return tl::unexpected(address.error());
    if (address->size() != 8) return bad_input("a pointer takes one address");
    dispatch.argument_values[resource.binding] = std::move(*address);
    return {};
  }
  if (data.starts_with(memory_function)) {
    const auto range = parse_memory_range(data, dispatch.memories);
    if (!range) return tl::unexpected(range.error());
    dispatch.memory_buffers[key] = *range;
    return {};
  }
  auto contents = parse_data(data, context);
  if (!contents) return tl::unexpected(contents.error());
  dispatch.buffers[key] = std::move(*contents);
  return {};
}

// pipe(PACKETS,BYTES) or pipe(PACKETS,BYTES):DATA, with DATA for the packets in it.
Result<void> add_pipe_argument(const ResourceInfo& resource, std::string_view text,
                               const DataContext& context, Dispatch& dispatch) {
  constexpr std::string_view function = "pipe(";
  const std::size_t comma = text.find(','), end = text.find(')');
  if (!text.starts_with(function) || comma > end || end == std::string_view::npos ||
      (end + 1 < text.size() && text[end + 1] != ':'))
    return bad_input(
        "a pipe is pipe(PACKETS,BYTES) or pipe(PACKETS,BYTES):DATA: how many packets it can hold, "
        "the size of "
        "each, and those that are in it");
  const auto packets = parse_unsigned(text.substr(function.size(), comma - function.size()),
                                      "the number of packets");
  const auto bytes =
      parse_unsigned(text.substr(comma + 1, end - comma - 1), "the size of a packet");
  if (!packets) return tl::unexpected(packets.error());
  if (!bytes) return tl::unexpected(bytes.error());
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  if (*packets == 0 || *bytes == 0 || *packets > most || *bytes > most)
    return bad_input("the number of packets and their size must be from 1 to 4294967295");
  // 1: the module does not tell.
  if (resource.runtime_stride != 1 && *bytes != resource.runtime_stride)
    return bad_input(
        fmt::format("the pipe has packets of {} bytes, but the kernel {} packets of {}", *bytes,
                    resource.writable ? "writes" : "reads", resource.runtime_stride));
  ShadowedBytes contents;
  if (end + 1 < text.size()) {
    auto data = parse_data(std::string(text.substr(end + 2)), context);
    if (!data) return tl::unexpected(data.error());
    contents = std::move(*data);
  }
  if (contents.size() % *bytes != 0 || contents.size() / *bytes > *packets)
    return bad_input(fmt::format(
        "DATA has {} bytes: it must be whole packets of {} bytes, and at most {} of them",
        contents.size(), *bytes, *packets));
  dispatch.argument_values[resource.binding] = bytes_of(
      PipeArgument{static_cast<std::uint32_t>(*bytes), static_cast<std::uint32_t>(*packets)});
  dispatch.buffers[{BindingKey::kernel_arguments, resource.binding, 0}] = std::move(contents);
  return {};
}

Result<void> add_argument(const EntryPointInfo& entry, const ArgumentOption& option,
                          const DataContext& context, Dispatch& dispatch) {
  const std::string name = fmt::format("--arg {}", option.number);
  const ResourceInfo* resource =
      find_resource(entry, {{BindingKey::kernel_arguments, option.number, 0}, false, ""});
  if (resource == nullptr) {
    const auto count = std::count_if(entry.resources.begin(), entry.resources.end(),
                                     [](const ResourceInfo& r) { return is_argument(r.kind); });
    return bad_input(fmt::format("{}: entry point '{}' has {} argument{}", name, entry.name, count,
                                 count == 1 ? "" : "s"));
  }
  Result<void> done;
  if (resource->kind == ResourceKind::local_argument) {
    const auto size = parse_local_size(option.data);
    if (size) {
      dispatch.local_arguments[option.number] = *size;
    } else {
      done = tl::unexpected(size.error());
    }
  } else if (resource->kind == ResourceKind::image_argument) {
    return add_image_argument(*resource, option.data, context, dispatch);
  } else if (resource->kind == ResourceKind::sampler_argument) {
    return add_sampler_argument(*resource, option.data, dispatch);
  } else if (is_pipe(*resource)) {
    done = add_pipe_argument(*resource, option.data, context, dispatch);
  } else if (resource->kind == ResourceKind::value_argument) {
    done = add_value_argument(*resource, option.data, context, dispatch);
  } else {
    done = add_buffer_argument(*resource, option.data, context, dispatch);
  }
  if (!done) return in_option(name, done.error());
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
  } else if (!is_buffer_kind(resource.kind)) {
    return missing_image_options(resource, options);
  } else {
    const BufferName name{{resource.set, resource.binding, 0}, false, ""};
    if (find_resource(entry, name) != &resource) return "";  // another variable for the same buffer
    const bool given = std::any_of(
        options.buffers.begin(), options.buffers.end(), [&resource](const BufferOption& option) {
          return option.name.key.set == resource.set && option.name.key.binding == resource.binding;
        });
    if (given) return "";
  }
  return fmt::format("\n  {}   for the {}",
                     suggested_option(resource, invocation_count(entry, options)),
                     resource_text(resource));
}

}  // namespace

bool is_kernel(const EntryPointInfo& entry) { return entry.execution_model == "Kernel"; }

Result<const EntryPointInfo*> pick_entry_point(const ModuleInfo& module, const std::string& name) {
  if (module.entry_points.empty()) return bad_input("the module has no entry point");
  if (name.empty()) {
    if (module.entry_points.size() == 1) return &module.entry_points.front();
    return bad_input(
        fmt::format("the module has several entry points: choose one of {} with --entry",
                    quoted_names(module)));
  }
  for (const EntryPointInfo& entry : module.entry_points) {
    if (entry.name == name) return &entry;
  }
  return bad_input(
      fmt::format("there is no entry point '{}': the module has {}", name, quoted_names(module)));
}

std::optional<Dim3> workgroup_size(const Module& module, const Dispatch& dispatch) {
  const auto types = SpecializedModule::create(module, dispatch.specialization, nullptr, nullptr);
  if (!types) return std::nullopt;
  for (const EntryPoint& entry : module.entry_points()) {
    if (entry.name != dispatch.entry_point) continue;
    const auto size = local_size(*types, entry);
    if (!size) return std::nullopt;
    return *size ? *size : dispatch.local_size;
  }
  return std::nullopt;
}

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
    const auto bits = parse_scalar(found->type, option.value);
    if (!bits) return in_option(name, bits.error());
    specialization[option.id] = *bits;
  }
  return specialization;
}

void choose_race_checks(const std::optional<bool>& asked, const EntryPointInfo& entry,
                        Dispatch& dispatch) {
  const Dim3 one{1, 1, 1};
  const Dim3 local = entry.local_size.value_or(dispatch.local_size.value_or(one));
  std::uint64_t count = 1;
  for (const Dim3& extents :
       {dispatch.global_size.value_or(dispatch.groups), dispatch.global_size ? one : local}) {
    for (const std::uint32_t extent : extents)
      count = std::min(count * extent, most_invocations_checked_for_races + 1);
  }
  dispatch.check_races = asked.value_or(count <= most_invocations_checked_for_races);
  dispatch.may_give_up_races = !asked;
}

Result<Dispatch> make_dispatch(const ModuleInfo& module, const EntryPointInfo& entry,
                               const DispatchOptions& options, std::vector<std::string>& notes) {
  if (auto supported = check_supported(entry); !supported) return tl::unexpected(supported.error());
  const LaunchOptions& launch = options.launch;
  Dispatch dispatch;
  dispatch.entry_point = entry.name;
  dispatch.groups = launch.groups;
  dispatch.global_size = launch.global_size;
  dispatch.local_size = launch.local_size;
  dispatch.global_offset = launch.global_offset;
  dispatch.work_dimensions = launch.work_dimensions;
  dispatch.subgroup_size = launch.subgroup_size;
  dispatch.subgroup_mapping = launch.subgroup_mapping;
  dispatch.reconvergence = launch.reconvergence;
  dispatch.vulkan_environment = is_vulkan_environment(environment_of(options.module));
  dispatch.stop_on_undefined_behavior = launch.stop_on_undefined_behavior;
  dispatch.robust_buffer_access = launch.robust_buffer_access;
  dispatch.arithmetic = launch.arithmetic;
  dispatch.kernel_math = kernel_math_of(options.module.build_options);
  dispatch.robust_image_access = launch.robust_image_access;
  dispatch.device_limits = launch.device_limits;
  dispatch.seed = launch.seed;
  dispatch.workgroups_in_flight = launch.workgroups_in_flight;
  dispatch.jobs = launch.jobs;
  dispatch.limits = launch.limits;
  choose_race_checks(launch.check_races, entry, dispatch);
  auto specialization = specialization_of(module, launch, notes);
  if (!specialization) return tl::unexpected(specialization.error());
  dispatch.specialization = std::move(*specialization);
  return dispatch;
}

Result<void> count_groups(const Module& module, const EntryPointInfo& entry,
                          const ModuleOptions& options, Dispatch& dispatch) {
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
  std::string missing;
  for (const ResourceInfo& resource : entry.resources)
    missing += missing_options(entry, resource, options);
  if (missing.empty()) return {};
  for (const std::string& note : notes) missing += fmt::format("\nnote: {}", note);
  return bad_input(fmt::format("entry point '{}' uses resources that are not given: add{}",
                               entry.name, missing));
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

const ResourceInfo* find_resource(const EntryPointInfo& entry, const BufferName& name) {
  if (!name.memory.empty()) return nullptr;
  for (const ResourceInfo& resource : entry.resources) {
    if (resource.kind == ResourceKind::push_constant) continue;
    if (resource.set == name.key.set && resource.binding == name.key.binding) return &resource;
  }
  return nullptr;
}

std::string buffer_label(const EntryPointInfo& entry, const BindingKey& key) {
  BufferName name;
  name.key = key;
  const ResourceInfo* resource = find_resource(entry, name);
  name.has_element = resource != nullptr && resource->descriptor_count != 1;
  return buffer_text(name);
}

std::string resource_text(const ResourceInfo& resource) {
  std::string text(is_pipe(resource) ? "pipe argument" : kind_text(resource.kind));
  if (is_argument(resource.kind)) {
    text += fmt::format(" {}", resource.binding);
  } else if (resource.kind != ResourceKind::push_constant)
    text += fmt::format(" {}.{}", resource.set, resource.binding);
  if (!resource.name.empty()) text += fmt::format(" '{}'", resource.name);
  return text;
}

namespace {

// A pipe that is read is full.
std::string suggested_pipe(const ResourceInfo& resource) {
  constexpr std::uint64_t packets = 64;
  const std::string pipe =
      fmt::format("--arg '{}=pipe({},{})", resource.binding, packets, resource.runtime_stride);
  return resource.writable ? pipe + "'"
                           : fmt::format("{}:zero({})'", pipe, packets * resource.runtime_stride);
}

}  // namespace

std::string suggested_option(const ResourceInfo& resource, std::uint64_t invocations) {
  if (is_image_kind(resource.kind) || has_sampler(resource.kind))
    return suggested_image_option(resource);
  if (resource.kind == ResourceKind::image_argument ||
      resource.kind == ResourceKind::sampler_argument)
    return suggested_argument(resource);
  if (is_pipe(resource)) return suggested_pipe(resource);
  const std::uint64_t elements = std::clamp(invocations, std::uint64_t{1}, max_suggested_elements);
  const std::uint64_t size = resource.fixed_size + resource.runtime_stride * elements;
  std::string data = fmt::format("zero({})", size);
  if (resource.scalar && *resource.scalar != ScalarKind::boolean &&
      size % scalar_size(*resource.scalar) == 0) {
    data = fmt::format("{}:fill({},0)", scalar_name(*resource.scalar),
                       size / scalar_size(*resource.scalar));
  }
  if (resource.kind == ResourceKind::push_constant) return fmt::format("--push '{}'", data);
  if (resource.kind == ResourceKind::local_argument)
    return fmt::format("--arg '{}=local({})'", resource.binding, size);
  if (is_argument(resource.kind)) return fmt::format("--arg '{}={}'", resource.binding, data);
  std::string format;
  if (resource.image && resource.image->format == nullptr) {
    format = fmt::format("--format-of {}.{}=FORMAT ", resource.set, resource.binding);
    data = "DATA";
  }
  std::string text = format;
  const char* separator = "";
  for (const std::string& name : suggested_names(resource)) {
    text += fmt::format("{}--buffer '{}={}'", separator, name, data);
    separator = " ";
  }
  return text;
}

std::uint64_t invocation_count(const EntryPointInfo& entry, const LaunchOptions& options) {
  const std::optional<Dim3> size = options.local_size ? options.local_size : entry.local_size;
  if (!size && !options.global_size) return default_invocations;
  std::uint64_t count = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint64_t here = options.global_size ? (*options.global_size)[i]
                                                   : std::uint64_t{(*size)[i]} * options.groups[i];
    if (__builtin_mul_overflow(count, here, &count)) {
      return max_suggested_elements;
    }
  }
  return count;
}

std::string existing_buffers(const EntryPointInfo& entry) {
  std::string text;
  for (const ResourceInfo& resource : entry.resources) {
    if (resource.kind == ResourceKind::push_constant ||
        resource.kind == ResourceKind::local_argument ||
        resource.kind == ResourceKind::value_argument ||
        resource.kind == ResourceKind::sampler_argument)
      continue;
    text += fmt::format("{}{}", text.empty() ? "it uses the " : ", the ", resource_text(resource));
  }
  return text.empty() ? "it uses none" : text;
}

}  // namespace spirv_oracle
