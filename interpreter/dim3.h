// A size or an index in three dimensions: x, y, z.
#pragma once

#include <array>
#include <cstdint>

namespace spirv_oracle {

using Dim3 = std::array<std::uint32_t, 3>;

}  // namespace spirv_oracle
