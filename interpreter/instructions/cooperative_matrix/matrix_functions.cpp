// Instructions that call functions of the module for the elements of cooperative matrices (SPV_NV_cooperative_matrix2).

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "grammar/core.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/cooperative_matrix/cooperative_matrix.h"
#include "interpreter/instructions/cooperative_matrix/element_move.h"
#include "interpreter/instructions/cooperative_matrix/matrix_scope.h"
#include "interpreter/instructions/cooperative_matrix/reduction.h"
#include "interpreter/lowering/emit_copy.h"

namespace spirv_oracle {
namespace {

constexpr auto whole_matrix = ReduceMask::Row | ReduceMask::Column;

Value value_in(Slot slot) { return {{slot}, {}, true}; }

// --- OpCooperativeMatrixReduceNV ---

// Pairs of values to combine, by their numbers.
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// The values of a reduction: the elements of the matrix, then the results of the calls, which the invocations of the scope
// share among them.
class ReducedValues {
 public:
  ReducedValues(Lowering& lowering, const Type& matrix, Id function, std::span<const Slot> planes)
      : lowering_(lowering),
        matrix_(matrix),
        function_(function),
        values_(placed_planes(lowering.types().elements(matrix), matrix.scalar, planes)) {
    values_.columns *= std::exchange(values_.rows, 1);
  }

  // Calls the function for each pair. Returns the number of the first result; the others follow.
  std::uint32_t combine(const Pairs& pairs) {
    const std::uint32_t invocations = values_.invocations;
    const auto count = static_cast<std::uint32_t>(pairs.size());
    const std::uint32_t calls = (count + invocations - 1) / invocations;
    PlacedPlanes arguments = planes_for(2 * calls);
    // Invocations without a pair combine one that another invocation combines, too.
    for (std::uint32_t i = 0; i < 2 * calls * invocations; ++i) {
      const auto& [first, second] = pairs[i % (calls * invocations) % count];
      arguments.places.push_back(i < calls * invocations ? first : second);
    }
    emit_element_move(lowering_, matrix_.cooperative.scope, values_, arguments);
    for (std::uint32_t call = 0; call < calls; ++call) {
      const std::array operands{value_in(arguments.planes[call]),
                                value_in(arguments.planes[calls + call])};
      values_.planes.push_back(emit_component_call(lowering_, function_, operands, matrix_));
    }
    const std::uint32_t first = values_.columns;
    for (std::uint32_t i = 0; i < calls * invocations; ++i)
      values_.places.push_back((first + i % count) | (i < count ? 0 : MatrixPlanes::copy_bit));
    values_.columns += count;
    return first;
  }

  // Gives planes the values with these numbers.
  void give(PlacedPlanes planes) {
    emit_element_move(lowering_, matrix_.cooperative.scope, values_, std::move(planes));
  }

 private:
  PlacedPlanes planes_for(std::uint32_t count) {
    PlacedPlanes planes{1, 0, values_.invocations, matrix_.scalar, {}, {}};
    for (std::uint32_t i = 0; i < count; ++i)
      planes.planes.push_back(lowering_.new_plane(matrix_.scalar));
    return planes;
  }

  Lowering& lowering_;
  const Type& matrix_;
  Id function_;
  PlacedPlanes values_;  // in one row
};

// The first of the values of a group that are combined with their neighbors. The other order keeps the first value for later.
std::size_t first_paired(const std::vector<std::uint32_t>& group, bool other_order) {
  return other_order && group.size() > 2 ? 1 : 0;
}

// Lowers one reduction.
class Reduction {
 public:
  Reduction(Lowering& lowering, const Instruction& instruction)
      : lowering_(lowering),
        matrix_(lowering.type_of(instruction.id(Grammar::matrix))),
        result_(lowering.type(instruction.type)),
        function_(instruction.id(Grammar::combine_func)),
        reduce_(static_cast<ReduceMask>(instruction.literal(Grammar::reduce))),
        planes_(lowering.operand_slots(instruction.id(Grammar::matrix))) {
    check_types();
    // Limits the time of one record.
    constexpr std::uint64_t max_elements = std::uint64_t{1} << 20;
    if (std::uint64_t{matrix_.cooperative.rows} * matrix_.cooperative.columns > max_elements)
      lowering.fail({Status::limit, "a reduction of a matrix of this size takes too long"});
    for (std::uint32_t i = 0; i < matrix_.cooperative.rows * matrix_.cooperative.columns; ++i) {
      const std::uint32_t group = group_of_element(reduce_, matrix_.cooperative.columns, i);
      if (group >= groups_.size()) groups_.resize(group + 1);
      groups_[group].push_back(i);
    }
  }

  void lower(const Instruction& instruction) {
    const CombineFunction combination = combination_of(lowering_, function_);
    const bool any_order = combination == CombineFunction::any_order;
    const bool reassociates = !any_order && lowering_.chooses(&ArithmeticChoices::reassociate);
    const std::vector<Slot> results = lowering_.define(instruction).slots;
    reduce(results, reassociates);
    if (any_order) return;
    std::vector<Slot> others;
    if (combination != CombineFunction::sum) {
      others = lowering_.new_planes(instruction.type);
      reduce(others, !reassociates);
    }
    emit_order_records(combination, results, others);
  }

 private:
  using Grammar = grammar::OpCooperativeMatrixReduceNV;

  void check_types() const {
    using Use = spv::CooperativeMatrixUse;
    const CooperativeMatrixType& from = matrix_.cooperative;
    const CooperativeMatrixType& to = result_.cooperative;
    const bool fits = matrix_.kind == Type::Kind::cooperative_matrix &&
                      result_.kind == matrix_.kind && from.use == Use::MatrixAccumulatorKHR &&
                      to.use == from.use && to.scope == from.scope &&
                      result_.scalar == matrix_.scalar;
    if (!fits) lowering_.fail_input("Matrix and Result Type do not match");
    bool has_size = reduce_ == whole_matrix;
    if (reduce_ == ReduceMask::Row) has_size = to.rows == from.rows;
    if (reduce_ == ReduceMask::Column) has_size = to.columns == from.columns;
    if (reduce_ == ReduceMask::CooperativeMatrixReduce2x2)
      has_size = 2 * to.rows == from.rows && 2 * to.columns == from.columns;
    if (!has_size) lowering_.fail_input("Reduce and the sizes of the matrices do not match");
  }

  // Combines all elements of each group, and gives the elements of the result the values.
  void reduce(std::span<const Slot> results, bool other_order) {
    ReducedValues values(lowering_, matrix_, function_, planes_);
    std::vector<std::vector<std::uint32_t>> groups = groups_;
    if (other_order) {
      for (auto& group : groups) std::ranges::reverse(group);
    }
    while (groups.front().size() > 1) {
      Pairs pairs;
      for (const auto& group : groups) {
        for (std::size_t i = first_paired(group, other_order); i + 1 < group.size(); i += 2)
          pairs.emplace_back(group[i], group[i + 1]);
      }
      std::uint32_t combined = values.combine(pairs);
      for (auto& group : groups) {
        const std::size_t first = first_paired(group, other_order);
        std::vector<std::uint32_t> next(group.begin(),
                                        group.begin() + static_cast<std::ptrdiff_t>(first));
        for (std::size_t i = first; i + 1 < group.size(); i += 2) next.push_back(combined++);
        if ((group.size() - first) % 2 != 0) next.push_back(group.back());
        group = std::move(next);
      }
    }
    PlacedPlanes placed = placed_result(results);
    for (std::uint32_t& place : placed.places) {
      const std::uint32_t element = place & ~MatrixPlanes::copy_bit;
      place = groups[group_of_result(reduce_, result_.cooperative.columns, element)].front();
    }
    values.give(std::move(placed));
  }

  PlacedPlanes placed_result(std::span<const Slot> planes) const {
    return placed_planes(lowering_.types().elements(result_), result_.scalar, planes);
  }

  // `others`: the result in another order; empty if it is not needed.
  void emit_order_records(CombineFunction combination, const std::vector<Slot>& results,
                          const std::vector<Slot>& others) {
    std::vector<std::uint32_t> words{static_cast<std::uint32_t>(reduce_),
                                     static_cast<std::uint32_t>(combination)};
    append_matrix(lowering_.types().elements(matrix_), matrix_.scalar, planes_, words);
    append_matrix(placed_result(results), words);
    if (!others.empty()) append_matrix(placed_result(others), words);
    std::vector<Slot> reads = planes_;
    reads.insert(reads.end(), results.begin(), results.end());
    reads.insert(reads.end(), others.begin(), others.end());
    const spv::Scope scope = matrix_.cooperative.scope;
    emit_matrix_record<&mark_order_dependence>(lowering_, scope, words,
                                               {.reads = reads, .writes = results});
    // The records of the function enclose a minimum or a maximum.
    const bool encloses = lowering_.request().record_enclosures && matrix_.scalar.is_float();
    if (encloses && combination != CombineFunction::extremum)
      emit_matrix_record<&enclose_reduction>(lowering_, scope, words,
                                             {.reads = reads, .writes = results});
  }

  Lowering& lowering_;
  const Type& matrix_;
  const Type& result_;
  Id function_;
  ReduceMask reduce_;
  std::vector<Slot> planes_;
  std::vector<std::vector<std::uint32_t>> groups_;  // the elements that are combined
};

struct OpCooperativeMatrixReduceNV {
  using Grammar = grammar::OpCooperativeMatrixReduceNV;
  static constexpr auto enclosure = &enclosures::accesses;
  static constexpr bool depends_on_tangle = true;
  // The instructions of the function compute.
  static constexpr bool only_moves = true, computes_floats = false, takes_math_defaults = false;
  static constexpr auto clauses = clause_list(ReductionClauses::order);
  static bool depends(const ComponentPair&) { return true; }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    Reduction(lowering, instruction).lower(instruction);
  }
};

// --- OpCooperativeMatrixPerElementOpNV ---

struct OpCooperativeMatrixPerElementOpNV {
  using Grammar = grammar::OpCooperativeMatrixPerElementOpNV;
  static constexpr auto enclosure = &enclosures::accesses;
  static constexpr bool only_moves = true, depends_on_tangle = true;
  static bool depends(const ComponentPair&) { return true; }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Type& matrix = lowering.type(instruction.type);
    if (matrix.kind != Type::Kind::cooperative_matrix ||
        lowering.type_id_of(instruction.id(Grammar::matrix)) != instruction.type)
      lowering.fail_input("Matrix and Result Type do not match");
    std::vector<Slot> results;
    for (std::uint32_t i = 0; i < matrix.count; ++i)
      results.push_back(component(lowering, instruction, matrix, i));
    lowering.bind(instruction.result, std::move(results));
  }

 private:
  // Calls the function for a component of all invocations.
  static Slot component(Lowering& lowering, const Instruction& instruction, const Type& matrix,
                        std::uint32_t index) {
    const MatrixElements elements = lowering.types().elements(matrix);
    std::vector<std::uint32_t> rows, columns;
    for (std::uint32_t lane = 0; lane < elements.invocations(); ++lane) {
      const std::uint64_t element = elements.element(lane, index);
      rows.push_back(static_cast<std::uint32_t>(element / elements.columns()));
      columns.push_back(static_cast<std::uint32_t>(element % elements.columns()));
    }
    const spv::Scope scope = matrix.cooperative.scope;
    std::vector<Value> arguments{value_in(emit_number_by_invocation(lowering, scope, rows)),
                                 value_in(emit_number_by_invocation(lowering, scope, columns))};
    for (unsigned i = Grammar::matrix; i < instruction.operand_count(); ++i) {
      if (i == Grammar::func) continue;
      const Value& operand = lowering.value(instruction.id(i));
      const bool is_matrix = lowering.type_of(instruction.id(i)).kind == matrix.kind;
      if (is_matrix && lowering.type_id_of(instruction.id(i)) != instruction.type)
        lowering.fail_input("the matrices have different types");
      arguments.push_back(is_matrix ? value_in(operand.slots[index]) : operand);
    }
    const Slot returned =
        emit_component_call(lowering, instruction.id(Grammar::func), arguments, matrix);
    if (lowering.is_of_instruction(returned)) return returned;
    const Slot own = lowering.new_plane(matrix.scalar);
    emit_copy(lowering, own, returned, matrix.scalar);
    return own;
  }
};

}  // namespace

std::span<const InstructionDefinition> matrix_function_instructions() {
  return InstructionList<OpCooperativeMatrixReduceNV,
                         OpCooperativeMatrixPerElementOpNV>::definitions;
}

}  // namespace spirv_oracle
