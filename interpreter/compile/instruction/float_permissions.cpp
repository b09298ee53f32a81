#include "interpreter/compile/instruction/float_permissions.h"

#include <algorithm>
#include <array>

#include "grammar/glsl_std_450.h"
#include "grammar/opencl_std.h"
#include "interpreter/ir/enclosure_rule.h"
#include "interpreter/ir/fast_math.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle {
namespace {

namespace glsl = grammar::glsl_std_450;
namespace opencl = grammar::opencl_std;

// FPFastMathDefault applies to operations, but not to instructions that only move values.
bool takes_defaults(const Instruction& instruction, const InstructionDefinition& definition) {
  if (instruction.opcode == spv::Op::OpSelect || instruction.opcode == spv::Op::OpBitcast)
    return false;
  constexpr std::array<std::string_view, 4> classes = {"Arithmetic", "Conversion",
                                                       "Relational_and_Logical", "Derivative"};
  return instruction.opcode == spv::Op::OpExtInst ||
         std::ranges::find(classes, definition.instruction_class) != classes.end();
}

bool is_float_group_operation(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpGroupNonUniformFAdd:
    case spv::Op::OpGroupNonUniformFMul:
    case spv::Op::OpGroupNonUniformFMin:
    case spv::Op::OpGroupNonUniformFMax:
    case spv::Op::OpGroupFAdd:
    case spv::Op::OpGroupFMulKHR:
    case spv::Op::OpGroupFMin:
    case spv::Op::OpGroupFMax:
    case spv::Op::OpGroupFAddNonUniformAMD:
    case spv::Op::OpGroupFMinNonUniformAMD:
    case spv::Op::OpGroupFMaxNonUniformAMD:
      return true;
    default:
      return false;
  }
}

// Whether SignedZeroInfNanPreserve does not apply: "Precision and Operation of SPIR-V Instructions" of Vulkan lists the
// instructions that respect it.
bool ignores_special_mode(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpExtInst:  // most of GLSL.std.450
    case spv::Op::OpFRem:
    case spv::Op::OpFMod:
    case spv::Op::OpFmaKHR:
    case spv::Op::OpQuantizeToF16:
      return true;
    case spv::Op::OpGroupNonUniformFMin:
    case spv::Op::OpGroupNonUniformFMax:
      return false;
    default:
      return is_float_group_operation(opcode);
  }
}

// -cl-fp32-correctly-rounded-divide-sqrt
bool is_correctly_rounded(const Lowering& lowering, const Instruction& instruction) {
  if (!lowering.dispatch().kernel_math.correctly_rounded_division ||
      !lowering.program().is_kernel() || lowering.type(instruction.type).scalar.bytes != 4)
    return false;
  if (instruction.opcode == spv::Op::OpFDiv) return true;
  return is_of_set(lowering.module(), instruction, "OpenCL.std") &&
         instruction.literal(3) == grammar::opencl_std::sqrt::number;
}

}  // namespace

std::optional<std::uint32_t> fast_math_flags(const Lowering& lowering,
                                             const Instruction& instruction) {
  const auto decorated =
      lowering.module().decoration(instruction.result, spv::Decoration::FPFastMathMode);
  if (decorated) return decorated;
  if (lowering.fast_math_defaults().empty() ||
      !takes_defaults(instruction, *lowering.registry().find(instruction.opcode)))
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
  if (ignores_special_mode(instruction.opcode)) return true;
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
  const bool may_be = lowering.dispatch().kernel_math.relaxed && lowering.program().is_kernel() &&
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

bool computes_floats(const Module& module, const Instruction& instruction,
                     std::string_view instruction_class) {
  if (is_of_set(module, instruction, "OpenCL.std"))
    return instruction.literal(3) <= opencl::fast_normalize::number;
  if (is_of_set(module, instruction, "GLSL.std.450"))
    return instruction.literal(3) != glsl::UnpackDouble2x32::number;
  if (instruction_class == "Conversion") {
    return instruction.opcode == spv::Op::OpFConvert ||
           instruction.opcode == spv::Op::OpQuantizeToF16;
  }
  return instruction_class == "Arithmetic" || instruction_class == "Derivative" ||
         is_float_group_operation(instruction.opcode);
}

bool works_on_sign(const Module& module, const Instruction& instruction) {
  if (instruction.opcode == spv::Op::OpFNegate) return true;
  if (is_of_set(module, instruction, "GLSL.std.450"))
    return instruction.literal(3) == glsl::FAbs::number;
  return is_of_set(module, instruction, "OpenCL.std") &&
         (instruction.literal(3) == opencl::fabs::number ||
          instruction.literal(3) == opencl::copysign::number);
}

bool ignores_sign_of_zero(const Lowering& lowering, const Instruction& instruction) {
  const InstructionDefinition* definition = lowering.registry().find(instruction.opcode);
  if (definition == nullptr ||
      !computes_floats(lowering.module(), instruction, definition->instruction_class))
    return false;
  const bool keeps =
      works_on_sign(lowering.module(), instruction) && instruction.opcode != spv::Op::OpFNegate;
  return instruction.opcode == spv::Op::OpQuantizeToF16 ||
         (!keeps && may_ignore_special(lowering, instruction, fast_math::nsz));
}

}  // namespace spirv_oracle
