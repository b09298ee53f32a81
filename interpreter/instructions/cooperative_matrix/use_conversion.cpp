// Conversion Instructions: cooperative matrices with another use, and their transposes (SPV_NV_cooperative_matrix2).

#include <utility>
#include <vector>

#include "grammar/core.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/cooperative_matrix/cooperative_matrix.h"
#include "interpreter/instructions/cooperative_matrix/element_move.h"

namespace spirv_oracle {
namespace {

using Use = spv::CooperativeMatrixUse;

// Fails unless the operand is an accumulator with the component type and the scope of the result.
const Type& accumulator_operand(const Lowering& lowering, const Instruction& instruction) {
  const Type& matrix = lowering.type_of(instruction.id(2));
  const Type& result = lowering.type(instruction.type);
  const bool fits = matrix.kind == Type::Kind::cooperative_matrix && result.kind == matrix.kind &&
                    matrix.cooperative.use == Use::MatrixAccumulatorKHR &&
                    matrix.cooperative.scope == result.cooperative.scope &&
                    matrix.scalar == result.scalar;
  if (!fits) lowering.fail_input("Matrix and Result Type do not match");
  return matrix;
}

// Which elements an invocation holds does not depend on the use.
struct OpCooperativeMatrixConvertNV : Arrangement<grammar::OpCooperativeMatrixConvertNV> {
  static constexpr auto enclosure = &enclosures::moves;
  static constexpr bool only_moves = true, depends_on_tangle = true;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Type& matrix = accumulator_operand(lowering, instruction);
    const Type& result = lowering.type(instruction.type);
    if (matrix.cooperative.rows != result.cooperative.rows ||
        matrix.cooperative.columns != result.cooperative.columns)
      lowering.fail_input("Matrix and Result Type have different sizes");
    lowering.bind(instruction.result, lowering.operand_slots(instruction.id(Grammar::matrix)));
  }
};

struct OpCooperativeMatrixTransposeNV {
  using Grammar = grammar::OpCooperativeMatrixTransposeNV;
  static constexpr auto enclosure = &enclosures::accesses;
  static constexpr bool only_moves = true, depends_on_tangle = true;
  static bool depends(const ComponentPair&) { return true; }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Type& matrix = accumulator_operand(lowering, instruction);
    const Type& result = lowering.type(instruction.type);
    if (matrix.cooperative.rows != result.cooperative.columns ||
        matrix.cooperative.columns != result.cooperative.rows)
      lowering.fail_input("the rows and columns of Matrix and Result Type do not match");
    const std::vector<Slot> planes = lowering.operand_slots(instruction.id(Grammar::matrix));
    const std::vector<Slot> results = lowering.define(instruction).slots;
    PlacedPlanes transposed =
        placed_planes(lowering.types().elements(result), result.scalar, results);
    for (std::uint32_t& place : transposed.places) {
      const std::uint32_t element = place & ~MatrixPlanes::copy_bit;
      place = element % transposed.columns * transposed.rows + element / transposed.columns;
    }
    emit_element_move(lowering, result.cooperative.scope,
                      placed_planes(lowering.types().elements(matrix), matrix.scalar, planes),
                      std::move(transposed));
  }
};

}  // namespace

std::span<const InstructionDefinition> matrix_conversion_instructions() {
  return InstructionList<OpCooperativeMatrixConvertNV, OpCooperativeMatrixTransposeNV>::definitions;
}

}  // namespace spirv_oracle
