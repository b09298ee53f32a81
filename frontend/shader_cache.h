// Caches compiled source files between runs.
//
// Most of the time of compiling a small shader goes into the declarations of built-in functions,
// which glslang parses each time. With the cache, commands on the same sources share the results in
// a folder.
#pragma once

#include <functional>
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

// Whether the text may use #include. May be true for text that does not.
bool may_include(std::string_view text);

// Everything on which the result for a source depends, part by part.
class SourceKey {
 public:
  SourceKey();
  void add(std::string_view part);
  void add(const std::vector<std::string>& parts);
  // A program whose version is unknown: its path, size and time.
  void add_program(const std::string& path);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// The result for this key in the folder, or that of `compile`, which it stores there.
Result<CompiledSource> kept_source(const std::string& folder, const SourceKey& key,
                                   const std::function<Result<CompiledSource>()>& compile);

}  // namespace spirv_oracle
