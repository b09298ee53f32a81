// Residency codes, the first members of the results of OpImageSparse... instructions.
//
// A code is opaque: each implementation has its own. So its plane is marked as implementation-dependent, and only
// OpImageSparseTexelsResident, which recognizes its bits, gives a certain result.
#pragma once

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/images/residency.h"

namespace spirv_oracle {

struct ResidencyPlane {
  Slot slot = no_slot;
  std::uint32_t bytes = 4;  // of an integer: 1, 2, 4 or 8
};

// Stores the code for one lane, and marks it.
void store_residency_code(Subgroup& subgroup, ResidencyPlane plane, unsigned lane,
                          Residency residency);

}  // namespace spirv_oracle
