// What the record of an atomic instruction accesses.
#pragma once

#include <optional>

#include "interpreter/ir/record.h"
#include "memory/atomic_operation.h"

namespace spirv_oracle {

struct AccessedAtomically {
  Slot address = 0;
  Slot result = no_slot;      // Original Value, even if the instruction does not return it
  Slot comparator = no_slot;  // of a compare-exchange
  Slot value = no_slot;       // the operand, or the stored value
  bool reads = true;
  bool writes = true;
  unsigned bytes = 4;
  // False for an instruction without the operands Memory and Semantics: Relaxed, with Scope Device.
  bool has_semantics = true;
  // The operation, if the definition of the instruction does not know it.
  std::optional<AtomicOperation> operation = {};
};

}  // namespace spirv_oracle
