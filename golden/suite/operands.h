// The operands of the modules of the suite: values by operand class, and the invocations that take
// part.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "golden/suite/value_type.h"

namespace spirv_oracle::golden {

// The shape of the single workgroup: full subgroups and a partly filled one, if the size permits.
struct SuiteShape {
  std::uint32_t subgroup_size = 32;
  std::uint32_t invocations = 52;

  std::uint32_t lane(std::uint32_t invocation) const { return invocation % subgroup_size; }
  // A lane in the upper half, which the partly filled subgroup lacks. It is in most masks.
  std::uint32_t marked_lane() const { return subgroup_size * 5 / 8; }
};
SuiteShape suite_shape(std::uint32_t subgroup_size);

// Subsets of the invocations that execute an instruction.
struct ExecutionMask {
  std::string name;
  bool (*takes_part)(const SuiteShape&, std::uint32_t invocation);
};
const std::vector<ExecutionMask>& execution_masks();

// The bits of some masks. "random" partly overlaps with "alternating".
inline constexpr unsigned random_mask = 0, alternating_mask = 1, all_but_first_mask = 2;

// The word of an invocation: a bit for each execution mask, its number of loop iterations (0 to 3),
// and its case of a switch (0 to 2).
inline constexpr unsigned trips_shift = 16, case_shift = 20;
std::uint32_t membership(const SuiteShape& shape, std::uint32_t invocation);

// How an instruction uses its values, which decides the operands that are worth testing.
enum class ValueUse : std::uint8_t { none, add, multiply, extreme, bits, moved, compared, ballot };

// One value for each invocation, as bits of its components.
struct ValueRow {
  std::string name;  // of the operand class
  std::function<std::uint64_t(std::uint32_t invocation, unsigned component)> bits;
};
std::vector<ValueRow> value_rows(const SuiteShape& shape, ValueType type, ValueUse use);

// A hash of the number that is the same on every machine.
std::uint64_t scrambled(std::uint64_t number);

}  // namespace spirv_oracle::golden
