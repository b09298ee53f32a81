// Conversion Instructions: floats as the bits of an integer (SPV_INTEL_bfloat16_conversion).

#include <vector>

#include "grammar/core.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/encoded_float/encoded_conversion.h"
#include "interpreter/instructions/encoded_float/integer_encoding.h"

namespace spirv_oracle {
namespace {

void check_widths(const Lowering& lowering, const Type& floats, const Type& integers) {
  const bool fits = floats.scalar == ScalarType{ScalarType::Class::floating, 4} &&
                    integers.scalar.scalar_class == ScalarType::Class::integer &&
                    integers.scalar.bytes == 2 &&
                    floats.component_count == integers.component_count;
  if (!fits) lowering.fail_input("operand and result must be 32-bit floats and 16-bit integers");
}

struct OpConvertFToBF16INTEL {
  using Grammar = grammar::OpConvertFToBF16INTEL;
  static constexpr auto enclosure = &enclosures::bfloat16_as_integer;
  static constexpr bool computes_floats = true, flushes_denormals = false;

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Id value = instruction.id(Grammar::float_value);
    check_widths(lowering, lowering.type_of(value), lowering.type(instruction.type));
    const std::vector<Slot> floats = lowering.operand_slots(value);
    emit_encoded(lowering, lowering.define(instruction).slots, floats, 4,
                 EncodedTarget(lowering, FloatEncoding::bfloat16));
  }
};

struct OpConvertBF16ToFINTEL {
  using Grammar = grammar::OpConvertBF16ToFINTEL;
  static constexpr auto enclosure = &enclosures::bfloat16_as_integer;
  static constexpr bool computes_floats = true, flushes_denormals = false;

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Id value = instruction.id(Grammar::b_float16_value);
    check_widths(lowering, lowering.type(instruction.type), lowering.type_of(value));
    lowering.bind(instruction.result,
                  emit_decoded(lowering, lowering.operand_slots(value), FloatEncoding::bfloat16));
  }
};

}  // namespace

std::span<const InstructionDefinition> integer_encoding_instructions() {
  return InstructionList<OpConvertFToBF16INTEL, OpConvertBF16ToFINTEL>::definitions;
}

}  // namespace spirv_oracle
