#include "golden/shard.h"

#include <fmt/format.h>

#include "data/scalar.h"

namespace spirv_oracle::golden {

Result<Shard> parse_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string::npos) {
    const auto index = parse_unsigned(std::string_view(text).substr(0, slash), "I");
    const auto count = parse_unsigned(std::string_view(text).substr(slash + 1), "N");
    if (index && count && *index >= 1 && *index <= *count) return Shard{*index - 1, *count};
  }
  return bad_input(fmt::format("'{}' is not a shard: write I/N with I from 1 to N", text));
}

}  // namespace spirv_oracle::golden
