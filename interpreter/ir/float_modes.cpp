// The execution modes of SPV_KHR_float_controls while an instruction is lowered.
#include <string_view>
#include <utility>

#include "grammar/opencl_std.h"
#include "interpreter/ir/fast_math.h"
#include "interpreter/ir/lowering.h"
#include "interpreter/semantics/families.h"
#include "interpreter/semantics/numeric/denormal.h"
#include "interpreter/semantics/numeric/special_bits.h"

namespace spirv_oracle {
namespace {

struct FlushToZero {
  template <class Bits>
  static Bits component(Bits bits) {
    return flush_denormal_bits(bits);
  }
};

// "If an operand or result is flushed to zero, the sign of the zero is undefined" ("Edge Case Behavior in Flush To Zero
// Mode" of OpenCL).
struct FlushToOtherZero {
  template <class Bits>
  static Bits component(Bits bits) {
    const Bits flushed = flush_denormal_bits(bits);
    return flushed == bits ? bits : static_cast<Bits>(flushed ^ float_sign<Bits>);
  }
};

template <class Flush = FlushToZero>
Handler flush_handler(unsigned bytes) {
  using internal::component_handler;
  switch (bytes) {
    case 2:
      return component_handler<Flush, std::uint16_t, std::uint16_t>();
    case 4:
      return component_handler<Flush, std::uint32_t, std::uint32_t>();
    default:
      return component_handler<Flush, std::uint64_t, std::uint64_t>();
  }
}

// Of GLSL.std.450; they keep bits as they are.
constexpr std::uint32_t pack_double = 59, unpack_double = 65;

// "The following core SPIR-V instructions must respect the DenormFlushToZero execution mode"
bool respects_denormal_flush(const Module& module, const Instruction& instruction) {
  switch (instruction.opcode) {
    case spv::Op::OpFConvert:
    case spv::Op::OpConvertFToU:
    case spv::Op::OpConvertFToS:
    case spv::Op::OpQuantizeToF16:
    case spv::Op::OpFNegate:
    case spv::Op::OpFAdd:
    case spv::Op::OpFSub:
    case spv::Op::OpFMul:
    case spv::Op::OpFDiv:
    case spv::Op::OpFRem:
    case spv::Op::OpFMod:
    case spv::Op::OpFmaKHR:
    case spv::Op::OpVectorTimesScalar:
    case spv::Op::OpMatrixTimesScalar:
    case spv::Op::OpVectorTimesMatrix:
    case spv::Op::OpMatrixTimesVector:
    case spv::Op::OpMatrixTimesMatrix:
    case spv::Op::OpOuterProduct:
    case spv::Op::OpDot:
    case spv::Op::OpFOrdEqual:
    case spv::Op::OpFUnordEqual:
    case spv::Op::OpFOrdNotEqual:
    case spv::Op::OpFUnordNotEqual:
    case spv::Op::OpFOrdLessThan:
    case spv::Op::OpFUnordLessThan:
    case spv::Op::OpFOrdGreaterThan:
    case spv::Op::OpFUnordGreaterThan:
    case spv::Op::OpFOrdLessThanEqual:
    case spv::Op::OpFUnordLessThanEqual:
    case spv::Op::OpFOrdGreaterThanEqual:
    case spv::Op::OpFUnordGreaterThanEqual:
    case spv::Op::OpGroupNonUniformAllEqual:
    case spv::Op::OpSubgroupAllEqualKHR:
    case spv::Op::OpGroupNonUniformFMin:
    case spv::Op::OpGroupNonUniformFMax:
    case spv::Op::OpGroupFMin:
    case spv::Op::OpGroupFMax:
    case spv::Op::OpAtomicFAddEXT:
    case spv::Op::OpAtomicFMinEXT:
    case spv::Op::OpAtomicFMaxEXT:
    case spv::Op::OpDPdx:
    case spv::Op::OpDPdy:
    case spv::Op::OpFwidth:
    case spv::Op::OpDPdxFine:
    case spv::Op::OpDPdyFine:
    case spv::Op::OpFwidthFine:
    case spv::Op::OpDPdxCoarse:
    case spv::Op::OpDPdyCoarse:
    case spv::Op::OpFwidthCoarse:
      return true;
    case spv::Op::OpExtInst:
      return module.extended_set(instruction.id(2)) == "GLSL.std.450" &&
             instruction.literal(3) != pack_double && instruction.literal(3) != unpack_double;
    default:
      return false;
  }
}

bool is_of_set(const Module& module, const Instruction& instruction, std::string_view set) {
  return instruction.opcode == spv::Op::OpExtInst && module.extended_set(instruction.id(2)) == set;
}

// "Denormalized single precision or half precision floating-point numbers passed as the input or produced as the
// output of single precision or half precision floating-point operations may be flushed to zero."
bool may_flush_in_kernels(const Module& module, const Instruction& instruction) {
  return is_of_set(module, instruction, "OpenCL.std") &&
         instruction.literal(3) <= grammar::opencl_std::fast_normalize::number;
}

}  // namespace

FloatRules Lowering::float_rules(const Instruction& instruction, ScalarType type) const {
  FloatRules rules;
  rules.format = type.bytes == 2 ? binary16 : type.bytes == 4 ? binary32 : binary64;
  const bool rounds_alone = is_of_set(module(), instruction, "OpenCL.std");
  const unsigned declared = float_modes_.toward_zero & ~float_modes_.chosen_toward_zero;
  if ((declared & type.bytes) != 0)
    rules.rounding = RoundingModes::toward_zero;
  else if ((float_modes_.may_round_toward_zero & type.bytes) != 0 && !rounds_alone)
    rules.rounding = RoundingModes::neighbor;
  rules.may_flush = (float_modes_.may_flush & type.bytes) != 0;
  rules.may_contract = may_rearrange(instruction, fast_math::allow_contract);
  rules.may_reassociate = may_rearrange(instruction, fast_math::allow_reassoc);
  rules.may_take_reciprocal = may_rearrange(instruction, fast_math::allow_recip);
  rules.assumes_finite = may_ignore_special(instruction, fast_math::not_inf) ||
                         may_ignore_special(instruction, fast_math::not_nan);
  return rules;
}

// "The math instructions are not affected by the prevailing rounding mode": those of OpenCL.std fail where one is
// declared, as it makes no sense; one that is only chosen is not theirs.
void Lowering::select_modes(const Instruction& instruction) {
  modes_at_hand_ = float_modes_;
  if (is_of_set(module(), instruction, "OpenCL.std"))
    modes_at_hand_.toward_zero &= ~float_modes_.chosen_toward_zero;
}

void Lowering::start_flushing(const Instruction& instruction) {
  flushing_ = (float_modes_.flush_operands | float_modes_.flush_results) != 0 &&
              (respects_denormal_flush(module(), instruction) ||
               (float_modes_.chosen_flush != 0 && may_flush_in_kernels(module(), instruction)));
  flushed_.clear();
}

void Lowering::note_flushing(unsigned bytes) {
  if ((float_modes_.chosen_flush & bytes) == 0) return;
  chooses(&ArithmeticChoices::flush_denormals);
  chooses(&ArithmeticChoices::flush_results);
}

Slot Lowering::flushed(Slot operand, ScalarType type) {
  if (type.scalar_class != ScalarType::Class::floating) return operand;
  if (flushes_denormals(type.bytes)) note_flushing(type.bytes);
  if ((float_modes_.flush_operands & type.bytes) == 0 || !check_width(operand, type.bytes)) {
    return operand;
  }
  const auto [entry, inserted] = flushed_.try_emplace(operand, operand);
  if (inserted) {
    entry->second = new_plane(type);
    emit(flush_handler(type.bytes), entry->second, {operand});
  }
  return entry->second;
}

void Lowering::flush_results(const Instruction& instruction) {
  if (!std::exchange(flushing_, false) || failed() || instruction.result == 0) return;
  const auto scalars = components(instruction.type);
  const std::vector<Slot> results = value(instruction.result).slots;
  for (std::size_t i = 0; i < results.size() && i < scalars.size(); ++i) {
    const bool is_float = scalars[i].scalar_class == ScalarType::Class::floating;
    if (!is_float || !flushes_denormals(scalars[i].bytes) || !is_of_instruction(results[i]))
      continue;
    note_flushing(scalars[i].bytes);
    const bool other_sign = program_.is_kernel() && dispatch_.arithmetic.flush_results;
    emit(other_sign ? flush_handler<FlushToOtherZero>(scalars[i].bytes)
                    : flush_handler(scalars[i].bytes),
         results[i], {results[i]});
  }
}

std::vector<Slot> Lowering::operand_slots(Id id) {
  std::vector<Slot> slots = value(id).slots;
  if (!flushing_) return slots;
  for (std::size_t i = 0; i < slots.size() && !failed(); ++i) slots[i] = slot(id, i);
  return slots;
}

}  // namespace spirv_oracle
