// The shaders of a script as modules.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cli/amber/model.h"
#include "cli/assembly.h"
#include "cli/options.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::amber {

struct CompiledShader {
  std::vector<std::uint32_t> words;
  std::shared_ptr<const Module> module;
  ModuleInfo info;
  AssemblyMap assembly;
  std::string warnings;  // of the compiler, lines of text; may be empty
};

// Compiles, assembles or reads a shader, and loads it. Lines in messages and in debug information
// are those of the script. Errors: bad_input with everything that is wrong, unsupported for a format that
// is not.
Result<CompiledShader> compile_shader(const Script& script, const Shader& shader,
                                      const ShaderUse& use, const std::string& entry_point,
                                      const ModuleOptions& options);

// The environment that assembly is for whose SHADER gives none: SPIR-V 1.0, or the oldest that has
// what the script's device extensions and the module's capabilities need.
std::string assembly_environment(const Script& script, std::string_view assembly);

// The words of SPIRV-HEX: bytes, or whole words of 8 digits, with 0x before them or without.
Result<std::vector<std::uint32_t>> parse_hex(std::string_view text);

}  // namespace spirv_oracle::amber
