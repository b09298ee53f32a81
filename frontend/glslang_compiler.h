// Compiles GLSL and HLSL to SPIR-V with the glslang library.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/module_options.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// The environment for which GLSL and HLSL are compiled and validated, unless the user names another
// one.
constexpr std::string_view default_source_environment = "vulkan1.3";

// The library knows the first two.
enum class ShaderLanguage : std::uint8_t { glsl, hlsl, wgsl, slang };

struct CompiledSource {
  std::vector<std::uint32_t> words;  // with OpLine and the source text
  std::string warnings;              // lines of text; may be empty
};

// Which built-in functions glslang declares before it reads GLSL. Declaring all takes about 0.1 s,
// once per process and version of GLSL. Declaring those that the source names takes a few
// milliseconds for each source. The compiled module is the same.
enum class BuiltInFunctions : std::uint8_t {
  named,
  all,
  automatic,  // named, until all would have been cheaper for the sources so far
};

// Compiles `text`, the content of options.file, for the given stage: compute, fragment or vertex.
// Errors: bad_input with the compiler's messages, one `file:line:column: error: ...` per line.
Result<CompiledSource> compile_source(const std::string& text, ShaderLanguage language,
                                      const std::string& stage, const ModuleOptions& options,
                                      BuiltInFunctions functions = BuiltInFunctions::automatic);

std::string glslang_version();

}  // namespace spirv_oracle
