// Branches: their records, the edges that they take, the phi copies of each edge, and the targets that
// are known only when all blocks have their records.
#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "interpreter/compile/function_instance.h"
#include "interpreter/exec/reconvergence_point.h"
#include "interpreter/exec/tangle.h"
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

std::uint32_t FunctionLowering::block_of(Id label) {
  const Function& function = instance_->function;
  return instance_->analysis.block_of_label[label - function.first_local];
}

std::uint32_t FunctionLowering::emit_control(Handler handler, std::initializer_list<Slot> planes,
                                             std::initializer_list<std::uint32_t> numbers) {
  const std::uint32_t record = lowering_.emit(handler, no_slot, planes, std::exchange(cost_, 0));
  auto operand = static_cast<unsigned>(planes.size());
  lowering_.describe(record, {.plane_operands = operand, .is_control_flow = true});
  for (const std::uint32_t number : numbers)
    lowering_.builder().set_operand(record, operand++, number);
  return record;
}

void FunctionLowering::emit_end_of_lanes(Handler handler) { emit_control(handler); }

void FunctionLowering::lower_branch(const Instruction& branch) {
  emit_edge(block_of(branch.id(0)));
}

void FunctionLowering::lower_branch_conditional(const Instruction& branch) {
  Instance& instance = *instance_;
  if (!instance.flow().structured) return lower_unstructured_branch(branch);
  if (instance.merge != nullptr && instance.merge->opcode == spv::Op::OpSelectionMerge) {
    enter_construct(instance.flow().construct_of_header[instance.block],
                    ConstructInfo::Kind::selection);
  }
  const std::uint32_t targets[] = {block_of(branch.id(1)), block_of(branch.id(2))};
  const Slot condition = lowering_.slot(branch.id(0), 0, ScalarType::boolean());
  const std::uint32_t op = emit_control(branch_handler(), {condition});
  note_branch_join(op, 0);
  for (unsigned i = 0; i < 2; ++i) {
    if (edge_is_plain_jump(targets[i]) && join_at(targets[i]) == UnguaranteedReconvergence::none) {
      fix_operand(op, 1 + i, targets[i]);
    } else if (i == 1 && targets[0] == targets[1]) {
      lowering_.builder().set_operand(op, 2, lowering_.program().ops[op].operand[1]);
    } else {
      lowering_.builder().set_operand(op, 1 + i, lowering_.builder().next_record());
      emit_edge(targets[i]);
    }
  }
}

void FunctionLowering::lower_switch(const Instruction& branch) {
  Instance& instance = *instance_;
  if (instance.merge != nullptr) {
    if (instance.merge->opcode != spv::Op::OpSelectionMerge) {
      lowering_.fail_input("a loop cannot begin with a switch");
    }
    enter_construct(instance.flow().construct_of_header[instance.block],
                    ConstructInfo::Kind::switch_);
  }
  const ScalarType selector = lowering_.type_of(branch.id(0)).scalar;
  if (selector.scalar_class != ScalarType::Class::integer) {
    lowering_.fail_input("Selector is not an integer");
  }
  const bool wide = selector.bytes == 8;
  // Literals come as one operand each, of one or two words; labels as ids.
  struct Case {
    std::uint64_t literal;
    std::uint32_t block;
  };
  std::vector<Case> cases;
  for (unsigned i = 2; i + 1 < branch.operand_count(); i += 2) {
    cases.push_back({branch.number(i), block_of(branch.id(i + 1))});
  }
  const auto& order = instance.flow().order;
  std::unordered_map<std::uint32_t, std::uint32_t> rank;
  for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  std::ranges::stable_sort(cases, {}, [&](const Case& c) { return rank[c.block]; });

  const std::uint32_t default_block = block_of(branch.id(1));
  const auto default_rank = static_cast<std::uint32_t>(std::ranges::count_if(
      cases, [&](const Case& c) { return rank[c.block] < rank[default_block]; }));
  std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(cases.size()), default_rank, 0};
  for (const Case& c : cases) {
    words.push_back(static_cast<std::uint32_t>(c.literal));
    words.push_back(wide ? static_cast<std::uint32_t>(c.literal >> 32) : 0);
    words.push_back(0);
  }
  const std::uint32_t table = lowering_.add_data(words);
  const bool structured = instance.flow().structured;
  const std::uint32_t record = emit_control(
      structured ? switch_handler(selector.bytes) : unstructured_switch_handler(selector.bytes),
      {lowering_.slot(branch.id(0), 0, selector)}, {table});
  note_branch_join(record, selector.bytes);
  std::unordered_map<std::uint32_t, std::uint32_t> emitted;  // block -> start of its edge
  const auto target = [&](std::uint32_t word, std::uint32_t block) {
    if (!structured) {
      return lowering_.builder().set_data(word, point_of_branch(block));
    }
    if (edge_is_plain_jump(block)) return fix_data(word, block);
    const auto [entry, inserted] = emitted.try_emplace(block, lowering_.builder().next_record());
    lowering_.builder().set_data(word, entry->second);
    if (inserted) emit_edge(block);
  };
  target(table + 2, default_block);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    target(table + 5 + 3 * static_cast<std::uint32_t>(i), cases[i].block);
  }
  if (!structured) emit_edges();
}

void FunctionLowering::lower_return(const Instruction& instruction) {
  Instance& instance = *instance_;
  const bool has_value = instruction.opcode == spv::Op::OpReturnValue;
  if (instance.has_frame) {
    std::vector<Slot> values;
    std::span<const ScalarType> scalars;
    if (has_value) {
      values = lowering_.value(instruction.id(0)).slots;
      scalars = lowering_.components(lowering_.type_id_of(instruction.id(0)));
    }
    if (values.size() != instance.return_slots.size()) {
      lowering_.fail_input("the value returned does not match the function's return type");
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      emit_masked_copy(lowering_, instance.return_slots[i], values[i], scalars[i]);
    }
    emit_control(leave_handler(), {},
                 {instance.base_depth - 1, static_cast<std::uint32_t>(Wait::at_merge)});
    return;
  }
  if (has_value) instance.returned = lowering_.value(instruction.id(0));
  if (instance.position + 1 != instance.flow().order.size()) {
    fix_operand(emit_control(jump_handler()), 0, instance.end_block());
  }
}

// Only back edges poll the limits, so every cycle must contain one.
Edge FunctionLowering::edge_to(std::uint32_t to) {
  const ControlFlow& flow = instance_->flow();
  const Edge edge = classify(flow, instance_->block, to);
  if (edge.kind != EdgeKind::back && flow.position[to] <= instance_->position)
    lowering_.fail_input("branches back to a block that is not a loop header");
  return edge;
}

bool FunctionLowering::edge_is_plain_jump(std::uint32_t to) {
  if (edge_to(to).kind != EdgeKind::plain) return false;
  return !begins_with_phi(lowering_.module(), instance_->function.blocks[to]);
}

void FunctionLowering::emit_edge(std::uint32_t to) {
  Instance& instance = *instance_;
  if (!instance.flow().structured) return emit_unstructured_jump(to);
  emit_phi_copies(to);
  const Edge edge = edge_to(to);
  const auto leave_to = [&](Wait wait) {
    const std::uint32_t depth =
        instance.base_depth + instance.flow().constructs[edge.construct].depth;
    emit_control(leave_handler(), {}, {depth, static_cast<std::uint32_t>(wait)});
  };
  switch (edge.kind) {
    case EdgeKind::plain:
      emit_jump(to);
      break;
    case EdgeKind::merge:
      leave_to(Wait::at_merge);
      break;
    case EdgeKind::continue_:
      leave_to(Wait::at_continue);
      break;
    case EdgeKind::back:
      leave_to(Wait::at_header);
      break;
  }
}

void FunctionLowering::emit_jump(std::uint32_t to) {
  const UnguaranteedReconvergence join = join_at(to);
  const std::uint32_t op =
      join == UnguaranteedReconvergence::none
          ? emit_control(jump_handler())
          : emit_control(&jump_and_join, {},
                         {0, join == UnguaranteedReconvergence::block ? join_info(to) : 0});
  fix_operand(op, 0, to);
}

// With maximal reconvergence, lanes join early only at the cases of a switch.
UnguaranteedReconvergence FunctionLowering::join_at(std::uint32_t block) const {
  const UnguaranteedReconvergence join = instance_->analysis.unguaranteed_reconvergence[block];
  const bool never =
      join == UnguaranteedReconvergence::block && lowering_.program().tangles.maximally_reconverge;
  return never ? UnguaranteedReconvergence::none : join;
}

std::uint32_t FunctionLowering::join_info(std::uint32_t block) {
  const auto [entry, inserted] = instance_->join_info.try_emplace(block, 0);
  if (inserted) entry->second = add_block_info(block);
  return entry->second;
}

// The origin is the block's label.
std::uint32_t FunctionLowering::add_block_info(std::uint32_t block) {
  const Module& module = lowering_.module();
  const Instruction* label = module.definition(instance_->function.blocks[block].label);
  const Origin before = lowering_.program().origins[lowering_.builder().origin()];
  lowering_.builder().set_origin(static_cast<std::uint32_t>(label - &module.instruction(0)),
                                 instance_->call_origin);
  const std::uint32_t info = add_construct_info(ConstructInfo::Kind::selection);
  lowering_.builder().set_origin(before.instruction, before.call);
  return info;
}

// All phis of a block get their values at the same time.
void FunctionLowering::emit_phi_copies(std::uint32_t to) {
  std::vector<Slot> results, sources;
  std::vector<ScalarType> types;
  const Block& target = instance_->function.blocks[to];
  const Id from_label = instance_->function.blocks[instance_->block].label;
  unsigned next_pair = 0;
  for (std::uint32_t i = target.first; i <= target.last; ++i) {
    const Instruction& phi = lowering_.module().instruction(i);
    if (is_debug_information(lowering_.module(), phi)) continue;
    if (phi.opcode != spv::Op::OpPhi) break;
    const auto pair = find_pair(phi, from_label, instance_->next_pair_of_phi[to]);
    if (!pair) lowering_.fail_input("an OpPhi of the target has no value for this branch");
    next_pair = *pair + 1;
    lowering_.report_broken_constants(phi.id(2 + 2 * *pair));
    const std::vector<Slot> from = lowering_.value(phi.id(2 + 2 * *pair)).slots;
    const std::vector<Slot>& into = lowering_.value(phi.result).slots;
    const auto scalars = lowering_.components(phi.type);
    if (into.size() != from.size() || into.size() != scalars.size())
      lowering_.fail_input("an OpPhi of the target has no value for this branch");
    for (std::size_t c = 0; c < into.size(); ++c) {
      lowering_.check_width(from[c], scalars[c].bytes);
      results.push_back(into[c]);
      sources.push_back(from[c]);
      types.push_back(scalars[c]);
    }
  }
  if (next_pair != 0) instance_->next_pair_of_phi[to] = next_pair;
  emit_masked_copies(lowering_, results, sources, types);
}

void FunctionLowering::fix_operand(std::uint32_t op, unsigned operand, std::uint32_t block) {
  instance_->fixups.push_back({op, operand, block});
}
void FunctionLowering::fix_data(std::uint32_t word, std::uint32_t block) {
  instance_->fixups.push_back({word, Instance::in_data, block});
}

void FunctionLowering::resolve_fixups(Instance& instance) {
  ProgramBuilder& builder = lowering_.builder();
  const auto resolve = [&](const Instance::Fixup& fixup, std::uint32_t target) {
    if (fixup.operand == Instance::in_data) {
      builder.set_data(fixup.index, target);
    } else {
      builder.set_operand(fixup.index, fixup.operand, target);
    }
  };
  for (const Instance::Fixup& fixup : instance.fixups) {
    resolve(fixup, instance.block_start[fixup.block]);
  }
  for (const Instance::Fixup& fixup : instance.header_fixups) {
    resolve(fixup, fixup.block == instance.end_block() ? instance.block_start.back()
                                                       : instance.header_start[fixup.block]);
  }
}

}  // namespace spirv_oracle
