#include "interpreter/compile/function/branch_joins.h"

#include <optional>
#include <utility>

#include "interpreter/exec/tangles/uncertain_branches.h"
#include "interpreter/loader/cfg/post_dominators.h"
#include "interpreter/loader/opcode_classes.h"

namespace spirv_oracle {
namespace {

// The place in structured control flow where lanes from the block `from` wait before they execute
// `block`; none if they do not wait.
std::optional<PathJoinPoint> place_in_constructs(const InlinedCall& call, std::uint32_t from,
                                                 std::uint32_t block) {
  const ControlFlow& flow = call.flow();
  const std::uint32_t own = flow.construct_of_header[from];
  const bool heads_selection =
      own != ControlFlow::none && flow.constructs[own].kind != Construct::Kind::loop;
  for (std::uint32_t c = heads_selection ? own : flow.construct_of_block[from];
       c != ControlFlow::none; c = flow.constructs[c].parent) {
    const Construct& construct = flow.constructs[c];
    const std::uint32_t depth = call.base_depth + construct.depth;
    if (construct.merge == block) return PathJoinPoint{PathJoin::merge_block, depth};
    if (construct.kind != Construct::Kind::loop) continue;
    if (construct.header == block) return PathJoinPoint{PathJoin::next_iteration, depth};
    if (construct.continue_target == block) return PathJoinPoint{PathJoin::continue_target, depth};
  }
  return std::nullopt;
}

// Where the paths of a branch join if it enters the block, in any control flow.
std::optional<PathJoinPoint> place_before(const FunctionInstance& instance, std::uint32_t from,
                                          std::uint32_t block) {
  if (!instance.points) return place_in_constructs(instance.call, from, block);
  return PathJoinPoint{PathJoin::reconvergence_point, instance.points->of_edge(from, block)};
}

// Sets the range of records between the branch and the place. It includes a whole loop if the lanes may be inside it
// and the place is outside. `data`: index of BranchJoinData.
void set_range(FunctionInstance& instance, std::uint32_t from, std::uint32_t place,
               std::uint32_t data) {
  const ControlFlow& flow = instance.flow();
  const std::uint32_t end = instance.call.end_block();
  const bool is_behind = place == end || flow.position[place] > flow.position[from];
  instance.fixups.refer_data(data + 3, is_behind ? place : end);
  for (std::uint32_t c = flow.construct_of_block[from]; c != ControlFlow::none;
       c = flow.constructs[c].parent) {
    const bool holds_place = place != end && flow.contains(c, place);
    if (flow.constructs[c].kind == Construct::Kind::loop && !holds_place)
      instance.fixups.refer_data(data + 2, flow.constructs[c].header);
  }
}

// Whether the instruction may change the registers of a variable.
bool may_store(const Instruction& instruction) {
  switch (instruction.opcode) {
    case spv::Op::OpStore:
    case spv::Op::OpCopyMemory:
    case spv::Op::OpFunctionCall:
    case spv::Op::OpExtInst:
    case spv::Op::OpLabel:
      return true;
    default:
      return calls_for_elements(instruction.opcode);
  }
}

}  // namespace

Comparison BranchJoins::comparison_of(const Instruction& branch) {
  const Module& module = lowering_.module();
  const Instruction* condition = module.definition(branch.id(0));
  bool is_negated = false;
  while (condition != nullptr && condition->opcode == spv::Op::OpLogicalNot) {
    condition = module.definition(condition->id(2));
    is_negated = !is_negated;
  }
  if (condition == nullptr) return {};
  const InstructionDefinition* definition = lowering_.registry().find(condition->opcode);
  if (definition == nullptr) return {};
  const ComparedIntegers found = definition->compared_integers;
  if (found.relation == IntegerRelation::none) return {};
  const Type& type = lowering_.type_of(condition->id(2));
  if (type.kind != Type::Kind::scalar) return {};
  // The registers of a compared variable must not have changed since.
  const std::uint32_t end = lowering_.analysis().index_of(branch);
  for (std::uint32_t i = lowering_.analysis().index_of(*condition) + 1; i < end; ++i) {
    if (may_store(module.instruction(i))) return {};
  }
  Comparison comparison{found.relation, found.is_negated != is_negated,
                        lowering_.value(condition->id(2)).slots[0],
                        lowering_.value(condition->id(3)).slots[0], type.scalar.bytes};
  if (found.is_swapped) std::swap(comparison.operand_1, comparison.operand_2);
  return comparison;
}

const std::vector<std::uint32_t>& BranchJoins::post_dominators(const InlinedCall& call) {
  const auto [entry, is_new] = post_dominators_.try_emplace(&call.function);
  if (!is_new) return entry->second;
  // No lane reaches OpUnreachable.
  std::vector<std::uint32_t> ends;
  for (const std::uint32_t block : call.flow().order) {
    const spv::Op last = lowering_.module().instruction(call.function.blocks[block].last).opcode;
    if (call.flow().successors[block].empty() && last != spv::Op::OpUnreachable)
      ends.push_back(block);
  }
  return entry->second = immediate_post_dominators(call.flow(), std::move(ends));
}

void BranchJoins::add(FunctionInstance& instance, std::uint32_t record, const Instruction& branch,
                      unsigned selector_bytes) {
  if (!lowering_.request().follows_uncertain_branches) return;
  ProgramBuilder& builder = lowering_.builder();
  const Comparison comparison = selector_bytes == 0 ? comparison_of(branch) : Comparison{};
  const std::uint32_t words[BranchJoinData::words] = {
      static_cast<std::uint32_t>(PathJoin::end),
      0,
      record,
      0,
      selector_bytes,
      static_cast<std::uint32_t>(comparison.relation),
      comparison.is_negated ? 1u : 0u,
      comparison.operand_1,
      comparison.operand_2,
      comparison.bytes};
  const std::uint32_t data = lowering_.add_data(words);
  builder.set_branch_join(record, data);
  const auto set = [&](const PathJoinPoint& place) {
    builder.set_data(data, static_cast<std::uint32_t>(place.join));
    builder.set_data(data + 1, place.number);
  };
  for (FunctionInstance* around = &instance; around != nullptr; around = around->caller) {
    const auto& next = post_dominators(around->call);
    std::optional<PathJoinPoint> place;
    std::uint32_t block = next[around->block];
    for (; block != around->call.end_block(); block = next[block]) {
      place = place_before(*around, around->block, block);
      if (place) break;
    }
    set_range(*around, around->block, block, data);
    if (place) return set(*place);
    if (around->call.has_frame) return set({PathJoin::merge_block, around->call.base_depth - 1});
  }
}

}  // namespace spirv_oracle
