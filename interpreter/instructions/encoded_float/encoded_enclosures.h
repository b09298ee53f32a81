// Enclosures of floats in other formats than those of IEEE 754.
#pragma once

#include <cstddef>

#include "interpreter/ir/enclosure_rule.h"

namespace spirv_oracle {

// The values of a component of operand k, whatever its format. Encoded denormals may be flushed.
Interval decoded_operand(const EnclosedOperands& in, std::size_t k, std::size_t component = 0);

// The encoded results of a conversion: the two nearest of each number. Vulkan leaves the rounding mode to the implementation.
Computed encoded_results(const EnclosedOperands& in, const Interval& exact);

// A sum of products and a number, in any order and with any precision that is not less than that of the result. The operands
// are two vectors, and the number if there is one.
Computed mixed_dot_product(const EnclosedOperands& in);

}  // namespace spirv_oracle
