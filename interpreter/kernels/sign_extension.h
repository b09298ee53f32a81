// Integers of fewer than 64 bits, kept in 64.
#pragma once

#include <cstddef>
#include <cstdint>

namespace spirv_oracle {

// The number that the lowest `width` bits represent in two's complement; `width`: 1 to 64.
constexpr std::int64_t sign_extended(std::uint64_t bits, std::size_t width) {
  const std::size_t unused = 64 - width;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

}  // namespace spirv_oracle
