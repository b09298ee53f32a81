// The effect of an atomic instruction on a value in memory, as the order of atomics needs it
// (memory/atomic_order.h).
#pragma once

#include <cstdint>

#include "memory/atomic_order.h"

namespace spirv_oracle {

// Whether the operation leaves every value as it is if its operand is 0.
constexpr bool is_unchanged_by_zero(AtomicOperation operation) {
  using enum AtomicOperation;
  return operation == add || operation == bit_or || operation == bit_xor ||
         operation == unsigned_max;
}

// The operands of one access, as bits.
struct AtomicOperands {
  unsigned bytes = 4;
  std::uint64_t original = 0;  // Original Value
  std::uint64_t value = 0;     // the operand, or the stored value
  std::uint64_t comparator = 0;
  bool is_certain = true;  // whether all of them and the address are certain
};
AtomicEffect atomic_effect(AtomicOperation operation, const AtomicOperands& operands);

}  // namespace spirv_oracle
