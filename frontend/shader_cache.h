// Caches compiled source files between runs.
//
// Most of the time of compiling a small shader goes into the declarations of built-in functions,
// which glslang parses each time. With the cache, commands on the same sources share the results in
// a folder.
#pragma once

#include <string>

#include "frontend/glslang_compiler.h"

namespace spirv_oracle {

// Like compile_source. If options.shader_cache names a folder, uses a result there for the same
// text, options and version of glslang, and stores a new result. Always compiles sources with
// #include, because the included files may have changed, and with options.hlsl_compiler. Errors: also bad_input if the folder
// cannot be written.
Result<CompiledSource> compile_source_cached(const std::string& text, ShaderLanguage language,
                                             const std::string& stage,
                                             const ModuleOptions& options);

}  // namespace spirv_oracle
