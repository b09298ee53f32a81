#include "support/byte_count.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>

namespace spirv_oracle {

Result<std::uint64_t> parse_bytes(std::string_view text) {
  constexpr std::string_view suffixes = "KMG";
  const std::size_t suffix = text.empty() ? std::string_view::npos : suffixes.find(text.back());
  const unsigned shift =
      suffix == std::string_view::npos ? 0 : 10 * (static_cast<unsigned>(suffix) + 1);
  std::string_view digits = text.substr(0, text.size() - (shift == 0 ? 0 : 1));
  const bool hexadecimal = digits.starts_with("0x");
  if (hexadecimal) digits.remove_prefix(2);
  std::uint64_t value = 0;
  const char* const last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, value, hexadecimal ? 16 : 10);
  if (error == std::errc::invalid_argument || end != last)
    return bad_input(
        fmt::format("invalid size '{}': expected an integer with optional suffix K, M or G", text));
  if (error != std::errc() || value > std::numeric_limits<std::uint64_t>::max() >> shift)
    return bad_input(fmt::format("{} is out of range", text));
  return value << shift;
}

}  // namespace spirv_oracle
