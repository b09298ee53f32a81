// All results that adding or multiplying a few numbers may have, where order and association are open: what a group operation
// on floats may give.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "interpreter/enclosures/float_rules.h"

namespace spirv_oracle {

// With more numbers there are too many orders.
inline constexpr unsigned max_enclosed_in_all_orders = 5;

enum class Combination : std::uint8_t { sum, product };

// Ascending, each once; zeros of both signs count as one number. Each step of each order rounds, and may flush its operands
// and its result, as the rules say. None where there are more numbers than the limit or very many results, and where a
// step may overflow.
std::optional<std::vector<Real>> combinations_in_all_orders(const FloatRules& rules,
                                                            Combination combination,
                                                            std::span<const Real> numbers);

}  // namespace spirv_oracle
