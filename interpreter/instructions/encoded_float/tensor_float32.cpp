// Conversion Instructions: rounding to TF32. Its values are 32-bit floats whose lowest bits are zeros.
#include "interpreter/instructions/encoded_float/tensor_float32.h"

#include <bit>

#include "grammar/core.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/kernels/float_encoding.h"

namespace spirv_oracle {
namespace {

struct OpRoundFToTF32INTEL : Unary<grammar::OpRoundFToTF32INTEL, Float32> {
  static constexpr auto enclosure = &enclosures::round_to_tf32;
  static constexpr bool computes_floats = true;
  // "With rounding to the nearest even", whatever the module declares.
  static float component(float value) {
    constexpr int unused = 32 - tensor_float32_format.bits();
    return std::bit_cast<float>(encode(tensor_float32_format, value, EncodedRounding::nearest_even)
                                << unused);
  }
};

}  // namespace

std::span<const InstructionDefinition> tensor_float32_instructions() {
  return InstructionList<OpRoundFToTF32INTEL>::definitions;
}

}  // namespace spirv_oracle
