#include "interpreter/lowering/synchronization/atomic_uses.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "interpreter/lowering/synchronization/register_variable.h"

namespace spirv_oracle {
namespace {

// Limits the work on hostile modules.
constexpr std::size_t most_instructions_after_store = 4000;

constexpr unsigned operand_of_atomic = 5;

bool is_zero(const Module& module, Id id) {
  const Instruction* constant = module.definition(id);
  return constant != nullptr &&
         (constant->opcode == spv::Op::OpConstantNull ||
          (constant->opcode == spv::Op::OpConstant && constant->number(2) == 0));
}

// Whether a path from the instruction leads to a load of the variable, without a store in between.
bool is_loaded_after(const Module& module, ModuleAnalysis& analysis, Id variable,
                     std::uint32_t instruction) {
  const auto place = analysis.place(instruction);
  const Function& function = module.functions()[place.function];
  const auto flow = analysis.function(function);
  if (!flow) return true;
  std::vector<bool> seen(function.blocks.size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open{{place.block, instruction + 1}};
  std::size_t instructions = 0;
  while (!open.empty()) {
    const auto [block, first] = open.back();
    open.pop_back();
    bool is_stored = false;
    for (std::uint32_t i = first; i <= function.blocks[block].last && !is_stored; ++i) {
      if (++instructions > most_instructions_after_store) return true;
      const Instruction& access = module.instruction(i);
      if (access.opcode == spv::Op::OpLoad && access.id(2) == variable) return true;
      is_stored = access.opcode == spv::Op::OpStore && access.id(0) == variable;
    }
    if (is_stored) continue;
    for (const std::uint32_t next : (*flow)->control_flow.successors[block]) {
      if (!seen[next]) open.emplace_back(next, function.blocks[next].first);
      seen[next] = true;
    }
  }
  return false;
}

}  // namespace

bool is_atomic_load(const Module& module, const Instruction& instruction) {
  switch (instruction.opcode) {
    case spv::Op::OpAtomicLoad:
      return true;
    case spv::Op::OpAtomicIAdd:
    case spv::Op::OpAtomicISub:
    case spv::Op::OpAtomicOr:
    case spv::Op::OpAtomicXor:
      return is_zero(module, instruction.id(operand_of_atomic));
    default:
      return false;
  }
}

bool is_result_read(const Module& module, ModuleAnalysis& analysis, Id result) {
  return std::ranges::any_of(analysis.uses(result), [&](const Use& use) {
    const Instruction& user = module.instruction(use.instruction);
    return user.opcode != spv::Op::OpStore || use.operand == 0 ||
           !is_in_registers(module, analysis, user.id(0)) ||
           is_loaded_after(module, analysis, user.id(0), use.instruction);
  });
}

}  // namespace spirv_oracle
