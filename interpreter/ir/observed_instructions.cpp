// Records behind instructions through which invocations depend on each other.
#include <algorithm>

#include "interpreter/exec/exchange_log.h"
#include "interpreter/exec/tangle.h"
#include "interpreter/ir/function_lowering.h"
#include "interpreter/semantics/control_flow.h"

namespace spirv_oracle {

bool FunctionLowering::is_tangled(const Instruction& instruction) const {
  return !lowering_.failed() &&
         TangledInstruction::depends_on_tangle(*lowering_.registry().find(instruction.opcode));
}

void FunctionLowering::record_exchange(const Instruction& instruction) {
  if (lowering_.failed() || instruction.result == 0) return;
  const InstructionDefinition& definition = *lowering_.registry().find(instruction.opcode);
  if (definition.instruction_class != "Atomic" && !is_tangled(instruction)) return;
  const auto scalars = lowering_.components(instruction.type);
  const std::vector<Slot>& slots = lowering_.value(instruction.result).slots;
  std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(slots.size())};
  for (std::size_t i = 0; i < slots.size(); ++i) {
    words.push_back(slots[i]);
    words.push_back(scalars[i].bytes);
  }
  lowering_.emit(&spirv_oracle::record_exchange, no_slot, {}, lowering_.add_data(words));
}

void FunctionLowering::watch_guarantee(const Instruction& instruction, Slot first_new) {
  Program& program = lowering_.program();
  const bool may_rest_on_join =
      program.maximally_reconverges
          ? std::ranges::any_of(program.constructs,
                                [](const ConstructInfo& construct) {
                                  return construct.kind == ConstructInfo::Kind::switch_;
                                })
          : program.constructs.size() > 1;  // more than the entry point itself
  if (!may_rest_on_join) return;
  std::vector<std::uint32_t> slots;
  if (instruction.result != 0) {
    for (const Slot slot : lowering_.value(instruction.result).slots) {
      if (slot >= first_new) slots.push_back(slot);
    }
  }
  slots.insert(slots.begin(), static_cast<std::uint32_t>(slots.size()));
  program.joins_across_subgroups =
      !program.maximally_reconverges && !program.subgroup_uniform_control_flow;
  lowering_.emit(&spirv_oracle::watch_guarantee, no_slot, {}, lowering_.add_data(slots));
}

}  // namespace spirv_oracle
