// Operands of computations: values at the edges of what a type holds, and random ones.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

// Bits of scalars with a common subject.
struct OperandClass {
  std::string_view name;
  std::vector<std::uint64_t> values;
};

// All classes of a type but random numbers, each value once.
std::vector<OperandClass> edge_values(ScalarKind scalar);

// A few values of each class, for instructions that combine several operands.
std::vector<std::uint64_t> common_values(ScalarKind scalar);

// One value for each number: integers of all magnitudes; floats of magnitudes near 1 and far from it.
std::uint64_t random_value(ScalarKind scalar, std::uint64_t number);

}  // namespace spirv_oracle::golden
