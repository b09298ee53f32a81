// What the record of an atomic instruction accesses.
#pragma once

#include "interpreter/ir/record.h"

namespace spirv_oracle {

struct AccessedAtomically {
  Slot address = 0;
  Slot result = no_slot;      // Original Value, even if the instruction does not return it
  Slot comparator = no_slot;  // of a compare-exchange
  Slot value = no_slot;       // the operand, or the stored value
  bool reads = true;
  bool writes = true;
  unsigned bytes = 4;
};

}  // namespace spirv_oracle
