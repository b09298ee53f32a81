#include "cli/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "cli/acceleration_structure_options.h"
#include "cli/device_limits.h"
#include "cli/heap_resources.h"
#include "cli/image_options.h"
#include "frontend/hlsl_registers.h"
#include "interpreter/descriptor_heap_sizes.h"
#include "support/arithmetic.h"
#include "support/byte_count.h"
#include "support/filtering.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

constexpr std::string_view source_group = "Source files";
constexpr std::string_view run_group = "What to run";
constexpr std::string_view resource_group = "Resources";
constexpr std::string_view limit_group = "Limits";

// The dimensions that an option names are those of a kernel's index space.
void note_dimensions(std::string_view text, LaunchOptions& launch) {
  const auto count = static_cast<std::uint32_t>(split_outside_parentheses(text, ',').size());
  launch.work_dimensions = std::max(launch.work_dimensions, std::min(count, 3u));
}

// The options in one string for clBuildProgram. A definition may contain spaces: it ends before the next option.
std::vector<std::string> split_build_options(std::string_view text) {
  const auto starts_option = [](std::string_view rest) {
    constexpr std::array<std::string_view, 6> prefixes = {"-D", "-I", "-cl-", "-w", "-g", "-O"};
    return rest.starts_with("-Werror") ||
           std::ranges::any_of(prefixes, [rest](auto prefix) { return rest.starts_with(prefix); });
  };
  std::vector<std::string> options;
  for (std::string_view rest = trimmed(text); !rest.empty();) {
    std::size_t end = rest.find(' ');
    while (end != std::string_view::npos && !starts_option(trimmed(rest.substr(end))))
      end = rest.find(' ', end + 1);
    std::string option(trimmed(rest.substr(0, end)));
    if (option.starts_with("-D ") || option.starts_with("-I "))
      option = option.substr(0, 2) + std::string(trimmed(std::string_view(option).substr(2)));
    options.push_back(std::move(option));
    rest = end == std::string_view::npos ? std::string_view() : trimmed(rest.substr(end));
  }
  return options;
}

Result<void> add_specialization(LaunchOptions& launch, const std::string& text) {
  const auto parts = split_assignment(text, "ID=VALUE");
  if (!parts) return tl::unexpected(parts.error());
  const auto id = parse_u32(parts->first, "the SpecId");
  if (!id) return tl::unexpected(id.error());
  for (const SpecOption& other : launch.specialization) {
    if (other.id == *id) return bad_input(fmt::format("SpecId {} is given twice", *id));
  }
  launch.specialization.push_back({*id, parts->second});
  return {};
}

Result<void> add_buffer(LaunchOptions& launch, const std::string& text) {
  const auto parts = split_assignment(text, "SET.BINDING=DATA, such as 0.1=uint32:1,2,3");
  if (!parts) return tl::unexpected(parts.error());
  const auto name = parse_buffer_name(parts->first);
  if (!name) return tl::unexpected(name.error());
  if (name->key.set == BindingKey::kernel_arguments)
    return bad_input(fmt::format("'{}' is a kernel argument: use --arg", parts->first));
  for (const BufferOption& other : launch.buffers) {
    if (same_buffer(other.name, *name))
      return bad_input(fmt::format("{} is given twice", parts->first));
  }
  launch.buffers.push_back({*name, parts->second});
  return {};
}

// The number behind "arg.", or of --arg.
Result<std::uint32_t> parse_argument_number(std::string_view text) {
  auto number = parse_u32(text, "the number of an argument");
  if (!number) return number;
  if (*number > 4096)
    return bad_input(fmt::format("argument number {} exceeds the limit, 4096", text));
  return number;
}

Result<void> add_argument(LaunchOptions& launch, const std::string& text) {
  const auto parts = split_assignment(text, "N=DATA, such as 0=float32:1,2,3");
  if (!parts) return tl::unexpected(parts.error());
  const auto number = parse_argument_number(parts->first);
  if (!number) return tl::unexpected(number.error());
  for (const ArgumentOption& other : launch.arguments) {
    if (other.number == *number)
      return bad_input(fmt::format("argument {} is given twice", *number));
  }
  launch.arguments.push_back({*number, parts->second});
  return {};
}

Result<void> add_memory(LaunchOptions& launch, const std::string& text) {
  const auto parts = split_assignment(text, "NAME=DATA");
  if (!parts) return tl::unexpected(parts.error());
  if (!is_name(parts->first) || parts->first == "push") {
    return bad_input(
        fmt::format("invalid memory name '{}': use letters, digits and _, but not the name push",
                    parts->first));
  }
  for (const MemoryOption& other : launch.memories) {
    if (other.name == parts->first)
      return bad_input(fmt::format("{} is given twice", parts->first));
  }
  launch.memories.push_back({parts->first, parts->second});
  return {};
}

// NAME, or NAME(PARAMETERS).
bool is_macro(std::string_view text) {
  const std::size_t parameters = text.find('(');
  return is_name(text.substr(0, parameters)) &&
         (parameters == std::string_view::npos || text.ends_with(')'));
}

void add_source_rows(ModuleOptions& module, std::vector<OptionRow>& rows) {
  rows.push_back({source_group, "stage", '\0', "STAGE", false,
                  "stage of a source file: compute, fragment or vertex (default: from the suffix, "
                  "otherwise compute)",
                  "", [&module](const std::string& value) {
                    return store(parse_stage(value), module.stage);
                  }});
  rows.push_back({source_group, "define", 'D', "NAME[=VALUE]", true, "define a macro", "",
                  [&module](const std::string& value) -> Result<void> {
                    if (!is_macro(std::string_view(value).substr(0, value.find('='))))
                      return bad_input(
                          fmt::format("invalid macro '{}': expected NAME or NAME=VALUE", value));
                    module.defines.push_back(value);
                    return {};
                  }});
  rows.push_back({source_group, "include", 'I', "DIR", true,
                  "search this folder for included files, after the folder of the including file",
                  "", [&module](const std::string& value) -> Result<void> {
                    module.include_folders.push_back(value);
                    return {};
                  }});
  rows.push_back({source_group, "hlsl-compiler", '\0', "COMMAND", false,
                  "compile HLSL with this program, which has the command line of dxc, instead of "
                  "glslang: dxc, clang-dxc, or a path; options for it may follow, as in 'dxc "
                  "-enable-16bit-types'",
                  "", [&module](const std::string& value) -> Result<void> {
                    module.hlsl_compiler = value;
                    return {};
                  }});
  rows.push_back(
      {source_group, "compiler", '\0', "COMMAND", false,
       "compile with this program: WGSL with tint or naga, Slang with slangc (the default is "
       "the first on PATH), or GLSL with another glslang; a name on PATH or a path, after "
       "which options for it may follow",
       "", [&module](const std::string& value) -> Result<void> {
         module.compiler = value;
         return {};
       }});
  add_register_rows(source_group, module, rows);
  rows.push_back({source_group, "build-option", '\0', "OPTION", true,
                  "option for an OpenCL C program, as clBuildProgram takes it: -cl-std=CL3.0, "
                  "-cl-fast-relaxed-math, -w, ...",
                  "", [&module](const std::string& value) -> Result<void> {
                    for (std::string& option : split_build_options(value))
                      module.build_options.push_back(std::move(option));
                    return {};
                  }});
}

void add_module_rows(ModuleOptions& module, std::vector<OptionRow>& rows) {
  rows.push_back(
      {source_group, "target-env", '\0', "ENV", false,
       "environment to compile, assemble and validate for: vulkan1.0 to vulkan1.4, spv1.0 to "
       "spv1.6, opencl1.2 to opencl2.2 (default: vulkan1.3 for shaders, the declared version of "
       "SPIR-V for kernels; assembly declares it by a comment such as '; Version: 1.3' at the "
       "beginning). A Vulkan ENV adds the rules of that environment; with spv1.x, only those of "
       "core SPIR-V apply",
       "", [&module](const std::string& value) {
         return store(parse_target_env(value), module.target_env);
       }});
  rows.push_back(
      {source_group, "features", '\0', "LIST", false,
       "optional features that the Vulkan device has, besides those that every device of "
       "its version has: names such as maintenance8 or scalarBlockLayout, vulkan1.N, all "
       "or none, separated by commas (default: those without which the module is not "
       "valid)",
       "", [&module](const std::string& value) -> Result<void> {
         return store(parse_features(value), module.features);
       }});
  rows.push_back({source_group, "shader-cache", '\0', "DIR", false,
                  "cache compiled GLSL, HLSL and OpenCL C in this folder, and reuse it when the "
                  "same source runs "
                  "again",
                  "", [&module](const std::string& value) -> Result<void> {
                    module.shader_cache = value;
                    return {};
                  }});
  rows.push_back({source_group, "debug-info", '\0', "", false,
                  "for spirv-debug: describe the scopes and types of variables. GLSL and HLSL get "
                  "NonSemantic.Shader.DebugInfo.100. OpenCL C gets OpenCL.DebugInfo.100, without "
                  "other changes, and spirv-debug always asks for that",
                  "the ids of GLSL and HLSL differ from those without this option",
                  [&module](const std::string&) -> Result<void> {
                    module.debug_info = true;
                    return {};
                  }});
  rows.push_back({source_group, "no-validate", '\0', "", false,
                  "run the module without validating it with SPIRV-Tools first",
                  "the results of an invalid module are meaningless",
                  [&module](const std::string&) -> Result<void> {
                    module.validate = false;
                    return {};
                  }});
}

Result<void> cannot_join(std::string_view other) {
  return bad_input(fmt::format("cannot be combined with {}", other));
}

void add_dimension_rows(DispatchOptions& target, std::vector<OptionRow>& rows) {
  LaunchOptions& launch = target.launch;
  rows.push_back({run_group, "entry", 'e', "NAME", false, "entry point (default: the only one)", "",
                  [&target](const std::string& value) -> Result<void> {
                    target.launch.entry_point = value;
                    target.module.entry_point = value;
                    return {};
                  }});
  rows.push_back({run_group, "groups", 'g', "X[,Y[,Z]]", false, "number of workgroups (default 1)",
                  "", [&launch](const std::string& value) -> Result<void> {
                    if (launch.global_size) return cannot_join("--global-size");
                    launch.counts_groups = true;
                    note_dimensions(value, launch);
                    return store(parse_dim3(value, 0), launch.groups);
                  }});
  rows.push_back({run_group, "global-size", '\0', "X[,Y[,Z]]", false,
                  "number of work-items of a kernel, instead of --groups; need not be a multiple "
                  "of the workgroup size",
                  "", [&launch](const std::string& value) -> Result<void> {
                    if (launch.counts_groups) return cannot_join("--groups");
                    note_dimensions(value, launch);
                    return store(parse_dim3(value, 0), launch.global_size);
                  }});
  rows.push_back({run_group, "local-size", '\0', "X[,Y[,Z]]", false,
                  "workgroup size, if the module does not declare it", "",
                  [&launch](const std::string& value) {
                    note_dimensions(value, launch);
                    return store(parse_dim3(value, 1), launch.local_size);
                  }});
  rows.push_back({run_group, "global-offset", '\0', "X[,Y[,Z]]", false,
                  "first global id of a kernel, or of a shader that begins at another workgroup "
                  "(vkCmdDispatchBase) (default 0)",
                  "", [&launch](const std::string& value) {
                    note_dimensions(value, launch);
                    return store(parse_offset(value), launch.global_offset);
                  }});
  rows.push_back(
      {run_group, "spec", '\0', "ID=VALUE", true,
       "value of the specialization constant with this SpecId; bits(NUMBER) gives its bits; DATA "
       "for constant data",
       "", [&launch](const std::string& value) { return add_specialization(launch, value); }});
}

void add_mapping_rows(LaunchOptions& launch, std::vector<OptionRow>& rows) {
  rows.push_back({run_group, "subgroup-size", '\0', "N", false,
                  "invocations per subgroup, a power of two from 1 to 128 (default 32)",
                  "a module may be wrong only with another size",
                  [&launch](const std::string& value) {
                    return store(parse_subgroup_size(value), launch.subgroup_size);
                  }});
  rows.push_back({run_group, "subgroup-mapping", '\0', "ORDER", false,
                  "which invocations are in a subgroup together: linear (the default), quads (2x2 "
                  "tiles), columns, rows (each row of x starts a new subgroup) or random[:SEED]",
                  "a module may be wrong only with another mapping",
                  [&launch](const std::string& value) {
                    return parse_subgroup_mapping(value, launch.subgroup_mapping);
                  }});
  rows.push_back({run_group, "matrix-mapping", '\0', "ORDER", false,
                  "which elements of a cooperative matrix an invocation holds: rows (the default; "
                  "adjacent invocations hold adjacent elements of a row), columns, blocks (each "
                  "invocation holds adjacent elements) or replicated (two invocations hold each)",
                  "a module may be wrong only with another mapping",
                  [&launch](const std::string& value) {
                    return store(parse_matrix_mapping(value), launch.matrix_mapping);
                  }});
  rows.push_back({run_group, "require-full-subgroups", '\0', "", false,
                  "only the last subgroup may have lanes without an invocation",
                  "a device may start partly filled subgroups",
                  [&launch](const std::string&) -> Result<void> {
                    launch.subgroup_mapping.full_subgroups = true;
                    return {};
                  }});
}

void add_policy_rows(LaunchOptions& launch, std::vector<OptionRow>& rows) {
  rows.push_back({run_group, "reconvergence", '\0', "POLICY", false,
                  "where diverged invocations reconverge: maximal (as early as possible, the "
                  "default) or minimal (only where the specification guarantees it)",
                  "each policy alone shows only one of the allowed results",
                  [&launch](const std::string& value) {
                    return store(parse_reconvergence(value), launch.reconvergence);
                  }});
  rows.push_back(
      {run_group, "arithmetic", '\0', "CHOICE[,CHOICE...]", false,
       "make these choices that an implementation may make: contract (products fused with sums), "
       "split-fma, reassociate, reciprocal, toward-zero (rounding), flush-denormals, "
       "flush-results, low and high (the ends of error bounds), relax (16 bits for "
       "RelaxedPrecision), other-zeros (other signs), other-nans (other bits), assume-finite",
       "", [&launch](const std::string& value) {
         return store(parse_arithmetic(value), launch.arithmetic);
       }});
  rows.push_back({run_group, "filtering", '\0', "NAME", false,
                  "sample images as another implementation may: coarse (coordinates and levels of "
                  "detail have 4 bits after the point), left-up, left-down, right-up, right-down "
                  "(coordinates are as far off as they may be), lower-levels, higher-levels",
                  "", [&launch](const std::string& value) -> Result<void> {
                    const auto found = find_filtering(value);
                    if (!found) return tl::unexpected(found.error());
                    launch.filtering = (*found)->filtering;
                    return {};
                  }});
  rows.push_back({run_group, "seed", '\0', "N", false,
                  "use a different legal schedule of workgroups, subgroups and lanes for each N; "
                  "runs on one thread (default 0: one workgroup after the other)",
                  "each seed shows only one schedule", [&launch](const std::string& value) {
                    return store(parse_unsigned(value, "the seed"), launch.seed);
                  }});
  rows.push_back({run_group, "workgroups-in-flight", '\0', "N", false,
                  "number of workgroups that run interleaved (default: 4 with --seed, otherwise 1)",
                  "", [&launch](const std::string& value) {
                    return store(parse_workgroups_in_flight(value), launch.workgroups_in_flight);
                  }});
  rows.push_back(
      {run_group, "jobs", '\0', "N", false,
       "number of threads, or with several scripts the number of scripts that run at a time "
       "(default: one for each core, with at least 32 workgroups for each; 1 for scripts); "
       "results do not depend on it",
       "", [&launch](const std::string& value) { return store(parse_jobs(value), launch.jobs); }});
  rows.push_back({run_group, "stop-on-ub", '\0', "", false, "stop at the first undefined behavior",
                  "later findings are missed", [&launch](const std::string&) -> Result<void> {
                    launch.stop_on_undefined_behavior = true;
                    return {};
                  }});
}

void add_check_rows(LaunchOptions& launch, std::vector<OptionRow>& rows) {
  rows.push_back({run_group, "check-races", '\0', "", false,
                  "check for data races (default: until the check takes too much memory or time)",
                  "", [&launch](const std::string&) -> Result<void> {
                    launch.check_races = true;
                    return {};
                  }});
  rows.push_back({run_group, "no-check-races", '\0', "", false,
                  "do not check for data races, which is faster", "races are not found",
                  [&launch](const std::string&) -> Result<void> {
                    launch.check_races = false;
                    return {};
                  }});
  rows.push_back({run_group, "robust-buffer-access", '\0', "", false,
                  "allow out-of-bounds accesses to buffers, with the results that Vulkan's "
                  "robustBufferAccess permits",
                  "without that feature, they are undefined behavior",
                  [&launch](const std::string&) -> Result<void> {
                    launch.robust_buffer_access = true;
                    return {};
                  }});
  rows.push_back({run_group, "robust-image-access", '\0', "", false,
                  "allow coordinates outside an image, with the results of Vulkan's "
                  "robustImageAccess2",
                  "without that feature, such reads are undefined",
                  [&launch](const std::string&) -> Result<void> {
                    launch.robust_image_access = true;
                    return {};
                  }});
  rows.push_back({run_group, "device-limits", '\0', "LIMITS", true,
                  "report what exceeds these limits of a Vulkan device: vulkan1.0, vulkan1.4, "
                  "roadmap2022, roadmap2024 or roadmap2026 (what every device of that version or "
                  "milestone supports), h200-matrices (its products of cooperative matrices), or "
                  "limits such as maxComputeWorkGroupInvocations=256 or "
                  "matrixProduct=16x16x16:float16:float16:float32 (default: no limits)",
                  "a module may exceed the limits of another device only",
                  [&launch](const std::string& value) {
                    return add_device_limits(value, launch.device_limits);
                  }});
  rows.push_back({run_group, "origin", '\0', "TEXT", false,
                  "what the dispatch is a part of, for reports and bundles", "",
                  [&launch](const std::string& value) -> Result<void> {
                    launch.origin = value;
                    return {};
                  }});
  rows.push_back({run_group, "trace", '\0', "FILE", false,
                  "write a trace of tangles and instructions, Chrome trace-event JSON", "",
                  [&launch](const std::string& value) -> Result<void> {
                    launch.trace_file = value;
                    return {};
                  }});
}

void add_resource_rows(LaunchOptions& launch, std::vector<OptionRow>& rows) {
  rows.push_back(
      {resource_group, "buffer", '\0', "SET.BINDING=DATA", true,
       "storage or uniform buffer; SET.BINDING[I]=DATA for one element of a descriptor array. In "
       "every option, SET.BINDING may also be the name of the variable or of its block, or the "
       "register of HLSL, such as u0",
       "", [&launch](const std::string& value) { return add_buffer(launch, value); }});
  rows.push_back({resource_group, "push", '\0', "DATA", false, "push constants", "",
                  [&launch](const std::string& value) -> Result<void> {
                    launch.push = value;
                    return {};
                  }});
  rows.push_back(
      {resource_group, "memory", '\0', "NAME=DATA", true,
       "memory that is reached through its address, address(NAME[+BYTES]) in uint64 DATA, "
       "or that buffers and arguments share, memory(NAME[+BYTES][,SIZE])",
       "", [&launch](const std::string& value) { return add_memory(launch, value); }});
  rows.push_back(
      {resource_group, "arg", '\0', "N=DATA", true,
       "argument number N of a kernel: the bytes of a value, the contents of the buffer "
       "that a pointer points to (null for none), address(NAME+BYTES) for a pointer into "
       "--memory, memory(NAME[+BYTES]) for a part of --memory that arguments share, local(BYTES) "
       "for local memory, pipe(PACKETS,BYTES):DATA for a pipe, FORMAT:WxH:DATA for an image, or "
       "the settings of a sampler",
       "", [&launch](const std::string& value) { return add_argument(launch, value); }});
}

void add_limit_rows(Limits& limits, std::vector<OptionRow>& rows) {
  rows.push_back(
      {limit_group, "max-steps", '\0', "N", false,
       "limit on steps, each one instruction executed by one tangle (default 10000000000)", "",
       [&limits](const std::string& value) {
         return store(parse_unsigned(value, "the number of steps"), limits.max_steps);
       }});
  rows.push_back(
      {limit_group, "max-memory", '\0', "BYTES", false,
       "limit on the memory of the run: resources, registers, race detector and second runs; K, M "
       "and G are powers of 1024 (default 4G)",
       "", [&limits](const std::string& value) {
         return store(parse_bytes(value), limits.max_memory);
       }});
  rows.push_back({limit_group, "timeout", '\0', "SECONDS", false,
                  "limit on the time (default: no limit)", "", [&limits](const std::string& value) {
                    return store(parse_seconds(value), limits.timeout_seconds);
                  }});
}

// The number behind "heap.".
Result<std::uint32_t> parse_heap_slot(std::string_view text) {
  auto slot = parse_u32(text, "the slot of a descriptor heap");
  if (!slot) return slot;
  if (*slot >= max_heap_slots)
    return bad_input(fmt::format("slot {} exceeds the limit of a descriptor heap, {}", text,
                                 max_heap_slots - 1));
  return slot;
}

Result<BufferName> parse_descriptor(std::string_view text, std::size_t dot) {
  BufferName name;
  std::string_view binding = text.substr(dot + 1);
  const std::size_t bracket = binding.find('[');
  const auto number = [&](std::string_view digits, std::uint32_t& target) -> Result<void> {
    if (auto done = store(parse_u32(digits, "a part"), target); !done) {
      return bad_input(fmt::format("'{}' is not of the form SET.BINDING or SET.BINDING[I]: {}",
                                   text, done.error().message));
    }
    return {};
  };
  if (bracket != std::string_view::npos) {
    if (!binding.ends_with(']'))
      return bad_input(fmt::format("'{}' lacks a closing bracket: write SET.BINDING[I]", text));
    if (auto done =
            number(binding.substr(bracket + 1, binding.size() - bracket - 2), name.key.element);
        !done)
      return tl::unexpected(done.error());
    name.has_element = true;
    binding = binding.substr(0, bracket);
  }
  if (auto done = number(text.substr(0, dot), name.key.set); !done)
    return tl::unexpected(done.error());
  if (auto done = number(binding, name.key.binding); !done) return tl::unexpected(done.error());
  return name;
}

// A name, with characters that compilers add to those of the source; u0,space1; or an element of an array.
bool is_resource_name(std::string_view text) {
  const std::string_view name = text.substr(0, text.find('['));
  return !name.empty() && (name[0] < '0' || name[0] > '9') && std::ranges::all_of(name, [](char c) {
    return c == '_' || c == '@' || c == '$' || c == ',' || (c >= '0' && c <= '9') ||
           (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
}

}  // namespace

bool same_buffer(const BufferName& a, const BufferName& b) {
  return a.memory == b.memory && a.key == b.key;
}

std::vector<OptionRow> dispatch_option_rows(DispatchOptions& target) {
  std::vector<OptionRow> rows;
  add_dimension_rows(target, rows);
  add_mapping_rows(target.launch, rows);
  add_policy_rows(target.launch, rows);
  add_check_rows(target.launch, rows);
  add_resource_rows(target.launch, rows);
  add_image_rows(target.launch, rows);
  add_acceleration_structure_rows(target.launch, rows);
  add_heap_rows(target.launch, rows);
  add_source_rows(target.module, rows);
  add_module_rows(target.module, rows);
  add_limit_rows(target.launch.limits, rows);
  return rows;
}

Result<BufferName> parse_buffer_name(std::string_view text) {
  if (text.starts_with("arg.")) {
    const auto number = parse_argument_number(text.substr(4));
    if (!number) return tl::unexpected(number.error());
    BufferName name;
    name.key = {BindingKey::kernel_arguments, *number, 0};
    return name;
  }
  if (text.starts_with("heap.")) {
    const auto slot = parse_heap_slot(text.substr(5));
    if (!slot) return tl::unexpected(slot.error());
    BufferName name;
    name.key = {BindingKey::resource_heap, *slot, 0};
    return name;
  }
  const std::size_t dot = text.find('.');
  if (dot != std::string_view::npos) return parse_descriptor(text, dot);
  if (!is_resource_name(text)) {
    return bad_input(fmt::format(
        "'{}' does not name a buffer: use SET.BINDING, such as 0.1, SET.BINDING[I], the name of "
        "its variable, or its register in HLSL",
        text));
  }
  BufferName name;
  name.memory = text;
  return name;
}

std::string buffer_text(const BufferName& name) {
  if (!name.memory.empty()) return name.memory;
  if (name.key.set == BindingKey::kernel_arguments) return fmt::format("arg.{}", name.key.binding);
  if (name.key.is_in_heap()) return fmt::format("heap.{}", name.key.binding);
  if (!name.has_element) return fmt::format("{}.{}", name.key.set, name.key.binding);
  return fmt::format("{}.{}[{}]", name.key.set, name.key.binding, name.key.element);
}

Result<std::pair<std::string, std::string>> split_assignment(const std::string& text,
                                                             std::string_view form) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    return bad_input(fmt::format("'{}' is not of the form {}", text, form));
  }
  return std::pair(text.substr(0, equals), text.substr(equals + 1));
}

}  // namespace spirv_oracle
