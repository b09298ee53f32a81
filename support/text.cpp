#include "support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <sstream>

namespace spirv_oracle {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({substituted, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view spaces = " \t\r\n";
  const std::size_t first = text.find_first_not_of(spaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::vector<std::string_view> split_outside_parentheses(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t start = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (text[i] == separator && depth <= 0) {
      parts.push_back(text.substr(start, i - start));
      start = i + 1;
    }
  }
  parts.push_back(text.substr(start));
  return parts;
}

void NumberRanges::add(std::uint64_t number) {
  if (!empty_ && number == last_ + 1) {
    last_ = number;
    return;
  }
  finish();
  first_ = last_ = number;
  empty_ = false;
}

void NumberRanges::finish() {
  if (empty_) return;
  if (any_written_) out_ << ',';
  any_written_ = true;
  out_ << first_;
  if (last_ != first_) out_ << '-' << last_;
}

std::string number_ranges(const std::vector<std::uint64_t>& numbers) {
  std::ostringstream text;
  NumberRanges ranges(text);
  for (const std::uint64_t number : numbers) ranges.add(number);
  ranges.finish();
  return std::move(text).str();
}

namespace {

// Pixels from `first` to `last` of a row, and of the rows up to `bottom`.
struct PixelBlock {
  std::uint64_t first = 0, last = 0, top = 0, bottom = 0;
};

std::string range_text(std::uint64_t first, std::uint64_t last) {
  return first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
}

}  // namespace

std::string pixel_ranges(const std::vector<std::uint64_t>& pixels, std::uint64_t width) {
  std::vector<PixelBlock> blocks;
  PixelBlock run;
  const auto finish = [&] {
    PixelBlock* const above = blocks.empty() ? nullptr : &blocks.back();
    if (above != nullptr && above->first == run.first && above->last == run.last &&
        above->bottom + 1 == run.top) {
      above->bottom = run.top;
    } else {
      blocks.push_back(run);
    }
  };
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const std::uint64_t x = pixels[i] % width, y = pixels[i] / width;
    const bool continues = i != 0 && run.top == y && run.last + 1 == x;
    if (i != 0 && !continues) finish();
    if (!continues) run = {x, x, y, y};
    run.last = x;
  }
  if (!pixels.empty()) finish();
  std::string text;
  for (const PixelBlock& block : blocks) {
    text += fmt::format("{}({}, {})", text.empty() ? "" : ", ", range_text(block.first, block.last),
                        range_text(block.top, block.bottom));
  }
  return text;
}

Result<std::pair<std::uint64_t, std::uint64_t>> parse_number_range(std::string_view text) {
  const auto read = [](std::string_view digits, std::uint64_t& number) {
    const char* const last = digits.data() + digits.size();
    const auto [end, error] = std::from_chars(digits.data(), last, number);
    return error == std::errc() && end == last;
  };
  std::pair<std::uint64_t, std::uint64_t> range;
  const std::size_t dash = text.find('-');
  const bool is_read =
      read(text.substr(0, dash), range.first) &&
      read(dash == std::string_view::npos ? text : text.substr(dash + 1), range.second);
  if (!is_read || range.first > range.second)
    return bad_input(fmt::format("'{}' is neither a number nor a range such as 3-7", text));
  return range;
}

bool is_name(std::string_view text) {
  return !text.empty() && is_letter(text.front()) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

std::string_view nearest(std::string_view text, const std::vector<std::string_view>& candidates) {
  std::string_view best;
  std::size_t best_distance = text.size() / 3 + 1;  // at a larger distance, it is another word
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(text, candidate);
    if (distance < best_distance || (best.empty() && distance == best_distance)) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace spirv_oracle
