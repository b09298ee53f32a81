#include "frontend/opencl/opencl_cache.h"

#include "frontend/shader_cache.h"

namespace spirv_oracle {

Result<CompiledSource> compile_opencl_cached(const std::string& text,
                                             const std::vector<std::string>& build_options,
                                             const ModuleOptions& options) {
  if (options.shader_cache.empty() || may_include(text))
    return compile_opencl(text, build_options, options);
  const auto programs = find_opencl_programs();
  if (!programs) return tl::unexpected(programs.error());
  SourceKey key;
  key.add("opencl");
  key.add_program(programs->clang);
  key.add_program(programs->translator);
  key.add(options.file);
  key.add(options.debug_info ? "debug" : "");
  key.add(options.defines);
  key.add(build_options);
  key.add(text);
  return kept_source(options.shader_cache, key,
                     [&] { return compile_opencl(text, build_options, options); });
}

}  // namespace spirv_oracle
