// The options that define what to run, which all commands share.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/command_line.h"
#include "cli/option_values.h"
#include "cli/scalar.h"
#include "interpreter/dispatch.h"
#include "interpreter/loader/resource_names.h"

namespace spirv_oracle {

class TimeLimit;  // cli/time_limit.h

// Files that exist only in a script, by their paths.
using VirtualFiles = std::map<std::string, std::string, std::less<>>;

// The file with the module, and how to translate it.
struct ModuleOptions {
  std::string file;
  std::string stage;                 // of a source file; "": according to its suffix
  std::string entry_point;           // of HLSL source; "": main
  std::vector<std::string> defines;  // NAME or NAME=VALUE
  std::vector<std::string> include_folders;
  const VirtualFiles* virtual_files = nullptr;  // searched before all folders
  std::string target_env;                       // a name of SPIRV-Tools; "": the defaults
  std::optional<FeatureSet> features;           // as in LoadOptions
  std::vector<std::string> build_options;       // for OpenCL C: options of clBuildProgram
  std::string hlsl_compiler;                    // a program and options of its own; "": glslang
  std::vector<RegisterShift> register_shifts;   // of HLSL; empty: the defaults
  std::string shader_cache;                     // folder for compiled sources; "": none
  bool validate = true;
  // For GLSL and HLSL: emits the scopes and types of variables (NonSemantic.Shader.DebugInfo.100), for the debugger.
  bool debug_info = false;
  TimeLimit* time_limit = nullptr;  // null: none
};

// A buffer of the module, or a memory of the user, as on the command line.
struct BufferName {
  BindingKey key;
  bool has_element = false;  // SET.BINDING[I]
  // The name of a --memory, or before resolve_names() of a resource; the key is then unused.
  std::string memory;
  friend bool operator==(const BufferName&, const BufferName&) = default;
};

// The DATA remains text, because its addresses are known only after all resources are.
struct BufferOption {
  BufferName name;
  std::string data;
};
struct ArgumentOption {
  std::uint32_t number = 0;
  std::string data;
};
struct MemoryOption {
  std::string name;
  std::string data;
};
struct ImageOption {
  BufferName name;
  ImageShape shape;
  std::string data;  // "": undefined texels
};
struct SamplerOption {
  BufferName name;
  SamplerState state;
};
// Applies to all elements of a descriptor array, if the name has no index.
struct FormatOption {
  BufferName name;
  TexelFormat format;
};
struct SpecOption {
  std::uint32_t id = 0;
  std::string value;
};

struct LaunchOptions {
  std::string entry_point;
  Dim3 groups{1, 1, 1};
  bool counts_groups = false;       // whether --groups is given, which excludes a global size
  std::optional<Dim3> global_size;  // of a kernel
  std::optional<Dim3> local_size;
  std::array<std::uint64_t, 3> global_offset{};  // of a kernel
  std::uint32_t work_dimensions =
      1;  // the largest number of dimensions of --groups, --global-size, --local-size and the offset
  std::uint32_t subgroup_size = 32;
  SubgroupMapping subgroup_mapping;
  std::vector<SpecOption> specialization;
  std::optional<std::string> push;
  std::vector<BufferOption> buffers;
  std::vector<ArgumentOption> arguments;  // of a kernel
  std::vector<ImageOption> images;
  std::vector<SamplerOption> samplers;
  std::vector<FormatOption> formats;
  std::vector<MemoryOption> memories;
  Reconvergence reconvergence = Reconvergence::maximal;
  bool stop_on_undefined_behavior = false;
  bool robust_buffer_access = false;
  ArithmeticChoices arithmetic;
  bool robust_image_access = false;
  DeviceLimits device_limits;
  std::uint64_t seed = 0;
  std::uint32_t workgroups_in_flight = 0;  // 0: the default of Dispatch
  std::uint32_t jobs = 1;
  Limits limits;
  std::optional<bool> check_races;  // none: choose_race_checks() decides
  std::string trace_file;
};

struct DispatchOptions {
  ModuleOptions module;
  LaunchOptions launch;
};

// The rows of these options. They set `target`, which must outlive them.
std::vector<OptionRow> dispatch_option_rows(DispatchOptions& target);

// Whether ENV is a Vulkan environment, so that the rules of Vulkan apply.
bool is_vulkan_environment(std::string_view target_env);

// Reads SET.BINDING, SET.BINDING[I], arg.N, or the name of a memory or resource, which resolve_names() distinguishes.
Result<BufferName> parse_buffer_name(std::string_view text);
std::string buffer_text(const BufferName& name);  // the same form
bool same_buffer(const BufferName& a, const BufferName& b);

// Splits NAME=VALUE; `form` is the expected form, for the message.
Result<std::pair<std::string, std::string>> split_assignment(const std::string& text,
                                                             std::string_view form);

}  // namespace spirv_oracle
