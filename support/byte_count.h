// Numbers of bytes on the command line.
#pragma once

#include <cstdint>
#include <string_view>

#include "interpreter/result.h"

namespace spirv_oracle {

// Reads a whole number, with an optional K, M or G for powers of 1024.
Result<std::uint64_t> parse_bytes(std::string_view text);

}  // namespace spirv_oracle
