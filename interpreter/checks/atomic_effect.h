// The effect of an atomic instruction on a value in memory, as the order of atomics needs it
// (memory/atomic_order.h).
#pragma once

#include <cstdint>
#include <optional>

#include <spirv/unified1/spirv.hpp11>

#include "memory/atomic_order.h"

namespace spirv_oracle {

// The operation of an atomic instruction; none if the order of its accesses is not known to matter or not.
std::optional<AtomicOperation> atomic_operation(spv::Op opcode);

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
