#include "interpreter/instructions/encoded_float/mixed_dot_product.h"

#include <cmath>
#include <vector>

#include "grammar/core.h"
#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/findings/clause_id.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/encoded_float/encoded_conversion.h"
#include "interpreter/instructions/float_sums/agreement.h"
#include "interpreter/instructions/float_sums/component_number.h"

namespace spirv_oracle {
namespace {

constexpr std::string_view order_condition =
    "the order and the precision of the operations may change the result";
constexpr std::string_view special_condition =
    "an operand or the result is a NaN or a denormal, and no float control defines how it is "
    "treated";

// Of a record. Each instruction declares its own.
constexpr Clause any_order{".order", "order-of-operations", Effect::implementation_defined,
                           order_condition};
constexpr Clause any_special{".nan-or-denormal", "nan-or-denormal", Effect::implementation_defined,
                             special_condition};

// The operands and the result of a record, from its words: { type of the vectors, type of the result, number of components,
// accumulator or no_slot, components of the vectors }.
struct DotWords {
  static constexpr std::size_t header = 4;

  explicit DotWords(const std::uint32_t* words)
      : factors(scalar_of_word(words[0])),
        result(scalar_of_word(words[1])),
        count(words[2]),
        accumulator(words[3]),
        vector_1(words + header),
        vector_2(words + header + count) {}

  ScalarType factors, result;
  std::uint32_t count;
  Slot accumulator;
  const Slot* vector_1;
  const Slot* vector_2;
};

void combine_all_headers(Subgroup& subgroup, Slot result, const DotWords& words) {
  PlaneHeader& header = subgroup.header(result);
  header = words.accumulator == no_slot ? PlaneHeader{} : subgroup.header(words.accumulator);
  for (std::uint32_t i = 0; i < 2 * words.count; ++i)
    combine_headers(header, header, subgroup.header(words.vector_1[i]));
}

// The sum in one lane, with the precision of double. One object serves all lanes of a record.
struct LaneSum {
  explicit LaneSum(const DotWords& words) : row(words.count), column(words.count) {}

  void compute(const Subgroup& subgroup, const DotWords& words, unsigned lane) {
    if (words.accumulator != no_slot)
      accumulator = float_component(subgroup, words.result, words.accumulator, lane);
    sum = accumulator;
    for (std::uint32_t i = 0; i < words.count; ++i) {
      row[i] = float_component(subgroup, words.factors, words.vector_1[i], lane);
      column[i] = float_component(subgroup, words.factors, words.vector_2[i], lane);
      sum = i == 0 && words.accumulator == no_slot ? row[i] * column[i] : sum + row[i] * column[i];
    }
  }

  // Null: the result does not depend on the implementation.
  const Clause* broken(const DotWords& words) const {
    // An implementation may begin with +0.
    if (sum == 0 && std::signbit(sum)) return &any_order;
    const int min_exponent = ComponentFormat(words.factors).min_exponent;
    NumberRange of_row, of_column;
    for (std::uint32_t i = 0; i < words.count; ++i) {
      of_row.add(row[i], min_exponent);
      of_column.add(column[i], min_exponent);
    }
    switch (agreement({row.data(), column.data(), 1, words.count, accumulator}, of_row, of_column,
                      ComponentFormat(words.result))) {
      case Agreement::order:
        return &any_order;
      case Agreement::nan_or_denormal:
        return &any_special;
      default:
        return nullptr;
    }
  }

  std::vector<double> row, column;
  double accumulator = 0, sum = 0;
};

template <bool HasClauses>
const Record* multiply_mixed(Subgroup& subgroup, const Record* record) {
  const DotWords words(subgroup.data + record->extra);
  combine_all_headers(subgroup, record->result, words);
  const LaneMask indeterminate = indeterminate_lanes(subgroup.header(record->result));
  BrokenClauses broken;
  LaneSum sum(words);
  for (unsigned lane = 0; lane < subgroup.size; ++lane) {
    sum.compute(subgroup, words, lane);
    set_component(subgroup, record->result, words.result.bytes, lane,
                  bits_of_float(words.result, sum.sum));
    if (!HasClauses || !subgroup.active.test(lane) || indeterminate.test(lane)) continue;
    if (const Clause* clause = sum.broken(words)) broken.add(*clause, lane);
  }
  broken.report(subgroup, *record);
  return record + 1;
}

template <class G>
struct MixedDotProduct {
  using Grammar = G;
  static constexpr auto enclosure = &enclosures::mixed_dot_product;
  static constexpr bool takes_math_defaults = false;
  static constexpr Clause order{internal::ClauseId<G, ".order">::view, any_order.kind,
                                any_order.effect, order_condition};
  static constexpr Clause nan_or_denormal{internal::ClauseId<G, ".nan-or-denormal">::view,
                                          any_special.kind, any_special.effect, special_condition};
  static constexpr auto clauses = clause_list(order, nan_or_denormal);

  static bool depends(const ComponentPair&) { return true; }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    emit_mixed_dot(lowering, instruction,
                   {instruction.id(G::vector_1), instruction.id(G::vector_2),
                    instruction.id(G::accumulator), true});
  }
};

struct OpFDot2MixAcc32VALVE : MixedDotProduct<grammar::OpFDot2MixAcc32VALVE> {};
struct OpFDot2MixAcc16VALVE : MixedDotProduct<grammar::OpFDot2MixAcc16VALVE> {};
struct OpFDot4MixAcc32VALVE : MixedDotProduct<grammar::OpFDot4MixAcc32VALVE> {};

}  // namespace

void emit_mixed_dot(Lowering& lowering, const Instruction& instruction, const MixedDot& dot) {
  const Type& vector = lowering.type_of(dot.vector_1);
  const Type& other = lowering.type_of(dot.vector_2);
  const ScalarType result = lowering.type(instruction.type).scalar;
  const bool is_sound =
      vector.scalar == other.scalar && vector.component_count == other.component_count &&
      vector.scalar.is_any_float() && !is_microscaling(vector.scalar.encoding) &&
      (result.is_float() ? result.bytes <= 4 : result.is_encoded() && result.bytes == 2) &&
      (!dot.accumulator || lowering.type_of(*dot.accumulator).scalar == result);
  if (!is_sound) lowering.fail_unsupported_operands();
  RecordEffects effects;
  effects.reads = lowering.operand_slots(dot.vector_1);
  const std::vector<Slot> second = lowering.operand_slots(dot.vector_2);
  effects.reads.insert(effects.reads.end(), second.begin(), second.end());
  const Slot accumulator = dot.accumulator ? lowering.slot(*dot.accumulator) : no_slot;
  std::vector<std::uint32_t> words{word_of_scalar(vector.scalar), word_of_scalar(result),
                                   vector.component_count, accumulator};
  words.insert(words.end(), effects.reads.begin(), effects.reads.end());
  if (accumulator != no_slot) effects.reads.push_back(accumulator);
  const Handler handler = dot.has_clauses ? &multiply_mixed<true> : &multiply_mixed<false>;
  const Slot sum = lowering.define(instruction).slots[0];
  lowering.describe(lowering.emit(handler, sum, {}, lowering.add_data(words)), std::move(effects));
}

std::span<const InstructionDefinition> mixed_dot_product_instructions() {
  return InstructionList<OpFDot2MixAcc32VALVE, OpFDot2MixAcc16VALVE,
                         OpFDot4MixAcc32VALVE>::definitions;
}

}  // namespace spirv_oracle
