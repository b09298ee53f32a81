// Operands of computations: values at the limits of a type, and random ones.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

// A named class of operands, as bits of scalars.
struct OperandClass {
  std::string_view name;
  std::vector<std::uint64_t> values;
};

// All classes of a type except random numbers, without duplicates.
std::vector<OperandClass> edge_values(ScalarKind scalar);

// A few values of each class, for instructions that combine several operands.
std::vector<std::uint64_t> common_values(ScalarKind scalar);

// A value for each number: integers of all magnitudes; floats with magnitudes near 1 and far from
// it.
std::uint64_t random_value(ScalarKind scalar, std::uint64_t number);

}  // namespace spirv_oracle::golden
