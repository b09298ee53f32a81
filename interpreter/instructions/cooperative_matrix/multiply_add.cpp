// Arithmetic Instructions: the product of cooperative matrices.

#include <string>
#include <vector>

#include "grammar/core.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/cooperative_matrix/cooperative_matrix.h"
#include "interpreter/instructions/cooperative_matrix/dense_product.h"
#include "interpreter/instructions/cooperative_matrix/enclosed_product.h"
#include "interpreter/instructions/cooperative_matrix/matrix_scope.h"

namespace spirv_oracle {
namespace {

struct OpCooperativeMatrixMulAddKHR : FloatProductClauses<grammar::OpCooperativeMatrixMulAddKHR> {
  using Grammar = grammar::OpCooperativeMatrixMulAddKHR;
  static constexpr auto enclosure = &enclosures::accesses;
  static constexpr bool depends_on_tangle = true;
  static constexpr bool takes_math_defaults = false;
  static constexpr Clause product_overflows{
      "OpCooperativeMatrixMulAddKHR.product-overflows", "intermediate-overflow",
      Effect::undefined_result,
      "with SaturatingAccumulation, the product of A and B overflows before C is added"};
  static constexpr auto clauses = clause_list(order, nan_or_denormal, product_overflows);

  static bool depends(const ComponentPair&) { return true; }

  static constexpr ReportedClauses product_clauses{&order, &nan_or_denormal, &product_overflows};
  static void multiply_floats(MatrixHolders holders, const Record& record,
                              const std::uint32_t* words) {
    spirv_oracle::multiply_floats(holders, record, words, product_clauses);
  }
  static void multiply_integers(MatrixHolders holders, const Record& record,
                                const std::uint32_t* words) {
    spirv_oracle::multiply_integers(holders, record, words, product_clauses);
  }

  static void check_shapes(const Lowering& lowering, const Type& a, const Type& b, const Type& c,
                           const Type& result) {
    const auto is = [&](const Type& type, std::uint32_t rows, std::uint32_t columns,
                        spv::CooperativeMatrixUse use) {
      return type.kind == Type::Kind::cooperative_matrix && type.cooperative.rows == rows &&
             type.cooperative.columns == columns && type.cooperative.use == use &&
             type.cooperative.scope == result.cooperative.scope;
    };
    using Use = spv::CooperativeMatrixUse;
    const std::uint32_t m = result.cooperative.rows, n = result.cooperative.columns;
    const std::uint32_t k = a.cooperative.columns;
    if (!is(result, m, n, Use::MatrixAccumulatorKHR) || !is(a, m, k, Use::MatrixAKHR) ||
        !is(b, k, n, Use::MatrixBKHR) || !is(c, m, n, Use::MatrixAccumulatorKHR))
      lowering.fail_input(
          "the scopes, the sizes and the uses of A, B, C and Result Type do not match");
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Id ids[] = {instruction.id(Grammar::a), instruction.id(Grammar::b),
                      instruction.id(Grammar::c)};
    const Type& a = lowering.type_of(ids[0]);
    const Type& b = lowering.type_of(ids[1]);
    const Type& c = lowering.type_of(ids[2]);
    const Type& result = lowering.type(instruction.type);
    check_shapes(lowering, a, b, c, result);
    // Limits the time of one record.
    constexpr std::uint64_t max_products = std::uint64_t{1} << 28;
    const std::uint64_t elements =
        std::uint64_t{result.cooperative.rows} * result.cooperative.columns;
    if (elements * a.cooperative.columns > max_products)
      lowering.fail({Status::limit, "a product of matrices of this size takes too long"});
    const bool floats = result.scalar.is_any_float();
    if (a.scalar.is_any_float() != floats || b.scalar.is_any_float() != floats ||
        c.scalar.is_any_float() != floats)
      lowering.fail_unsupported_operands();
    std::vector<std::uint32_t> words{instruction.has(Grammar::cooperative_matrix_operands)
                                         ? instruction.literal(Grammar::cooperative_matrix_operands)
                                         : 0};
    RecordEffects effects;
    for (const Id id : ids) {
      const std::vector<Slot> planes = lowering.operand_slots(id);
      const Type& type = lowering.type_of(id);
      append_matrix(lowering.types().elements(type), type.scalar, planes, words);
      effects.reads.insert(effects.reads.end(), planes.begin(), planes.end());
    }
    const std::vector<Slot> results = lowering.define(instruction).slots;
    append_matrix(lowering.types().elements(result), result.scalar, results, words);
    effects.writes = results;
    const spv::Scope scope = result.cooperative.scope;
    if (!floats)
      return emit_matrix_record<&multiply_integers>(lowering, scope, words, std::move(effects));
    emit_matrix_record<&multiply_floats>(lowering, scope, words, std::move(effects));
    if (lowering.request().record_enclosures)
      emit_matrix_record<&enclose_product>(lowering, scope, words, {.writes = results});
  }
};

// All invocations have the same length, which the type determines.
struct OpCooperativeMatrixLengthKHR : Arrangement<grammar::OpCooperativeMatrixLengthKHR> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Type& type = lowering.type(instruction.id(Grammar::type));
    if (type.kind != Type::Kind::cooperative_matrix)
      lowering.fail_input("Type is not a cooperative matrix");
    lowering.bind(instruction.result, std::vector<Slot>{lowering.constant_plane(
                                          lowering.type(instruction.type).scalar, type.count)});
  }
};

}  // namespace

std::span<const InstructionDefinition> matrix_product_instructions() {
  return InstructionList<OpCooperativeMatrixMulAddKHR, OpCooperativeMatrixLengthKHR>::definitions;
}

}  // namespace spirv_oracle
