#include "interpreter/compile/instruction/tangled_instructions.h"

#include <algorithm>

#include "interpreter/exec/tangles/tangle.h"
#include "interpreter/instructions/control_flow.h"
#include "interpreter/ir/imported_functions.h"

namespace spirv_oracle {

bool is_tangled(const Lowering& lowering, const Instruction& instruction) {
  const InstructionDefinition* definition =
      definition_of(lowering.registry(), lowering.module(), instruction);
  return definition != nullptr && depends_on_tangle(*definition);
}

bool has_workgroup_scope(const Lowering& lowering, const Instruction& instruction) {
  const unsigned scope = Lowering::first_operand(instruction);
  const bool has_scope = instruction.opcode != spv::Op::OpExtInst && instruction.has(scope) &&
                         instruction.operands[scope].operand_class == OperandClass::id;
  return has_scope && lowering.types().integer(instruction.id(scope)) ==
                          static_cast<std::int64_t>(spv::Scope::Workgroup);
}

void emit_guarantee_watch(Lowering& lowering, const Instruction& instruction) {
  const Program& program = lowering.program();
  const bool may_rest_on_join =
      program.tangles.maximally_reconverge
          ? std::ranges::any_of(program.constructs,
                                [](const ConstructInfo& construct) {
                                  return construct.kind == ConstructInfo::Kind::switch_;
                                })
          : program.constructs.size() > 1;  // more than the entry point itself
  if (!may_rest_on_join) return;
  std::vector<Slot> slots;
  if (instruction.result != 0) {
    for (const Slot slot : lowering.value(instruction.result).slots) {
      if (lowering.is_of_instruction(slot)) slots.push_back(slot);
    }
  }
  std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(slots.size())};
  words.insert(words.end(), slots.begin(), slots.end());
  lowering.builder().note_watched_tangles();
  lowering.describe(lowering.emit(&watch_guarantee, no_slot, {}, lowering.add_data(words)),
                    {.reads = slots, .writes = slots});
}

}  // namespace spirv_oracle
