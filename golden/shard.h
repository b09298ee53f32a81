// --shard I/N: every Nth item, for several machines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "interpreter/result.h"

namespace spirv_oracle::golden {

struct Shard {
  std::uint64_t index = 0, count = 1;  // index counts from 0

  bool has(std::size_t item) const { return item % count == index; }
};

// Reads "I/N", where I counts from 1 to N.
Result<Shard> parse_shard(const std::string& text);

}  // namespace spirv_oracle::golden
