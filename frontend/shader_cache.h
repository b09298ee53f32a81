// Caches compiled source files between runs.
//
// Most of the time of compiling a small shader goes into the declarations of built-in functions,
// which glslang parses each time. With the cache, commands on the same sources share the results in
// a folder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontend/glslang_compiler.h"

namespace spirv_oracle {

// Like compile_source. If options.shader_cache names a folder, uses a result there for the same
// text, options and version of glslang, and stores a new result. Always compiles sources with
// #include, because the included files may have changed, and with options.hlsl_compiler. Errors: also bad_input if the folder
// cannot be written.
Result<CompiledSource> compile_source_cached(const std::string& text, ShaderLanguage language,
                                             const std::string& stage,
                                             const ModuleOptions& options);

// The same for compile_opencl. The programs that compile count with their paths, sizes and times.
Result<CompiledSource> compile_opencl_cached(const std::string& text,
                                             const std::vector<std::string>& build_options,
                                             const ModuleOptions& options);

// Whether the text may use #include. May be true for text that does not.
bool may_include(std::string_view text);

}  // namespace spirv_oracle
