// GLSL and HLSL to SPIR-V, through the glslang library.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/options.h"
#include "interpreter/result.h"

namespace spirv_oracle {

enum class SourceLanguage : std::uint8_t { glsl, hlsl };

struct CompiledSource {
  std::vector<std::uint32_t> words;  // with OpLine and the source text
  std::string warnings;              // lines of text; may be empty
};

// Compiles `text`, the content of options.file, for the given stage: compute, fragment or vertex.
// Errors: bad_input with the compiler's messages, one `file:line:column: error: ...` per line.
Result<CompiledSource> compile_source(const std::string& text, SourceLanguage language,
                                      const std::string& stage, const ModuleOptions& options);

std::string glslang_version();

}  // namespace spirv_oracle
