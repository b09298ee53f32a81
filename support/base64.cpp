#include "support/base64.h"

#include <cstddef>
#include <cstdint>

namespace spirv_oracle {
namespace {

constexpr std::string_view base64_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// The 24 bits of up to three bytes.
std::uint32_t bits_of(std::string_view bytes) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < 3; ++i)
    bits = (bits << 8U) | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
  return bits;
}

}  // namespace

std::string encode_base64(std::string_view bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view group = bytes.substr(i, 3);
    const std::uint32_t bits = bits_of(group);
    for (std::size_t digit = 0; digit < 4; ++digit)
      text += digit <= group.size() ? base64_digits[(bits >> (18 - 6 * digit)) & 63U] : '=';
  }
  return text;
}

std::optional<std::string> decode_base64(std::string_view text) {
  if (text.size() % 4 != 0) return {};
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::uint32_t bits = 0;
    std::size_t padding = 0;
    for (const char c : text.substr(i, 4)) {
      const std::size_t digit = base64_digits.find(c);
      if (c == '=') {
        ++padding;
      } else if (digit == std::string_view::npos || padding > 0) {
        return {};
      }
      bits = (bits << 6U) | (c == '=' ? 0U : static_cast<std::uint32_t>(digit));
    }
    if (padding > 2 || (padding > 0 && i + 4 < text.size())) return {};
    for (std::size_t byte = 0; byte < 3 - padding; ++byte)
      bytes += static_cast<char>((bits >> (16 - 8 * byte)) & 255U);
  }
  return bytes;
}

}  // namespace spirv_oracle
