#include "interpreter/exec/report/return_places.h"

#include <algorithm>
#include <unordered_map>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/module.h"
#include "interpreter/loader/opcode_classes.h"

namespace spirv_oracle {
namespace {

// The instruction of the function of `call` that the record belongs to, or that calls the function
// to which it belongs; 0: none.
std::uint32_t instruction_in(const Program& program, const Record& record, std::uint32_t call) {
  const Origin* origin = &program.origins[record.origin];
  while (origin->call != call) {
    if (origin->call == 0) return 0;
    origin = &program.origins[origin->call];
  }
  return origin->instruction;
}

bool block_contains(const Block& block, std::uint32_t instruction) {
  return block.first <= instruction && instruction <= block.last;
}

// Calls `visit` with each block that control flow reaches from the block `first`, beginning with
// that. Does not continue from blocks for which `visit` returns false.
template <class Visit>
void walk_blocks(const Module& module, const Function& function, std::size_t first,
                 const Visit& visit) {
  std::unordered_map<Id, std::size_t> unseen;  // blocks by their labels
  for (std::size_t i = 0; i < function.blocks.size(); ++i) unseen[function.blocks[i].label] = i;
  std::vector<std::size_t> next = {first};
  while (!next.empty()) {
    const Block& block = function.blocks[next.back()];
    next.pop_back();
    if (!visit(block)) continue;
    const Instruction& terminator = module.instruction(block.last);
    for (unsigned i = 0; i < terminator.operand_count(); ++i) {
      if (terminator.operands[i].operand_class != OperandClass::id) continue;
      if (const auto to = unseen.extract(terminator.id(i))) next.push_back(to.mapped());
    }
  }
}

bool is_in_cycle(const Module& module, const Function& function, std::size_t number) {
  int visits = 0;  // including the first block of the walk
  walk_blocks(module, function, number, [&](const Block& block) {
    if (&block == &function.blocks[number]) ++visits;
    return true;
  });
  return visits > 1;
}

}  // namespace

// A lane that entered a construct which the tangle is still in would wait at its merge block, so it has not gone on from
// there; a lane that did not enter it has not got to its header. In a later iteration of a loop, it may have been past the
// constructs inside before.
PathFacts facts_about(const Subgroup& subgroup, const LaneMask& lanes, std::uint32_t depth,
                      std::uint32_t call) {
  PathFacts facts;
  if (subgroup.graph != Subgroup::no_graph || subgroup.separate != nullptr) return facts;
  const Program& program = *subgroup.program;
  for (std::uint32_t d = depth + 1; d <= subgroup.depth; ++d) {
    const Frame& frame = subgroup.frames[d];
    const Origin& header = program.origins[program.constructs[frame.construct].origin];
    if (header.call != call) break;  // inside a function that this one calls
    if ((frame.entered & lanes).none()) {
      facts.not_passed = header.instruction;
      break;
    }
    if (frame.kind != Frame::Kind::call)
      facts.not_reached.push_back(program.module->instruction(header.instruction).id(0));
    if (frame.kind == Frame::Kind::loop && frame.iteration != 0) return facts;
  }
  facts.may_repeat = false;
  return facts;
}

std::vector<std::uint32_t> returns_missing(const Program& program, const Record& record,
                                           std::uint32_t call, const PathFacts& facts) {
  const std::uint32_t instruction = instruction_in(program, record, call);
  if (instruction == 0) return {};
  const Module& module = *program.module;
  for (const Function& function : module.functions()) {
    const auto barrier = std::ranges::find_if(
        function.blocks, [&](const Block& block) { return block_contains(block, instruction); });
    if (barrier == function.blocks.end()) continue;
    const auto number = static_cast<std::size_t>(barrier - function.blocks.begin());
    const bool may_be_passed = facts.may_repeat && is_in_cycle(module, function, number);
    const auto ends_path = [&](const Block& block) {
      return (&block == &*barrier && !may_be_passed) ||
             (facts.not_passed != 0 && block_contains(block, facts.not_passed)) ||
             std::ranges::find(facts.not_reached, block.label) != facts.not_reached.end();
    };
    std::vector<std::uint32_t> returns;
    walk_blocks(module, function, 0, [&](const Block& block) {
      if (ends_path(block)) return false;
      if (is_return(module.instruction(block.last).opcode)) returns.push_back(block.last);
      return true;
    });
    std::ranges::sort(returns);
    return returns;
  }
  return {};
}

}  // namespace spirv_oracle
