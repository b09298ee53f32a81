#include "cli/suppression.h"

#include <algorithm>
#include <string_view>

#include "support/text.h"

namespace spirv_oracle {
namespace {

// The comment at the end of a line of GLSL, HLSL or assembly; empty if there is none.
std::string_view comment_of(std::string_view line) {
  const std::size_t begin = std::min({line.find("//"), line.find("/*"), line.find(';')});
  return begin == std::string_view::npos ? std::string_view() : line.substr(begin);
}

bool names_kind(std::string_view comment, std::string_view kind) {
  constexpr std::string_view marker = "spirv-oracle: ignore ";
  const std::size_t at = comment.find(marker);
  if (at == std::string_view::npos) return false;
  std::string_view kinds = comment.substr(at + marker.size());
  if (const std::size_t end = kinds.find("*/"); end != std::string_view::npos)
    kinds = kinds.substr(0, end);
  while (!kinds.empty()) {
    const std::size_t comma = kinds.find(',');
    if (kind_named(trimmed(kinds.substr(0, comma))) == kind) return true;
    kinds = comma == std::string_view::npos ? std::string_view() : kinds.substr(comma + 1);
  }
  return false;
}

}  // namespace

std::string_view kind_named(std::string_view name) {
  return name == "customary-order" ? "de-facto-ordering" : name;
}

bool is_suppressed_in_source(const Finding& finding) {
  const SourceLocation& source = finding.where.source;
  if (names_kind(comment_of(source.text), finding.kind)) return true;
  const std::string_view above = trimmed(source.line_above);
  const bool only_comment = !above.empty() && comment_of(above).size() == above.size();
  return only_comment && names_kind(above, finding.kind);
}

}  // namespace spirv_oracle
