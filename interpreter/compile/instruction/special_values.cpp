#include "interpreter/compile/instruction/special_values.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "grammar/glsl_std_450.h"
#include "grammar/opencl_std.h"
#include "interpreter/compile/instruction/float_permissions.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/ir/fast_math.h"
#include "interpreter/ir/registry.h"
#include "interpreter/kernels/special_bits.h"

namespace spirv_oracle {
namespace {

namespace glsl = grammar::glsl_std_450;
namespace opencl = grammar::opencl_std;

using fast_math::not_inf, fast_math::not_nan, fast_math::nsz;

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
const Op* change(Subgroup& subgroup, const Op* op) {
  Bits* const results = subgroup.values<Bits>(op->result);
  const Bits* const x = subgroup.values<Bits>(op->operand[0]);
  const Bits* const y = subgroup.values<Bits>(op->operand[1]);
  subgroup.active.for_each(
      [&](unsigned lane) { results[lane] = Change::changed(results[lane], x[lane], y[lane]); });
  return op + 1;
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
ZeroChange zero_change(const Module& module, const Instruction& instruction, unsigned bytes,
                       bool ignores_signs) {
  const bool keeps = works_on_sign(module, instruction) && instruction.opcode != spv::Op::OpFNegate;
  if (ignores_signs) return {keeps ? nullptr : change_handler<OtherZero>(bytes), 0};
  // "If the magnitude is too small to represent in the smallest normal [...], the result may be either +0 or -0."
  if (instruction.opcode == spv::Op::OpQuantizeToF16)
    return {change_handler<OtherZeroOfNumber>(bytes), 1};
  const bool is_extreme = is_of_set(module, instruction, "OpenCL.std") &&
                          (instruction.literal(3) == opencl::fmin::number ||
                           instruction.literal(3) == opencl::fmax::number);
  if (is_extreme) return {change_handler<OtherOfZeros>(bytes), 2};
  return {};
}

// An instruction with its opcode, or its number in the extended set, replaced.
struct Replaced {
  Instruction instruction;
  std::vector<std::uint32_t> words;

  Replaced(const Instruction& original, spv::Op opcode) : instruction(original) {
    instruction.opcode = opcode;
  }
  Replaced(const Instruction& original, std::uint32_t number)
      : instruction(original), words(original.words.begin(), original.words.end()) {
    words[original.operands[3].first_word] = number;
    instruction.words = words;
  }
};

// The comparison with the opposite answer if an operand is a NaN, and the same answer otherwise.
std::optional<spv::Op> other_comparison(spv::Op opcode) {
  using enum spv::Op;
  constexpr std::pair<spv::Op, spv::Op> pairs[] = {
      {OpFOrdEqual, OpFUnordEqual},
      {OpFOrdNotEqual, OpFUnordNotEqual},
      {OpFOrdLessThan, OpFUnordLessThan},
      {OpFOrdGreaterThan, OpFUnordGreaterThan},
      {OpFOrdLessThanEqual, OpFUnordLessThanEqual},
      {OpFOrdGreaterThanEqual, OpFUnordGreaterThanEqual}};
  for (const auto& [ordered, unordered] : pairs) {
    if (opcode == ordered) return unordered;
    if (opcode == unordered) return ordered;
  }
  return std::nullopt;
}

// Functions that prefer numbers to NaNs, and their counterparts that do not.
std::optional<std::uint32_t> other_choice_of_operand(std::uint32_t number) {
  switch (number) {
    case glsl::NMin::number:
      return glsl::FMin::number;
    case glsl::NMax::number:
      return glsl::FMax::number;
    case glsl::NClamp::number:
      return glsl::FClamp::number;
    default:
      return std::nullopt;
  }
}

}  // namespace

void change_special_results(Lowering& lowering, const Instruction& instruction,
                            const InstructionDefinition& definition) {
  const ArithmeticChoices& choices = lowering.request().arithmetic;
  if (!(choices.other_zeros || choices.other_nans) ||
      !computes_floats(lowering.module(), instruction, definition.instruction_class)) {
    return;
  }
  const auto scalars = lowering.components(instruction.type);
  const std::vector<Slot> results = lowering.value(instruction.result).slots;
  const bool ignores_signs = may_ignore_special(lowering, instruction, nsz);
  const unsigned operand = Lowering::first_operand(instruction);
  for (std::size_t i = 0; i < results.size() && i < scalars.size(); ++i) {
    if (!scalars[i].is_float() || !lowering.is_of_instruction(results[i])) continue;
    const unsigned bytes = scalars[i].bytes;
    const ZeroChange zeros = zero_change(lowering.module(), instruction, bytes, ignores_signs);
    if (zeros.handler != nullptr && lowering.chooses(&ArithmeticChoices::other_zeros)) {
      const Slot x = zeros.operands > 0 ? lowering.slot(instruction.id(operand), i) : results[i];
      const Slot y = zeros.operands > 1 ? lowering.slot(instruction.id(operand + 1), i) : x;
      lowering.describe(lowering.emit(zeros.handler, results[i], {x, y}), {.reads_result = true});
    }
    if (lowering.chooses(&ArithmeticChoices::other_nans)) {
      const bool on_sign = works_on_sign(lowering.module(), instruction);
      lowering.emit(on_sign ? change_handler<QuietNan>(bytes) : change_handler<OtherNan>(bytes),
                    results[i], {results[i], results[i]});
    }
  }
}

bool lower_assuming_finite(Lowering& lowering, const Instruction& instruction) {
  if (!lowering.request().arithmetic.assume_finite) return false;
  const InstructionDefinition* definition = lowering.registry().find(instruction.opcode);
  const bool tests_infinity = instruction.opcode == spv::Op::OpIsInf;
  if (tests_infinity || instruction.opcode == spv::Op::OpIsNan) {
    if (!may_ignore_special(lowering, instruction, tests_infinity ? not_inf : not_nan))
      return false;
    const Slot no = lowering.constant_plane(ScalarType::boolean(), 0);
    lowering.bind(instruction.result,
                  std::vector<Slot>(lowering.components(instruction.type).size(), no));
    return lowering.chooses(&ArithmeticChoices::assume_finite);
  }
  if (const auto other = other_comparison(instruction.opcode)) {
    if (!may_ignore_special(lowering, instruction, not_nan)) return false;
    definition = lowering.registry().find(*other);
    definition->lower(lowering, Replaced(instruction, *other).instruction);
    return lowering.chooses(&ArithmeticChoices::assume_finite);
  }
  if (is_of_set(lowering.module(), instruction, "GLSL.std.450")) {
    const auto other = other_choice_of_operand(instruction.literal(3));
    if (!other || !may_ignore_special(lowering, instruction, not_nan)) return false;
    const Replaced replaced(instruction, *other);
    definition->lower(lowering, replaced.instruction);
    return lowering.chooses(&ArithmeticChoices::assume_finite);
  }
  return false;
}

}  // namespace spirv_oracle
