// Conversions from and to floats in other formats than those of IEEE 754. They go through 32-bit floats ("Conversion
// Instructions" in SPV_KHR_bfloat16).
#pragma once

#include <span>
#include <vector>

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

inline bool is_encoded(ScalarType type) {
  return type.scalar_class == ScalarType::Class::encoded_floating;
}

// New planes with the exact values of encoded components as 32-bit floats.
std::vector<Slot> emit_decoded(Lowering& lowering, std::span<const Slot> encoded,
                               FloatEncoding encoding);

// results = the encoded values of 32-bit floats, rounded to nearest even. Vulkan leaves the rounding mode to the
// implementation, whatever the module declares; --arithmetic toward-zero selects the other one.
void emit_encoded(Lowering& lowering, std::span<const Slot> results, std::span<const Slot> floats,
                  FloatEncoding encoding);

}  // namespace spirv_oracle
