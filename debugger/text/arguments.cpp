#include "debugger/text/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "support/text.h"

namespace spirv_oracle {

using nlohmann::json;

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (auto [word, rest] = split_word(text); !word.empty(); std::tie(word, rest) = split_word(rest))
    words.push_back(word);
  return words;
}

std::pair<std::string_view, std::string_view> split_word(std::string_view text) {
  text = trimmed(text);
  const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
  return {text.substr(0, end), trimmed(text.substr(end))};
}

std::optional<std::uint64_t> as_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return {};
  return number;
}

Result<std::uint64_t> parse_number(std::string_view text, std::string_view what) {
  if (const auto number = as_number(text)) return *number;
  return bad_input(fmt::format("{} must be a whole number, not '{}'", what, text));
}

Result<json> parse_workgroup(std::string_view text) {
  std::string_view inner = trimmed(text);
  if (const auto index = as_number(inner)) return json(*index);
  if (inner.starts_with('(') && inner.ends_with(')')) inner = inner.substr(1, inner.size() - 2);
  json coordinates = json::array();
  for (const std::string_view part : split_outside_parentheses(inner, ',')) {
    const auto number = as_number(trimmed(part));
    if (!number || coordinates.size() == 3)
      return bad_input(
          fmt::format("'{}' is not a workgroup: write X,Y or X,Y,Z, or its linear index", text));
    coordinates.push_back(*number);
  }
  while (coordinates.size() < 3) coordinates.push_back(0);
  return coordinates;
}

Result<json> parse_pixel(std::string_view text) {
  constexpr std::array names{"x", "y", "layer"};
  json pixel = json::object();
  for (const std::string_view part : split_outside_parentheses(text, ',')) {
    const auto number = as_number(trimmed(part));
    if (!number || *number > std::numeric_limits<std::uint32_t>::max() ||
        pixel.size() == names.size()) {
      pixel.clear();
      break;
    }
    pixel[names[pixel.size()]] = *number;
  }
  if (pixel.size() < 2)
    return bad_input(fmt::format("'{}' is not a pixel: write X,Y or X,Y,LAYER", text));
  return pixel;
}

std::optional<PixelName> as_pixel_name(std::string_view text) {
  text = trimmed(text);
  const std::size_t bracket = text.find('[');
  if (bracket == std::string_view::npos || !text.ends_with(']')) return {};
  const std::string_view name = text.substr(0, bracket);
  auto pixel = parse_pixel(text.substr(bracket + 1, text.size() - bracket - 2));
  if (!is_name(name) || !pixel) return {};
  return PixelName{std::string(name), std::move(*pixel)};
}

std::optional<FileLine> as_file_line(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return {};
  const auto line = as_number(text.substr(colon + 1));
  if (!line) return {};
  return FileLine{std::string(text.substr(0, colon)), *line};
}

std::vector<std::string> split_expressions(std::string_view text) {
  std::vector<std::string> parts;
  int depth = 0;
  std::string part;
  const auto finish = [&] {
    const std::string_view words = trimmed(part);
    if (!words.empty()) parts.emplace_back(words);
    part.clear();
  };
  for (const char c : text) {
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == ',' && depth <= 0) {
      finish();
    } else {
      part += c;
    }
  }
  finish();
  return parts;
}

}  // namespace spirv_oracle
