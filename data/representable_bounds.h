// The numbers of a type that lie in an interval.
#pragma once

#include <cstdint>
#include <optional>

#include "data/scalar.h"

namespace spirv_oracle {

// The bits of the least and the greatest number.
struct BitBounds {
  std::uint64_t low = 0, high = 0;
};

// The bounds of the numbers of a type in a closed interval. Those of floats are infinities where the interval reaches
// beyond the type. None for integers if the interval reaches beyond the type, or beyond the integers that doubles
// represent exactly: then it says nothing about the value.
std::optional<BitBounds> representable_bounds(ScalarKind type, double low, double high);

}  // namespace spirv_oracle
