// From a file to the words of a module, whatever the language.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cli/assembly.h"
#include "cli/options.h"
#include "interpreter/dispatch.h"
#include "interpreter/loader/id_names.h"
#include "interpreter/result.h"

namespace spirv_oracle {

struct ModuleFile {
  std::vector<std::uint32_t> words;
  std::string warnings;  // of the compiler, lines of text; may be empty
  AssemblyMap assembly;  // of an .spvasm file
  bool is_assembly = false;
};

// The environment whose rules the module must follow: options.target_env, else Vulkan 1.3 for GLSL and
// HLSL; "": the universal rules of the module's own SPIR-V version.
std::string environment_of(const ModuleOptions& options);

// Reads, assembles or compiles options.file, by its suffix. Errors: bad_input with everything that
// is wrong, or unsupported for a language that is not supported yet.
Result<ModuleFile> load_module_file(const ModuleOptions& options);

// load_module() with names of ids, within a limit of time; null: none. Errors: also Status::limit.
Result<std::shared_ptr<const Module>> load_in_time(std::span<const std::uint32_t> words,
                                                   const LoadOptions& load, const IdNames& id_names,
                                                   TimeLimit* limit);

}  // namespace spirv_oracle
