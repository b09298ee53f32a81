#include "interpreter/compile/instruction/float_permissions.h"

#include "interpreter/ir/enclosure_rule.h"
#include "interpreter/ir/fast_math.h"
#include "interpreter/ir/imported_functions.h"

namespace spirv_oracle {
namespace {

// -cl-fp32-correctly-rounded-divide-sqrt
bool is_correctly_rounded(const Lowering& lowering, const Instruction& instruction) {
  if (!lowering.request().kernel_math.correctly_rounded_division ||
      !lowering.program().is_kernel() || lowering.type(instruction.type).scalar.bytes != 4)
    return false;
  return float_facts(lowering, instruction).rounds_on_request;
}

// Of the core instruction: OpExtInst represents all extended instructions.
FloatFacts core_facts(const Lowering& lowering, const Instruction& instruction) {
  const InstructionDefinition* definition = lowering.registry().find(instruction.opcode);
  return definition == nullptr ? FloatFacts{} : definition->floats;
}

}  // namespace

FloatFacts float_facts(const Lowering& lowering, const Instruction& instruction) {
  const InstructionDefinition* definition =
      definition_of(lowering.registry(), lowering.module(), instruction);
  return definition == nullptr ? FloatFacts{} : definition->floats;
}

std::optional<std::uint32_t> fast_math_flags(const Lowering& lowering,
                                             const Instruction& instruction) {
  const auto decorated =
      lowering.module().decoration(instruction.result, spv::Decoration::FPFastMathMode);
  if (decorated) return decorated;
  if (lowering.fast_math_defaults().empty() ||
      !core_facts(lowering, instruction).takes_math_defaults)
    return std::nullopt;
  std::optional<std::uint32_t> flags;
  const auto add = [&](Id type_id) {
    for (const ScalarType scalar : lowering.components(type_id)) {
      const auto entry = lowering.fast_math_defaults().find(scalar.bytes);
      if (scalar.is_float() && entry != lowering.fast_math_defaults().end())
        flags = flags.value_or(0) | entry->second;
    }
  };
  add(instruction.type);
  for (unsigned i = Lowering::first_operand(instruction); i < instruction.operand_count(); ++i) {
    if (instruction.operands[i].operand_class == OperandClass::id)
      add(lowering.type_id_of(instruction.id(i)));
  }
  return flags;
}

// Shaders permit everything that NoContraction does not forbid ("Evaluation of Expressions" of Vulkan), unless they
// declare flags. Kernels permit what their flags permit, and contraction.
bool may_rearrange(const Lowering& lowering, const Instruction& instruction, std::uint32_t flag) {
  if (lowering.module().has_decoration(instruction.result, spv::Decoration::NoContraction))
    return false;
  const auto flags = fast_math_flags(lowering, instruction);
  if (flags && (*flags & (flag | fast_math::fast)) != 0) return true;
  if (lowering.program().is_kernel()) {
    return flag == fast_math::allow_contract && !lowering.float_modes().contraction_off &&
           lowering.fast_math_defaults().empty();
  }
  return !flags;
}

// Shaders may ignore the signs of zeros, NaNs and infinities unless an execution mode or flags forbid it.
bool may_ignore_special(const Lowering& lowering, const Instruction& instruction,
                        std::uint32_t flag) {
  const auto flags = fast_math_flags(lowering, instruction);
  if (flags) return (*flags & (flag | fast_math::fast)) != 0;
  if (lowering.program().is_kernel()) return false;
  if (core_facts(lowering, instruction).ignores_special_mode) return true;
  const unsigned operand = Lowering::first_operand(instruction);
  const ScalarType type = lowering.type(instruction.type).scalar;
  const ScalarType of_operand =
      instruction.has(operand) ? lowering.type_of(instruction.id(operand)).scalar : type;
  const auto preserved = [&](ScalarType scalar) {
    return scalar.is_float() && (lowering.float_modes().preserve_special & scalar.bytes) != 0;
  };
  return !preserved(type) && !preserved(of_operand);
}

FloatRules float_rules(const Lowering& lowering, const Instruction& instruction, ScalarType type) {
  FloatRules rules;
  rules.format = type.bytes == 2 ? binary16 : type.bytes == 4 ? binary32 : binary64;
  const bool rounds_alone = is_of_set(lowering.module(), instruction, "OpenCL.std");
  const unsigned declared =
      lowering.float_modes().toward_zero & ~lowering.float_modes().chosen_toward_zero;
  if ((declared & type.bytes) != 0)
    rules.rounding = RoundingModes::toward_zero;
  else if ((lowering.float_modes().may_round_toward_zero & type.bytes) != 0 && !rounds_alone)
    rules.rounding = RoundingModes::neighbor;
  rules.may_flush = (lowering.float_modes().may_flush & type.bytes) != 0;
  rules.may_contract = may_rearrange(lowering, instruction, fast_math::allow_contract);
  rules.may_reassociate = may_rearrange(lowering, instruction, fast_math::allow_reassoc);
  rules.may_take_reciprocal = may_rearrange(lowering, instruction, fast_math::allow_recip);
  rules.assumes_finite = may_ignore_special(lowering, instruction, fast_math::not_inf) ||
                         may_ignore_special(lowering, instruction, fast_math::not_nan);
  return rules;
}

const EnclosureRule* relaxed_rule(const Lowering& lowering, const Instruction& instruction) {
  const bool may_be = lowering.request().kernel_math.relaxed && lowering.program().is_kernel() &&
                      is_of_set(lowering.module(), instruction, "OpenCL.std") &&
                      lowering.type(instruction.type).scalar.bytes == 4;
  if (!may_be) return nullptr;
  return lowering.registry().find_enclosure_rule(relaxed_opencl_std, instruction.literal(3));
}

const EnclosureRule* rule_with_error(const Lowering& lowering, const Instruction& instruction) {
  if (is_correctly_rounded(lowering, instruction)) return nullptr;
  if (const EnclosureRule* relaxed = relaxed_rule(lowering, instruction)) return relaxed;
  const bool extended = instruction.opcode == spv::Op::OpExtInst;
  const EnclosureRule* rule = lowering.registry().find_enclosure_rule(
      extended ? lowering.module().extended_set(instruction.id(2)) : "",
      extended ? instruction.literal(3) : static_cast<std::uint32_t>(instruction.opcode));
  if (rule == nullptr) return nullptr;
  const bool has_error =
      lowering.program().is_kernel() ? rule->error.of_kernels : rule->error.of_shaders;
  return has_error ? rule : nullptr;
}

// "Denormalized floating-point values [of 8 bits] must be preserved during conversions to IEEE 754 binary 16".
bool preserves_denormals(const Lowering& lowering, const Instruction& instruction) {
  if (instruction.opcode != spv::Op::OpFConvert) return false;
  const FloatEncoding from = lowering.type_of(instruction.id(2)).scalar.encoding;
  const ScalarType to = lowering.type(instruction.type).scalar;
  return (from == FloatEncoding::float8_e4m3 || from == FloatEncoding::float8_e5m2) &&
         to.is_float() && to.bytes == 2;
}

bool ignores_sign_of_zero(const Lowering& lowering, const Instruction& instruction) {
  const FloatFacts facts = float_facts(lowering, instruction);
  if (!facts.computes) return false;
  return facts.either_zero == EitherZero::of_nonzero ||
         (facts.sign != SignOperation::sets &&
          may_ignore_special(lowering, instruction, fast_math::nsz));
}

}  // namespace spirv_oracle
