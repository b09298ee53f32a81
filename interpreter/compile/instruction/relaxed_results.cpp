#include "interpreter/compile/instruction/relaxed_results.h"

#include <string_view>

#include "interpreter/instructions/common/families.h"

namespace spirv_oracle {
namespace {

// "the operation is executed as though its type were N bits in size", with the least N, 16.
struct RelaxedFloat {
  static float component(float value) { return quantize_to_f16(value); }
};
struct RelaxedSigned {
  static std::int32_t component(std::int32_t value) { return static_cast<std::int16_t>(value); }
};
struct RelaxedUnsigned {
  static std::uint32_t component(std::uint32_t value) { return static_cast<std::uint16_t>(value); }
};

Handler relaxed_handler(ScalarType type) {
  if (type.scalar_class == ScalarType::Class::floating)
    return internal::component_handler<RelaxedFloat, float, float>();
  return type.is_signed
             ? internal::component_handler<RelaxedSigned, std::int32_t, std::int32_t>()
             : internal::component_handler<RelaxedUnsigned, std::uint32_t, std::uint32_t>();
}

// By the instruction class of the grammar.
bool operates_on_numbers(const Instruction& instruction, std::string_view instruction_class) {
  if (instruction.opcode == spv::Op::OpBitcast) return false;
  return instruction_class == "Arithmetic" || instruction_class == "Bit" ||
         instruction_class == "Conversion" || instruction_class == "Extension" ||
         instruction_class == "Image";
}

}  // namespace

void relax_results(Lowering& lowering, const Instruction& instruction,
                   const InstructionDefinition& definition) {
  if (!lowering.request().arithmetic.relax || instruction.result == 0 ||
      !operates_on_numbers(instruction, definition.instruction_class) ||
      !lowering.module().has_decoration(instruction.result, spv::Decoration::RelaxedPrecision)) {
    return;
  }
  const auto scalars = lowering.components(instruction.type);
  const std::vector<Slot> results = lowering.value(instruction.result).slots;
  for (std::size_t i = 0; i < results.size() && i < scalars.size(); ++i) {
    if (scalars[i].bytes != 4 || !lowering.is_of_instruction(results[i])) continue;
    lowering.emit(relaxed_handler(scalars[i]), results[i], {results[i]});
    lowering.chooses(&ArithmeticChoices::relax);
  }
}

}  // namespace spirv_oracle
