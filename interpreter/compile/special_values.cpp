// Applies Dispatch::arithmetic to zeros and NaNs whose signs and bits the module does not preserve, and to comparisons
// that may assume that there are no NaNs or infinities.
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "grammar/glsl_std_450.h"
#include "grammar/opencl_std.h"
#include "interpreter/compile/instruction_lowering.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/ir/fast_math.h"
#include "interpreter/ir/registry.h"
#include "interpreter/kernels/special_bits.h"

namespace spirv_oracle {
namespace {

namespace glsl = grammar::glsl_std_450;
namespace opencl = grammar::opencl_std;

using fast_math::fast, fast_math::not_inf, fast_math::not_nan, fast_math::nsz;

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

bool is_glsl(const Module& module, const Instruction& instruction) {
  return instruction.opcode == spv::Op::OpExtInst &&
         module.extended_set(instruction.id(2)) == "GLSL.std.450";
}
bool is_opencl(const Module& module, const Instruction& instruction) {
  return instruction.opcode == spv::Op::OpExtInst &&
         module.extended_set(instruction.id(2)) == "OpenCL.std";
}

// Float arithmetic with a float result. Excludes moves of bits, and conversions from integers: they have one zero.
bool computes_floats(const Module& module, const Instruction& instruction,
                     std::string_view instruction_class) {
  if (is_opencl(module, instruction))
    return instruction.literal(3) <= opencl::fast_normalize::number;
  if (is_glsl(module, instruction)) return instruction.literal(3) != glsl::UnpackDouble2x32::number;
  if (instruction_class == "Conversion") {
    return instruction.opcode == spv::Op::OpFConvert ||
           instruction.opcode == spv::Op::OpQuantizeToF16;
  }
  return instruction_class == "Arithmetic" || instruction_class == "Derivative";
}

// Operations that IEEE 754 defines on the sign alone.
bool works_on_sign(const Module& module, const Instruction& instruction) {
  if (instruction.opcode == spv::Op::OpFNegate) return true;
  if (is_glsl(module, instruction)) return instruction.literal(3) == glsl::FAbs::number;
  return is_opencl(module, instruction) && (instruction.literal(3) == opencl::fabs::number ||
                                            instruction.literal(3) == opencl::copysign::number);
}

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
  const bool is_extreme =
      is_opencl(module, instruction) && (instruction.literal(3) == opencl::fmin::number ||
                                         instruction.literal(3) == opencl::fmax::number);
  if (is_extreme) return {change_handler<OtherOfZeros>(bytes), 2};
  return {};
}

// The same instruction with another opcode, or another number in the extended set.
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

// Shaders may ignore the signs of zeros, NaNs and infinities unless an execution mode or flags forbid it. Most of
// GLSL.std.450 ignores the mode ("Precision and Operation of SPIR-V Instructions" of Vulkan).
bool InstructionLowering::may_ignore_special(const Instruction& instruction,
                                             std::uint32_t flag) const {
  const auto flags = fast_math_flags(instruction, *registry_.find(instruction.opcode));
  if (flags) return (*flags & (flag | fast)) != 0;
  if (program_.is_kernel()) return false;
  if (instruction.opcode == spv::Op::OpExtInst) return true;
  const unsigned operand = first_operand(instruction);
  const ScalarType type = this->type(instruction.type).scalar;
  const ScalarType of_operand =
      instruction.has(operand) ? type_of(instruction.id(operand)).scalar : type;
  const auto preserved = [&](ScalarType scalar) {
    return scalar.is_float() && (float_modes_.preserve_special & scalar.bytes) != 0;
  };
  return !preserved(type) && !preserved(of_operand);
}

void InstructionLowering::change_special_results(const Instruction& instruction,
                                                 const InstructionDefinition& definition) {
  if (!computes_floats(module(), instruction, definition.instruction_class)) return;
  const auto scalars = components(instruction.type);
  const std::vector<Slot> results = value(instruction.result).slots;
  const bool ignores_signs = may_ignore_special(instruction, nsz);
  const unsigned operand = first_operand(instruction);
  for (std::size_t i = 0; i < results.size() && i < scalars.size(); ++i) {
    if (!scalars[i].is_float() || !is_of_instruction(results[i])) continue;
    const unsigned bytes = scalars[i].bytes;
    const ZeroChange zeros = zero_change(module(), instruction, bytes, ignores_signs);
    if (zeros.handler != nullptr && chooses(&ArithmeticChoices::other_zeros)) {
      const Slot x = zeros.operands > 0 ? slot(instruction.id(operand), i) : results[i];
      const Slot y = zeros.operands > 1 ? slot(instruction.id(operand + 1), i) : x;
      describe(emit(zeros.handler, results[i], {x, y}), {.reads_result = true});
    }
    if (chooses(&ArithmeticChoices::other_nans)) {
      const bool on_sign = works_on_sign(module(), instruction);
      emit(on_sign ? change_handler<QuietNan>(bytes) : change_handler<OtherNan>(bytes), results[i],
           {results[i], results[i]});
    }
  }
}

bool InstructionLowering::ignores_sign_of_zero(const Instruction& instruction) const {
  const InstructionDefinition* definition = registry_.find(instruction.opcode);
  if (definition == nullptr ||
      !computes_floats(module(), instruction, definition->instruction_class))
    return false;
  const bool keeps =
      works_on_sign(module(), instruction) && instruction.opcode != spv::Op::OpFNegate;
  return instruction.opcode == spv::Op::OpQuantizeToF16 ||
         (!keeps && may_ignore_special(instruction, nsz));
}

bool InstructionLowering::lower_assuming_finite(const Instruction& instruction) {
  if (!dispatch_.arithmetic.assume_finite) return false;
  const InstructionDefinition* definition = registry_.find(instruction.opcode);
  const bool tests_infinity = instruction.opcode == spv::Op::OpIsInf;
  if (tests_infinity || instruction.opcode == spv::Op::OpIsNan) {
    if (!may_ignore_special(instruction, tests_infinity ? not_inf : not_nan)) return false;
    const Slot no = constant_plane(ScalarType::boolean(), 0);
    bind(instruction.result, std::vector<Slot>(components(instruction.type).size(), no));
    return chooses(&ArithmeticChoices::assume_finite);
  }
  if (const auto other = other_comparison(instruction.opcode)) {
    if (!may_ignore_special(instruction, not_nan)) return false;
    definition = registry_.find(*other);
    definition->lower(*this, Replaced(instruction, *other).instruction);
    return chooses(&ArithmeticChoices::assume_finite);
  }
  if (is_glsl(module(), instruction)) {
    const auto other = other_choice_of_operand(instruction.literal(3));
    if (!other || !may_ignore_special(instruction, not_nan)) return false;
    const Replaced replaced(instruction, *other);
    definition->lower(*this, replaced.instruction);
    return chooses(&ArithmeticChoices::assume_finite);
  }
  return false;
}

}  // namespace spirv_oracle
