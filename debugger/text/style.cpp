#include "debugger/text/style.h"

#include <algorithm>

#include <fmt/format.h>

#include "support/line_wrapping.h"

namespace spirv_oracle {
namespace {

std::string_view escape_of(Emphasis emphasis) {
  switch (emphasis) {
    case Emphasis::strong:
      return "\x1b[1m";
    case Emphasis::error:
      return "\x1b[1;31m";
    case Emphasis::warning:
      return "\x1b[1;35m";
    case Emphasis::place:
      return "\x1b[36m";
    case Emphasis::dim:
      return "\x1b[2m";
  }
  return "";
}

std::string padding(std::string_view text, std::size_t columns) {
  const std::size_t used = columns_of(text);
  return std::string(used < columns ? columns - used : 0, ' ');
}

}  // namespace

std::string painted(const TextStyle& style, Emphasis emphasis, std::string_view text) {
  if (!style.colour) return std::string(text);
  return fmt::format("{}{}\x1b[0m", escape_of(emphasis), text);
}

std::string wrapped_lines(std::string_view text, std::size_t width) {
  std::string result;
  for (;;) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    result += wrapped(text.substr(0, end), width);
    if (end == text.size()) return result;
    result += '\n';
    text.remove_prefix(end + 1);
  }
}

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string right_aligned(std::string_view text, std::size_t columns) {
  return padding(text, columns) + std::string(text);
}

std::string left_aligned(std::string_view text, std::size_t columns) {
  return std::string(text) + padding(text, columns);
}

}  // namespace spirv_oracle
