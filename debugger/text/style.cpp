#include "debugger/text/style.h"

#include <algorithm>

#include <fmt/format.h>

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

std::string wrapped(std::string_view text, std::size_t width) {
  std::string result;
  std::size_t column = 0, indent = 0;
  bool at_begin = true;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '\n') {
      result += '\n';
      column = 0;
      at_begin = true;
      ++i;
      continue;
    }
    if (at_begin) {
      indent = std::min(text.find_first_not_of(' ', i), text.size()) - i;
      result.append(indent, ' ');
      column = indent;
      i += indent;
      at_begin = false;
      continue;
    }
    const std::size_t blanks = std::min(text.find_first_not_of(' ', i), text.size()) - i;
    const std::size_t word = i + blanks;
    const std::size_t end = std::min(text.find_first_of(" \n", word), text.size());
    const std::size_t columns = columns_of(text.substr(word, end - word));
    if (column > indent && column + blanks + columns > width) {
      result += '\n' + std::string(indent + 4, ' ');
      column = indent + 4;
    } else {
      result.append(blanks, ' ');
      column += blanks;
    }
    result += text.substr(word, end - word);
    column += columns;
    i = end;
  }
  return result;
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
