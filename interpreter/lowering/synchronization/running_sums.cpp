#include "interpreter/lowering/synchronization/running_sums.h"

#include <algorithm>

#include "interpreter/lowering/synchronization/register_variable.h"

namespace spirv_oracle {
namespace {

// Limits the work on hostile modules.
constexpr std::size_t most_names = 64, most_sums = 16;

bool have_common(const RunningSums::Names& names, const RunningSums::Names& others) {
  return std::ranges::any_of(names, [&](const Id name) { return others.contains(name); });
}

}  // namespace

bool FunctionPart::has_label(Id label) const {
  const Id first = function().first_local;
  return label >= first && label < function().last_local &&
         has(flow_->block_of_label[label - first]);
}

bool FunctionPart::reads(const Use& use) const {
  const Instruction& user = module_->instruction(use.instruction);
  if (user.opcode == spv::Op::OpPhi) return has_label(user.id(use.operand + 1));
  return has_instruction(use.instruction);
}

// What holds the value after the instruction, perhaps with an addition; 0: the instruction does something else with it.
Id RunningSums::name_made_by(const Use& use) const {
  const Instruction& user = module_.instruction(use.instruction);
  switch (user.opcode) {
    case spv::Op::OpPhi:
    case spv::Op::OpCopyObject:
    case spv::Op::OpLoad:
    case spv::Op::OpIAdd:
      return user.result;
    case spv::Op::OpISub:
      return use.operand == 2 ? user.result : 0;
    case spv::Op::OpSelect:
      return use.operand == 2 ? 0 : user.result;
    case spv::Op::OpStore:
      return is_in_registers(module_, analysis_, user.id(0)) ? user.id(0) : 0;
    default:
      return 0;
  }
}

// Whether all values that the part gives the name come from other names.
bool RunningSums::keeps_sum(const FunctionPart& part, const Names& names, Id name) const {
  const Instruction& definition = *module_.definition(name);
  switch (definition.opcode) {
    case spv::Op::OpVariable:
      return std::ranges::all_of(analysis_.uses(name), [&](const Use& use) {
        const Instruction& user = module_.instruction(use.instruction);
        return user.opcode != spv::Op::OpStore || !part.has_instruction(use.instruction) ||
               names.contains(user.id(1));
      });
    case spv::Op::OpPhi:
      for (unsigned k = 2; k + 1 < definition.operand_count(); k += 2) {
        if (part.has_label(definition.id(k + 1)) && !names.contains(definition.id(k))) return false;
      }
      return true;
    case spv::Op::OpIAdd:
      return names.contains(definition.id(2)) != names.contains(definition.id(3));
    case spv::Op::OpISub:
      return !names.contains(definition.id(3));
    case spv::Op::OpSelect:
      return names.contains(definition.id(3)) && names.contains(definition.id(4));
    default:
      return true;
  }
}

// Empty if the part does not only add to the value.
RunningSums::Names RunningSums::names_from(const FunctionPart& part, Id first) const {
  Names names{first};
  std::vector<Id> open{first};
  bool adds = false;
  while (!open.empty()) {
    const Id name = open.back();
    open.pop_back();
    for (const Use& use : analysis_.uses(name)) {
      if (!part.has_instruction(use.instruction) || !part.reads(use)) continue;
      const Id made = name_made_by(use);
      if (made == 0) return {};
      if (names.insert(made).second) open.push_back(made);
    }
    if (names.size() > most_names) return {};
    const spv::Op opcode = module_.definition(name)->opcode;
    adds |= opcode == spv::Op::OpIAdd || opcode == spv::Op::OpISub;
  }
  const bool keep =
      std::ranges::all_of(names, [&](const Id name) { return keeps_sum(part, names, name); });
  return adds && keep ? names : Names{};
}

std::vector<RunningSums::Names> RunningSums::of(const FunctionPart& part) const {
  std::vector<Names> found;
  Names tried;
  part.for_each([&](const Instruction& instruction) {
    Id first = 0;
    if (instruction.opcode == spv::Op::OpPhi) first = instruction.result;
    if (instruction.opcode == spv::Op::OpStore &&
        is_in_registers(module_, analysis_, instruction.id(0)))
      first = instruction.id(0);
    const bool is_known =
        std::ranges::any_of(found, [&](const Names& names) { return names.contains(first); });
    if (first == 0 || is_known || found.size() > most_sums || !tried.insert(first).second) return;
    Names names = names_from(part, first);
    if (!names.empty()) found.push_back(std::move(names));
  });
  if (found.size() > most_sums) return {};
  std::vector<Names> separate;
  for (const Names& names : found) {
    const bool is_shared = std::ranges::any_of(
        found, [&](const Names& other) { return &other != &names && have_common(names, other); });
    if (!is_shared) separate.push_back(names);
  }
  return separate;
}

}  // namespace spirv_oracle
