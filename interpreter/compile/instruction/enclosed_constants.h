// Encloses constants that implementations may compute in different ways: those that OpSpecConstantOp computes from floats.
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// To be called before anything else of an entry point is lowered, with Policy::record_enclosures. Such constants, and those that
// are made of them, get planes of their own with enclosures.
void emit_enclosed_constants(Lowering& lowering);

}  // namespace spirv_oracle
