// Compiles sources with separate programs: WGSL and Slang, which only these know, and GLSL on request.
#pragma once

#include <string>

#include "frontend/glslang_compiler.h"

namespace spirv_oracle {

// Compiles options.file, whose content is `text`, with options.compiler, or else with the first program on PATH that knows the
// language. With options.shader_cache, the result is kept, unless the source may include others. Errors: also bad_input if
// no program is found, and unsupported for text in a script.
Result<CompiledSource> compile_elsewhere(const std::string& text, ShaderLanguage language,
                                         const std::string& stage, const ModuleOptions& options);

}  // namespace spirv_oracle
