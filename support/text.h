// Text helpers that several command-line parsers need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interpreter/result.h"

namespace spirv_oracle {

// The most characters that printed lines of values have.
inline constexpr std::size_t line_width = 100;

std::string_view trimmed(std::string_view text);

// The lines, without their ends ("\n" or "\r\n").
std::vector<std::string> lines_of(std::string_view text);

// Splits at separators outside parentheses. The result has at least one part.
std::vector<std::string_view> split_outside_parentheses(std::string_view text, char separator);

// Writes ascending numbers as ranges: "0-3,7".
class NumberRanges {
 public:
  explicit NumberRanges(std::ostream& out) : out_(out) {}

  void add(std::uint64_t number);
  // Must be called after the last number; writes the last range.
  void finish();
  bool empty() const { return empty_; }

 private:
  std::ostream& out_;
  std::uint64_t first_ = 0, last_ = 0;  // of the range that is not written yet
  bool empty_ = true;
  bool any_written_ = false;
};

// The ranges as text.
std::string number_ranges(const std::vector<std::uint64_t>& numbers);

// Ascending numbers of pixels, of which a row has `width`, as rectangles: "(0-3, 5-6), (7, 9)".
std::string pixel_ranges(const std::vector<std::uint64_t>& pixels, std::uint64_t width);

// Whether the text is a C identifier.
bool is_name(std::string_view text);

// The ends of a range of numbers, N or N-M. Errors: bad_input.
Result<std::pair<std::uint64_t, std::uint64_t>> parse_number_range(std::string_view text);

// The candidate of which `text` is most likely a misspelling; "" if none is similar.
std::string_view nearest(std::string_view text, const std::vector<std::string_view>& candidates);

}  // namespace spirv_oracle
