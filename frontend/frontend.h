// Translates a file in any supported language to the words of a module.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "frontend/assembly.h"
#include "frontend/module_options.h"
#include "interpreter/dispatch.h"
#include "interpreter/loader/id_names.h"
#include "interpreter/result.h"

namespace spirv_oracle {

struct ModuleFile {
  std::vector<std::uint32_t> words;
  std::string warnings;  // of the compiler, lines of text; may be empty
  AssemblyMap assembly;  // for a .spvasm file
  bool is_assembly = false;
};

// How to load the module. Without options.target_env, shaders must satisfy the rules of Vulkan 1.3, because devices
// that run shaders are Vulkan devices, and kernels the universal rules of their own SPIR-V version.
LoadOptions load_options(const ModuleOptions& options, std::span<const std::uint32_t> words);

// Reads, assembles or compiles options.file and the files that are linked with it, according to their suffixes. Errors: bad_input with all
// messages, or unsupported for an unsupported language.
Result<ModuleFile> load_module_file(const ModuleOptions& options);

// load_module() with names of ids and a time limit (null: none). Errors: also Status::limit.
Result<std::shared_ptr<const Module>> load_in_time(std::span<const std::uint32_t> words,
                                                   const LoadOptions& load, const IdNames& id_names,
                                                   TimeLimit* limit);

}  // namespace spirv_oracle
