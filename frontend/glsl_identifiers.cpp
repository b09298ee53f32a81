#include "frontend/glsl_identifiers.h"

#include <cstddef>
#include <optional>

namespace spirv_oracle {
namespace {

using IncludeResult = glslang::TShader::Includer::IncludeResult;

constexpr std::string_view blanks = " \t\v\f";

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The text with each line that ends in a backslash joined to the next one.
std::string with_joined_lines(std::string_view text) {
  std::string joined;
  joined.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && (text.substr(i + 1, 1) == "\n" || text.substr(i + 1, 1) == "\r")) {
      i += text.substr(i + 1, 2) == "\r\n" ? 2 : 1;
    } else {
      joined += text[i];
    }
  }
  return joined;
}

// The file that an #include names.
struct IncludedName {
  std::string name;
  bool local = false;  // "name", not <name>
};

// The literal at the start of `text`, after blanks.
std::optional<IncludedName> read_literal(std::string_view text) {
  const std::size_t open = text.find_first_not_of(blanks);
  if (open == text.npos || (text[open] != '"' && text[open] != '<')) return std::nullopt;
  const bool local = text[open] == '"';
  const std::size_t close = text.find_first_of(local ? "\"\n\r" : ">\n\r", open + 1);
  if (close == text.npos || text[close] == '\n' || text[close] == '\r') return std::nullopt;
  return IncludedName{std::string(text.substr(open + 1, close - open - 1)), local};
}

// Searches like glslang does. Null if the file does not exist.
IncludeResult* open(const IncludedName& included, const std::string& file,
                    GlslIdentifiers::Includer& includer) {
  constexpr std::size_t depth = 1;  // each file is read only once
  IncludeResult* result =
      included.local ? includer.includeLocal(included.name.c_str(), file.c_str(), depth) : nullptr;
  if (result == nullptr || result->headerName.empty()) {
    includer.releaseInclude(result);
    result = includer.includeSystem(included.name.c_str(), file.c_str(), depth);
  }
  return result;
}

}  // namespace

bool GlslIdentifiers::add(std::string_view text, const std::string& file, Includer& includer) {
  const std::string& own = texts_.emplace_back(text);
  add_words(own);
  const std::string& joined = texts_.emplace_back(with_joined_lines(text));
  if (joined.size() != own.size()) add_words(joined);
  return joined.find("##") == joined.npos && add_included(joined, file, includer);
}

void GlslIdentifiers::add_words(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end > i) names_.insert(text.substr(i, end - i));
    i = end + 1;
  }
}

// Every word `include` after a # counts as a directive, even if the preprocessor would skip it.
bool GlslIdentifiers::add_included(std::string_view text, const std::string& file,
                                   Includer& includer) {
  constexpr std::string_view include = "include";
  for (std::size_t at = text.find(include); at != text.npos; at = text.find(include, at + 1)) {
    const std::size_t before = at == 0 ? text.npos : text.find_last_not_of(blanks, at - 1);
    if (before == text.npos) continue;
    if (text.substr(0, before + 1).ends_with("*/")) return false;  // perhaps after a #
    if (text[before] != '#') continue;
    const auto included = read_literal(text.substr(at + include.size()));
    if (!included) return false;
    IncludeResult* const result = open(*included, file, includer);
    const bool found = result != nullptr && !result->headerName.empty();
    bool complete = true;
    if (found && included_.insert(result->headerName).second) {
      complete = add({result->headerData, result->headerLength}, result->headerName, includer);
    }
    includer.releaseInclude(result);
    if (!complete) return false;
  }
  return true;
}

}  // namespace spirv_oracle
