// All possible results of adding or multiplying a few numbers in any order and association, as in
// float group operations.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "interpreter/enclosures/float_rules.h"

namespace spirv_oracle {

// More numbers have too many orders.
inline constexpr unsigned max_enclosed_in_all_orders = 5;

enum class Combination : std::uint8_t { sum, product };

// The results, ascending and without duplicates; zeros of both signs count as one number. Each step
// of each order rounds, and may flush its operands and its result, according to the rules. None if
// there are too many numbers or results, or if a step may overflow.
std::optional<std::vector<Real>> combinations_in_all_orders(const FloatRules& rules,
                                                            Combination combination,
                                                            std::span<const Real> numbers);

}  // namespace spirv_oracle
