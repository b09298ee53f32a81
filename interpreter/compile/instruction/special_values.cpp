#include "interpreter/compile/instruction/special_values.h"

#include <cstdint>
#include <vector>

#include "interpreter/compile/instruction/float_permissions.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/ir/fast_math.h"
#include "interpreter/ir/registry.h"
#include "interpreter/kernels/special_bits.h"

namespace spirv_oracle {
namespace {

using fast_math::not_nan, fast_math::nsz;

// --- changes to the bits of a result ---

struct OtherZero {
  template <class Bits>
  static Bits changed(Bits result, Bits, Bits) {
    return is_zero_bits(result) ? static_cast<Bits>(result ^ float_sign<Bits>) : result;
  }
};

// A zero whose operand is not zero.
struct OtherZeroOfNumber {
  template <class Bits>
  static Bits changed(Bits result, Bits operand, Bits) {
    return is_zero_bits(operand) ? result : OtherZero::changed(result, operand, operand);
  }
};

// Of two zeros with different signs, the other one.
struct OtherOfZeros {
  template <class Bits>
  static Bits changed(Bits result, Bits x, Bits y) {
    const bool differ = is_zero_bits(x) && is_zero_bits(y) && x != y;
    return differ ? OtherZero::changed(result, x, y) : result;
  }
};

struct OtherNan {
  template <class Bits>
  static Bits changed(Bits result, Bits, Bits) {
    return with_other_nan_bits(result);
  }
};

// Operations on the sign alone keep the other bits, but may quiet a signaling NaN.
struct QuietNan {
  template <class Bits>
  static Bits changed(Bits result, Bits, Bits) {
    return is_nan_bits(result) ? static_cast<Bits>(result | quiet_bit<Bits>) : result;
  }
};

// Works in place, for the active lanes. The operands are those of the instruction, or the result again.
template <class Change, class Bits>
const Record* change(Subgroup& subgroup, const Record* record) {
  Bits* const results = subgroup.values<Bits>(record->result);
  const Bits* const x = subgroup.values<Bits>(record->operand[0]);
  const Bits* const y = subgroup.values<Bits>(record->operand[1]);
  subgroup.active.for_each(
      [&](unsigned lane) { results[lane] = Change::changed(results[lane], x[lane], y[lane]); });
  return record + 1;
}

template <class Change>
Handler change_handler(unsigned bytes) {
  switch (bytes) {
    case 2:
      return &change<Change, std::uint16_t>;
    case 4:
      return &change<Change, std::uint32_t>;
    default:
      return &change<Change, std::uint64_t>;
  }
}

// --- the instructions to which they apply ---

// The change for a result that is zero, and the number of operands on which it depends; null: none.
struct ZeroChange {
  Handler handler = nullptr;
  unsigned operands = 0;
};
ZeroChange zero_change(const FloatFacts& facts, unsigned bytes, bool ignores_signs) {
  if (ignores_signs) {
    const bool keeps = facts.sign == SignOperation::sets;
    return {keeps ? nullptr : change_handler<OtherZero>(bytes), 0};
  }
  switch (facts.either_zero) {
    case EitherZero::of_nonzero:
      return {change_handler<OtherZeroOfNumber>(bytes), 1};
    case EitherZero::of_zeros:
      return {change_handler<OtherOfZeros>(bytes), 2};
    case EitherZero::none:
      break;
  }
  return {};
}

// An instruction with its opcode, or its number in the extended set, replaced.
struct Replaced {
  Instruction instruction;
  std::vector<std::uint32_t> words;

  Replaced(const Instruction& original, std::uint32_t number) : instruction(original) {
    if (original.opcode != spv::Op::OpExtInst) {
      instruction.opcode = static_cast<spv::Op>(number);
      return;
    }
    words.assign(original.words.begin(), original.words.end());
    words[original.operands[3].first_word] = number;
    instruction.words = words;
  }
};

}  // namespace

void change_special_results(Lowering& lowering, const Instruction& instruction) {
  const ArithmeticChoices& choices = lowering.request().arithmetic;
  if (!choices.other_zeros && !choices.other_nans) return;
  const FloatFacts facts = float_facts(lowering, instruction);
  if (!facts.computes) return;
  const auto scalars = lowering.components(instruction.type);
  const std::vector<Slot> results = lowering.value(instruction.result).slots;
  const bool ignores_signs = may_ignore_special(lowering, instruction, nsz);
  const unsigned operand = Lowering::first_operand(instruction);
  for (std::size_t i = 0; i < results.size() && i < scalars.size(); ++i) {
    if (!scalars[i].is_float() || !lowering.is_of_instruction(results[i])) continue;
    const unsigned bytes = scalars[i].bytes;
    const ZeroChange zeros = zero_change(facts, bytes, ignores_signs);
    if (zeros.handler != nullptr && lowering.chooses(&ArithmeticChoices::other_zeros)) {
      const Slot x = zeros.operands > 0 ? lowering.slot(instruction.id(operand), i) : results[i];
      const Slot y = zeros.operands > 1 ? lowering.slot(instruction.id(operand + 1), i) : x;
      lowering.describe(lowering.emit(zeros.handler, results[i], {x, y}), {.reads_result = true});
    }
    if (lowering.chooses(&ArithmeticChoices::other_nans)) {
      const bool on_sign = facts.sign != SignOperation::none;
      lowering.emit(on_sign ? change_handler<QuietNan>(bytes) : change_handler<OtherNan>(bytes),
                    results[i], {results[i], results[i]});
    }
  }
}

bool lower_assuming_finite(Lowering& lowering, const Instruction& instruction) {
  if (!lowering.request().arithmetic.assume_finite) return false;
  const FloatFacts facts = float_facts(lowering, instruction);
  if (facts.false_under != 0) {
    if (!may_ignore_special(lowering, instruction, facts.false_under)) return false;
    const Slot no = lowering.constant_plane(ScalarType::boolean(), 0);
    lowering.bind(instruction.result,
                  std::vector<Slot>(lowering.components(instruction.type).size(), no));
    return lowering.chooses(&ArithmeticChoices::assume_finite);
  }
  if (facts.twin_for_nans == 0 || !may_ignore_special(lowering, instruction, not_nan)) return false;
  const Replaced twin(instruction, facts.twin_for_nans);
  lowering.registry().find(twin.instruction.opcode)->lower(lowering, twin.instruction);
  return lowering.chooses(&ArithmeticChoices::assume_finite);
}

}  // namespace spirv_oracle
