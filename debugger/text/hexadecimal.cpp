#include "debugger/text/hexadecimal.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace spirv_oracle {
namespace {

unsigned bits_of_type(std::string_view type) {
  constexpr std::array<std::pair<std::string_view, unsigned>, 3> widths{
      {{"16", 16}, {"64", 64}, {"8", 8}}};
  for (const auto& [name, bits] : widths)
    if (type.find(name) != std::string_view::npos) return bits;
  return 32;
}

bool is_part_of_number(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-' ||
         c == '+' || c == '%';
}

std::string hexadecimal(std::string_view word, std::string_view type) {
  const bool negative = word.starts_with('-');
  const std::string_view digits = negative ? word.substr(1) : word;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size())
    return std::string(word);
  if (!negative) return fmt::format("{:#x}", value);
  const unsigned bits = bits_of_type(type);
  const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  return fmt::format("{:#x}", (~value + 1) & mask);
}

}  // namespace

std::string hexadecimal_text(std::string_view text, std::string_view type) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    if (!is_part_of_number(text[i])) {
      result += text[i++];
      continue;
    }
    const std::size_t begin = i;
    while (i < text.size() && is_part_of_number(text[i])) ++i;
    result += hexadecimal(text.substr(begin, i - begin), type);
  }
  return result;
}

}  // namespace spirv_oracle
