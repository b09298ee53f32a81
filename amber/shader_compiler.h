// Compiles the shaders of a script.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "amber/script/model.h"
#include "cli/options.h"
#include "frontend/assembly.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::amber {

struct CompiledShader {
  std::vector<std::uint32_t> words;
  std::shared_ptr<const Module> module;
  ModuleInfo info;
  AssemblyMap assembly;
  std::string warnings;  // of the compiler, lines of text; may be empty
};

// Compiles, assembles or reads a shader, and loads it. Lines in messages and debug information are
// those of the script. Errors: bad_input with all messages, unsupported for an unsupported format.
Result<CompiledShader> compile_shader(const Script& script, const Shader& shader,
                                      const ShaderUse& use, const std::string& entry_point,
                                      const ModuleOptions& options);

// The environment for assembly whose SHADER names none: SPIR-V 1.0, or the oldest version that has
// what the script's device extensions and the module's capabilities need.
std::string assembly_environment(const Script& script, std::string_view assembly);

// The words of SPIRV-HEX: bytes, or whole words of 8 digits, with or without 0x.
Result<std::vector<std::uint32_t>> parse_hex(std::string_view text);

}  // namespace spirv_oracle::amber
