// What a module and the client API permit for the results of float instructions.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "interpreter/enclosures/float_rules.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

struct EnclosureRule;  // ir/enclosure_rule.h

// Has the rules of relaxed math.
inline constexpr std::string_view relaxed_opencl_std = "OpenCL.std, relaxed";

// Whether it is an extended instruction of that set.
inline bool is_of_set(const Module& module, const Instruction& instruction, std::string_view set) {
  return instruction.opcode == spv::Op::OpExtInst && module.extended_set(instruction.id(2)) == set;
}
// What an instruction declares, which may be an extended one.
FloatFacts float_facts(const Lowering& lowering, const Instruction& instruction);

// The FP Fast Math Mode of an instruction; none if neither it nor the entry point declares one.
std::optional<std::uint32_t> fast_math_flags(const Lowering& lowering,
                                             const Instruction& instruction);
// Whether a rearrangement is permitted that this flag of FP Fast Math Mode enables.
bool may_rearrange(const Lowering& lowering, const Instruction& instruction, std::uint32_t flag);
// Whether an instruction may ignore the sign of zeros (NSZ), NaNs or infinities, according to that flag.
bool may_ignore_special(const Lowering& lowering, const Instruction& instruction,
                        std::uint32_t flag);
// Whether the instruction may give a zero of either sign.
bool ignores_sign_of_zero(const Lowering& lowering, const Instruction& instruction);
// Whether the instruction must not flush denormals, whatever the module declares.
bool preserves_denormals(const Lowering& lowering, const Instruction& instruction);
// What is permitted in an instruction with float operands or results of such a type.
FloatRules float_rules(const Lowering& lowering, const Instruction& instruction, ScalarType type);

// The rule for the results of an instruction, if the client API permits an error in them; otherwise null.
const EnclosureRule* rule_with_error(const Lowering& lowering, const Instruction& instruction);
// The rule of relaxed math (KernelMath::relaxed), where it has one.
const EnclosureRule* relaxed_rule(const Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
