// Conversions from and to floats in other formats than those of IEEE 754. Those from and to bfloat16 go through 32-bit
// floats ("Conversion Instructions" in SPV_KHR_bfloat16). Those to 8-bit floats round once.
#pragma once

#include <span>
#include <vector>

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// The float type to which numbers of other types are converted first. That to the type of doubles does not round floats,
// and rounds only integers that are too large for an 8-bit float.
ScalarType converted_through(FloatEncoding encoding);

// New planes with the exact values of encoded components as 32-bit floats.
std::vector<Slot> emit_decoded(Lowering& lowering, std::span<const Slot> encoded,
                               FloatEncoding encoding);

// How numbers become encoded floats.
struct EncodedTarget {
  // Rounds to nearest even. Vulkan leaves the rounding mode to the implementation, whatever the module declares;
  // --arithmetic toward-zero selects the other one.
  EncodedTarget(Lowering& lowering, FloatEncoding to);
  // That of a conversion, which may have decorations.
  EncodedTarget(Lowering& lowering, const Instruction& instruction);

  FloatEncoding encoding;
  EncodedRounding rounding = EncodedRounding::nearest_even;
  bool saturates = false;
};

// results = the encoded values of floats with `float_bytes` bytes, 4 or 8.
void emit_encoded(Lowering& lowering, std::span<const Slot> results, std::span<const Slot> floats,
                  unsigned float_bytes, const EncodedTarget& target);

}  // namespace spirv_oracle
