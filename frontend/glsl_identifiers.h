// Finds the identifiers of GLSL source text without a preprocessor.
#pragma once

#include <glslang/Public/ShaderLang.h>

#include <deque>
#include <string>
#include <string_view>
#include <unordered_set>

namespace spirv_oracle {

// All identifiers in a text, including those in comments and in inactive branches of #if.
class GlslIdentifiers {
 public:
  using Includer = glslang::TShader::Includer;

  // Adds the identifiers of `text` and of the files that it includes; `file` is its name for the
  // includer. False if there may be others: if it concatenates tokens with ##, or if the name of an
  // included file is not a literal.
  bool add(std::string_view text, const std::string& file, Includer& includer);

  const std::unordered_set<std::string_view>& names() const { return names_; }

 private:
  void add_words(std::string_view text);
  bool add_included(std::string_view text, const std::string& file, Includer& includer);

  std::deque<std::string> texts_;  // the storage of the names
  std::unordered_set<std::string_view> names_;
  std::unordered_set<std::string> included_;
};

}  // namespace spirv_oracle
