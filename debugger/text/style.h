// How a client prints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace spirv_oracle {

enum class Emphasis : std::uint8_t { strong, error, warning, place, dim };

struct TextStyle {
  bool colour = false;
  std::size_t width = 80;  // columns
};

// The text between the escape sequences for the emphasis, if the style has colors.
std::string painted(const TextStyle& style, Emphasis emphasis, std::string_view text);

// The lines of the text, each wrapped (support/line_wrapping.h).
std::string wrapped_lines(std::string_view text, std::size_t width);

// Columns that the text takes: UTF-8 characters, each counted as one.
std::size_t columns_of(std::string_view text);

// Adds spaces before or after the text to make it `columns` wide.
std::string right_aligned(std::string_view text, std::size_t columns);
std::string left_aligned(std::string_view text, std::size_t columns);

}  // namespace spirv_oracle
