// Small helpers for text that several parsers of the command line need.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace spirv_oracle {

std::string_view trimmed(std::string_view text);

// The parts between separators that stand outside parentheses; always one part at least.
std::vector<std::string_view> split_outside_parentheses(std::string_view text, char separator);

// Writes ascending numbers as ranges: "0-3,7".
class NumberRanges {
 public:
  explicit NumberRanges(std::ostream& out) : out_(out) {}

  void add(std::uint64_t number);
  // Writes the last range, after the last number.
  void finish();
  bool empty() const { return empty_; }

 private:
  std::ostream& out_;
  std::uint64_t first_ = 0, last_ = 0;  // of the range that has not been written yet
  bool empty_ = true;
  bool any_written_ = false;
};

// The same as text.
std::string number_ranges(const std::vector<std::uint64_t>& numbers);

// A C identifier.
bool is_name(std::string_view text);

// Of the candidates the one that `text` is most likely a misspelling of; "" if none is near.
std::string_view nearest(std::string_view text, const std::vector<std::string_view>& candidates);

}  // namespace spirv_oracle
