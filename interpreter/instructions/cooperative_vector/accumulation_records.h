// The records that tell the observers of values what an accumulation computes and adds.
#pragma once

#include <array>

#include "interpreter/loader/types/types.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Must follow the record that computes `product` from two components.
void observe_product(Lowering& lowering, Slot product, ScalarType type,
                     const std::array<Slot, 2>& components);

struct AccumulatedElement {
  Slot address = no_slot, value = no_slot;
  Slot original = no_slot;  // what was in memory before
  ScalarType type;
};
// Must follow the record of the atomic.
void observe_accumulation(Lowering& lowering, const AccumulatedElement& element);

}  // namespace spirv_oracle
