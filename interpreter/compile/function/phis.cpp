#include "interpreter/compile/function/phis.h"

#include <optional>

#include "interpreter/loader/opcode_classes.h"
#include "interpreter/lowering/emit_copy.h"

namespace spirv_oracle {
namespace {

// Finds the pair (Variable, Parent) of a phi for a parent. The search begins at pair number `begin`, because branches
// to a block mostly come in the order of the pairs, and there may be thousands of both.
std::optional<unsigned> find_pair(const Instruction& phi, Id parent, unsigned begin) {
  const unsigned pairs = (phi.operand_count() - 2) / 2;
  for (unsigned i = 0; i < pairs; ++i) {
    const unsigned pair = (begin + i) % pairs;
    if (phi.id(3 + 2 * pair) == parent) return pair;
  }
  return std::nullopt;
}

}  // namespace

bool begins_with_phi(const Module& module, const Block& block) {
  std::uint32_t i = block.first;
  while (i < block.last && is_debug_information(module, module.instruction(i))) ++i;
  return module.instruction(i).opcode == spv::Op::OpPhi;
}

void declare_phis(Lowering& lowering, const InlinedCall& call) {
  for (const std::uint32_t b : call.flow().order) {
    const Block& block = call.function.blocks[b];
    for (std::uint32_t i = block.first; i <= block.last; ++i) {
      const Instruction& instruction = lowering.module().instruction(i);
      if (instruction.opcode != spv::Op::OpPhi) continue;
      lowering.bind(instruction.result, lowering.new_planes(instruction.type));
    }
  }
}

// All phis of a block get their values at the same time.
void PhiEdges::emit_copies(InstructionLowering& lowering, const Function& function,
                           std::uint32_t from, std::uint32_t to) {
  std::vector<Slot> results, sources;
  std::vector<ScalarType> types;
  const Block& target = function.blocks[to];
  const Id from_label = function.blocks[from].label;
  unsigned next_pair = 0;
  for (std::uint32_t i = target.first; i <= target.last; ++i) {
    const Instruction& phi = lowering.module().instruction(i);
    if (is_debug_information(lowering.module(), phi)) continue;
    if (phi.opcode != spv::Op::OpPhi) break;
    const auto pair = find_pair(phi, from_label, next_pair_[to]);
    if (!pair)
      lowering.fail_input(lowering.module().display(phi.result) +
                          " has no value for the branch from " +
                          lowering.module().display(from_label));
    next_pair = *pair + 1;
    lowering.broken_constants().report(phi.id(2 + 2 * *pair));
    const std::vector<Slot> values = lowering.value(phi.id(2 + 2 * *pair)).slots;
    const std::vector<Slot>& into = lowering.value(phi.result).slots;
    const auto scalars = lowering.components(phi.type);
    if (into.size() != values.size() || into.size() != scalars.size())
      lowering.fail_input("the value of " + lowering.module().display(phi.result) +
                          " for the branch from " + lowering.module().display(from_label) +
                          " has another type");
    for (std::size_t c = 0; c < into.size(); ++c) {
      lowering.check_width(values[c], scalars[c].bytes);
      results.push_back(into[c]);
      sources.push_back(values[c]);
      types.push_back(scalars[c]);
    }
  }
  if (next_pair != 0) next_pair_[to] = next_pair;
  emit_masked_copies(lowering, results, sources, types);
}

}  // namespace spirv_oracle
