// The file with a module, and how to translate it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/features.h"
#include "interpreter/loader/resource_names.h"

namespace spirv_oracle {

class TimeLimit;  // support/time_limit.h

// Files that exist only in a script, by their paths.
using VirtualFiles = std::map<std::string, std::string, std::less<>>;

struct ModuleOptions {
  std::string file;
  std::vector<std::string> linked_files;  // further files of kernels that are linked with it
  std::string stage;                      // of a source file; "": according to its suffix
  std::string entry_point;                // of HLSL source; "": main
  std::vector<std::string> defines;       // NAME or NAME=VALUE
  std::vector<std::string> include_folders;
  const VirtualFiles* virtual_files = nullptr;  // searched before all folders
  std::string target_env;                       // a name of SPIRV-Tools; "": the defaults
  std::optional<FeatureSet> features;           // as in LoadOptions
  std::vector<std::string> build_options;       // for OpenCL C: options of clBuildProgram
  std::string hlsl_compiler;                    // a program and options of its own; "": glslang
  std::string
      compiler;  // of WGSL, Slang or GLSL: a program and options of its own; "": one on PATH, or glslang
  std::vector<RegisterShift> register_shifts;  // of HLSL; empty: the defaults
  std::string shader_cache;                    // folder for compiled sources; "": none
  bool validate = true;
  // For GLSL and HLSL: emits the scopes and types of variables (NonSemantic.Shader.DebugInfo.100), for the debugger.
  bool debug_info = false;
  TimeLimit* time_limit = nullptr;  // null: none
};

// Whether `target_env` is a Vulkan environment, so that the rules of Vulkan apply.
inline bool is_vulkan_environment(std::string_view target_env) {
  return target_env.starts_with("vulkan");
}

}  // namespace spirv_oracle
