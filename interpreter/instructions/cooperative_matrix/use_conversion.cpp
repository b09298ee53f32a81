// Conversion Instructions: cooperative matrices with another use, and their transposes (SPV_NV_cooperative_matrix2).

#include <optional>
#include <vector>

#include "grammar/core.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/cooperative_matrix/cooperative_matrix.h"
#include "interpreter/instructions/cooperative_matrix/dense_matrix.h"
#include "interpreter/instructions/cooperative_matrix/matrix_scope.h"
#include "interpreter/observe/enclosures.h"

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

// The place of an element in the transposed matrix.
std::size_t transposed_place(const MatrixPlanes& matrix, std::size_t element) {
  return element % matrix.columns * matrix.rows + element / matrix.columns;
}

// Words: { the matrix, the matrix of the results }.
void transpose(MatrixHolders holders, const Record&, const std::uint32_t* words) {
  const MatrixPlanes matrix = read_matrix(words);
  const MatrixPlanes result = read_matrix(words);
  const DenseMatrix<std::uint64_t> from = gather_integers(holders, matrix, false);
  DenseMatrix<std::uint64_t> to;
  to.elements.resize(from.elements.size());
  to.marks.resize(from.marks.size());
  for (std::size_t i = 0; i < from.elements.size(); ++i) {
    const std::size_t place = transposed_place(matrix, i);
    to.elements[place] = from.elements[i];
    if (!from.marks.empty()) to.marks[place] = from.marks[i];
  }
  scatter(holders, result, to);
}

// The record after it, for a run that encloses values, with the same words.
void enclose_transpose(MatrixHolders holders, const Record& record, const std::uint32_t* words) {
  const MatrixPlanes matrix = read_matrix(words);
  const MatrixPlanes result = read_matrix(words);
  Enclosures* const enclosures = enclosures_of(*holders[0].subgroup);
  if (enclosures == nullptr) {
    for (Subgroup* subgroup : subgroups_of(holders)) {
      for (const Slot plane : result.planes) mark_not_enclosed(*subgroup, plane);
    }
    return;
  }
  std::vector<Interval> values(matrix.count());
  for (std::size_t i = 0; i < matrix.places.size(); ++i) {
    const MatrixHolder& holder = holders[i % holders.size()];
    if ((matrix.places[i] & MatrixPlanes::copy_bit) != 0) continue;
    values[transposed_place(matrix, matrix.places[i])] =
        enclosures->values_of(*holder.subgroup, matrix.planes[i / holders.size()], holder.lane);
  }
  for (std::size_t i = 0; i < result.places.size(); ++i) {
    const MatrixHolder& holder = holders[i % holders.size()];
    const Interval& of_element = values[result.places[i] & ~MatrixPlanes::copy_bit];
    const auto several = of_element.is_point() ? std::nullopt : std::optional(Computed{of_element});
    enclosures->enclose(*holder.subgroup, result.planes[i / holders.size()], holder.lane, several,
                        record.origin);
  }
  enclosures->count_work(*holders[0].subgroup, result.places.size());
}

struct OpCooperativeMatrixTransposeNV {
  using Grammar = grammar::OpCooperativeMatrixTransposeNV;
  static constexpr bool only_moves = true, depends_on_tangle = true;
  static bool depends(const ComponentPair&) { return true; }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Type& matrix = accumulator_operand(lowering, instruction);
    const Type& result = lowering.type(instruction.type);
    if (matrix.cooperative.rows != result.cooperative.columns ||
        matrix.cooperative.columns != result.cooperative.rows)
      lowering.fail_input("the rows and columns of Matrix and Result Type do not match");
    // Components are moved as bits.
    const ScalarType bits = ScalarType::unsigned_integer(matrix.scalar.bytes);
    std::vector<std::uint32_t> words;
    const std::vector<Slot> planes = lowering.operand_slots(instruction.id(Grammar::matrix));
    append_matrix(lowering.types().elements(matrix), bits, planes, words);
    const std::vector<Slot> results = lowering.define(instruction).slots;
    append_matrix(lowering.types().elements(result), bits, results, words);
    const spv::Scope scope = result.cooperative.scope;
    emit_matrix_record<&transpose>(lowering, scope, words, {.reads = planes, .writes = results});
    if (lowering.request().record_enclosures && matrix.scalar.is_float())
      emit_matrix_record<&enclose_transpose>(lowering, scope, words, {.writes = results});
  }
};

}  // namespace

std::span<const InstructionDefinition> matrix_conversion_instructions() {
  return InstructionList<OpCooperativeMatrixConvertNV, OpCooperativeMatrixTransposeNV>::definitions;
}

}  // namespace spirv_oracle
