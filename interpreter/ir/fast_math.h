// The bits of FP Fast Math Mode.
#pragma once

#include <cstdint>

namespace spirv_oracle::fast_math {

inline constexpr std::uint32_t not_nan = 1, not_inf = 2, nsz = 4, allow_recip = 8, fast = 0x10,
                               allow_contract = 0x10000, allow_reassoc = 0x20000;

}  // namespace spirv_oracle::fast_math
