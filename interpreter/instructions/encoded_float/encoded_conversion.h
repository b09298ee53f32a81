// Conversions from and to floats in other formats than those of IEEE 754. Those from and to bfloat16 go through 32-bit
// floats ("Conversion Instructions" in SPV_KHR_bfloat16). Those to smaller floats round once.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "interpreter/findings/clause.h"
#include "interpreter/findings/clause_id.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

inline constexpr std::string_view least_mxint8_condition =
    "the bits of an MXINT8 are 0x80, whose interpretation is undefined";
inline constexpr std::string_view not_representable_condition =
    "Result Type is a type of SPV_EXT_ocp_microscaling_types, and cannot represent the value";

// Of an instruction that emits emit_decoded().
template <class G>
struct LeastMxint8 {
  static constexpr Clause least_mxint8{internal::ClauseId<G, ".least-mxint8">::view,
                                       "conversion-out-of-range", Effect::undefined_result,
                                       least_mxint8_condition};
};

// Of an instruction that emits emit_encoded() with a format of its result type.
template <class G>
struct NotRepresentable {
  static constexpr Clause not_representable{
      internal::ClauseId<G, ".not-representable">::view, "conversion-out-of-range",
      Effect::implementation_defined, not_representable_condition};
};

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
