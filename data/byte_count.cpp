#include "data/byte_count.h"

#include <fmt/format.h>

#include <limits>

#include "data/scalar.h"

namespace spirv_oracle {

Result<std::uint64_t> parse_bytes(std::string_view text) {
  constexpr std::string_view suffixes = "KMG";
  const std::size_t suffix = text.empty() ? std::string_view::npos : suffixes.find(text.back());
  const unsigned shift =
      suffix == std::string_view::npos ? 0 : 10 * (static_cast<unsigned>(suffix) + 1);
  const auto value =
      parse_unsigned(suffix == std::string_view::npos ? text : text.substr(0, text.size() - 1),
                     "the number of bytes");
  if (!value)
    return bad_input(
        fmt::format("invalid size '{}': expected an integer with optional suffix K, M or G", text));
  if (*value > std::numeric_limits<std::uint64_t>::max() >> shift)
    return bad_input(fmt::format("{} is out of range", text));
  return *value << shift;
}

}  // namespace spirv_oracle
