// The identifiers of GLSL source text, found without a preprocessor.
#pragma once

#include <glslang/Public/ShaderLang.h>

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

namespace spirv_oracle {

// All identifiers that a text contains, those in comments and in other branches of #if too.
class GlslIdentifiers {
 public:
  using Includer = glslang::TShader::Includer;

  // Adds those of `text` and of what it includes; `file` is its name for the includer. False if there
  // may be others, unless the text is all there is: it pastes tokens together with ##, or includes
  // what it does not name by a literal.
  bool add(std::string_view text, const std::string& file, Includer& includer);

  const std::unordered_set<std::string_view>& names() const { return names_; }

 private:
  void add_words(std::string_view text);
  bool add_included(std::string_view text, const std::string& file, Includer& includer);

  std::deque<std::string> texts_;  // what the names lie in
  std::unordered_set<std::string_view> names_;
  std::unordered_set<std::string> included_;
};

}  // namespace spirv_oracle
