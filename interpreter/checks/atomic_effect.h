// What an atomic instruction did to a value in memory, as far as the order among atomics is concerned
// (memory/atomic_order.h).
#pragma once

#include <cstdint>

#include <spirv/unified1/spirv.hpp11>

#include "memory/atomic_order.h"

namespace spirv_oracle {

// Of atomic instructions. A compare-exchange is an `other`.
AtomicOperation atomic_operation(spv::Op opcode);

// The operands of one access, as bits.
struct AtomicOperands {
  unsigned bytes = 4;
  std::uint64_t original = 0;  // Original Value
  std::uint64_t value = 0;     // what is combined with it, or stored
  std::uint64_t comparator = 0;
  bool is_certain = true;  // all of them, and the address
};
AtomicEffect atomic_effect(AtomicOperation operation, const AtomicOperands& operands);

}  // namespace spirv_oracle
