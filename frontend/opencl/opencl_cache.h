// Caches compiled OpenCL C between runs, as frontend/shader_cache.h does for shaders.
#pragma once

#include <string>
#include <vector>

#include "frontend/opencl/opencl_compiler.h"

namespace spirv_oracle {

// Like compile_opencl. If options.shader_cache names a folder, uses a result there, and stores a new one. Always compiles sources
// with #include. Errors: also bad_input if the folder cannot be written.
Result<CompiledSource> compile_opencl_cached(const std::string& text,
                                             const std::vector<std::string>& build_options,
                                             const ModuleOptions& options);

}  // namespace spirv_oracle
