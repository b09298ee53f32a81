// Compiled source files, kept from one run to the next.
//
// Most of the time of compiling a small shader is that glslang reads the declarations of built-in
// functions. Who runs many commands on the same sources can have the results kept in a folder instead.
#pragma once

#include <string>

#include "cli/glslang_compiler.h"

namespace spirv_oracle {

// As compile_source. Where options.shader_cache names a folder, a result that is kept there for the
// very same text, options and version of glslang is taken, and a new one is kept. Sources with
// #include are always compiled, as files beside them may have changed. Errors also: bad_input for a
// folder that cannot be written.
Result<CompiledSource> compile_source_cached(const std::string& text, ShaderLanguage language,
                                             const std::string& stage,
                                             const ModuleOptions& options);

}  // namespace spirv_oracle
