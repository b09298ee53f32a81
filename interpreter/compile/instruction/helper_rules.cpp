#include "interpreter/compile/instruction/helper_rules.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "interpreter/exec/lanes/helper_invocations.h"
#include "interpreter/ir/memory_operands.h"

namespace spirv_oracle {
namespace {

bool is_shared(const Type& accessed) {
  switch (accessed.storage_class) {
    case spv::StorageClass::Function:
    case spv::StorageClass::Private:
    case spv::StorageClass::Output:
      return accessed.kind != Type::Kind::pointer;
    default:
      return true;
  }
}

bool writes_shared_memory(const Lowering& lowering, const Instruction& instruction) {
  const auto operands = memory_operands_of(lowering.registry(), lowering.module(), instruction);
  return std::ranges::any_of(operands, [&](const MemoryOperand& memory) {
    return memory.writes && is_shared(lowering.type_of(instruction.id(memory.operand)));
  });
}

bool is_quad_operation(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpGroupNonUniformQuadBroadcast:
    case spv::Op::OpGroupNonUniformQuadSwap:
    case spv::Op::OpGroupNonUniformQuadAllKHR:
    case spv::Op::OpGroupNonUniformQuadAnyKHR:
      return true;
    default:
      return false;
  }
}

bool is_group_operation(const Lowering& lowering, const Instruction& instruction) {
  const InstructionDefinition* definition = lowering.registry().find(instruction.opcode);
  return definition != nullptr && definition->depends_on_tangle &&
         (definition->instruction_class == "Non-Uniform" ||
          definition->instruction_class == "Group") &&
         !is_quad_operation(instruction.opcode);
}

}  // namespace

HelperRules::Rule HelperRules::rule_of(const Lowering& lowering, const Instruction& instruction) {
  if (lowering.program().execution_model != spv::ExecutionModel::Fragment) return Rule::none;
  if (writes_shared_memory(lowering, instruction)) return Rule::skip;
  const bool may_be_inactive =
      !lowering.program().tangles.maximally_reconverge && is_group_operation(lowering, instruction);
  return may_be_inactive ? Rule::may_be_inactive : Rule::none;
}

HelperRules::HelperRules(Lowering& lowering, const Instruction& instruction)
    : lowering_(lowering), rule_(rule_of(lowering, instruction)) {
  if (rule_ == Rule::none) return;
  begin_ =
      lowering_.emit(rule_ == Rule::skip ? &exclude_helpers : &compare_without_helpers, no_slot);
  lowering_.describe(begin_, {.is_control_flow = true});
}

void HelperRules::end(const Instruction& instruction) {
  if (rule_ == Rule::none) return;
  std::vector<std::uint32_t> results = {0};
  if (instruction.result != 0) {
    // Constants are shared by all subgroups. They do not depend on who is active.
    std::ranges::copy_if(lowering_.value(instruction.result).slots, std::back_inserter(results),
                         [&](Slot slot) { return !lowering_.builder().is_constant(slot); });
    results[0] = static_cast<std::uint32_t>(results.size() - 1);
  }
  const std::uint32_t list = lowering_.add_data(results);
  const std::uint32_t end = lowering_.builder().next_record();
  lowering_.builder().set_operand(begin_, 0, end);
  if (rule_ == Rule::may_be_inactive) return lowering_.builder().set_operand(begin_, 1, list);
  lowering_.emit(&include_helpers, no_slot, {}, list);
  lowering_.describe(end, {.is_control_flow = true});
}

}  // namespace spirv_oracle
