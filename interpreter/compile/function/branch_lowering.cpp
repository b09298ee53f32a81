#include "interpreter/compile/function/branch_lowering.h"

#include <algorithm>
#include <unordered_map>

#include "interpreter/compile/function/phis.h"
#include "interpreter/exec/tangles/reconvergence_point.h"
#include "interpreter/exec/tangles/tangle.h"

namespace spirv_oracle {

std::uint32_t BranchLowering::block_of(Id label) const {
  return instance_.call.analysis.block_of_label[label - instance_.call.function.first_local];
}

void BranchLowering::lower_branch(const Instruction& branch) { emit_edge(block_of(branch.id(0))); }

void BranchLowering::lower_branch_conditional(const Instruction& branch) {
  const std::uint32_t targets[] = {block_of(branch.id(1)), block_of(branch.id(2))};
  const Slot condition = lowering_.slot(branch.id(0), 0, ScalarType::boolean());
  if (instance_.points) {
    const std::uint32_t record =
        function_.emit_control(&branch_unstructured, {condition},
                               {instance_.points->of_branch(instance_.block, targets[0]),
                                instance_.points->of_branch(instance_.block, targets[1])});
    joins_.add(instance_, record, branch, 0);
    return emit_unstructured_edges();
  }
  const std::uint32_t record = function_.emit_control(branch_handler(), {condition});
  joins_.add(instance_, record, branch, 0);
  for (unsigned i = 0; i < 2; ++i) {
    if (edge_is_plain_jump(targets[i]) &&
        reconvergence_at(targets[i]) == UnguaranteedReconvergence::none) {
      instance_.fixups.refer_operand(record, 1 + i, targets[i]);
    } else if (i == 1 && targets[0] == targets[1]) {
      lowering_.builder().set_operand(record, 2, lowering_.program().records[record].operand[1]);
    } else {
      lowering_.builder().set_operand(record, 1 + i, lowering_.builder().next_record());
      emit_edge(targets[i]);
    }
  }
}

std::vector<BranchLowering::Case> BranchLowering::sorted_cases(const Instruction& branch) const {
  // Literals come as one operand each, of one or two words; labels as ids.
  std::vector<Case> cases;
  for (unsigned i = 2; i + 1 < branch.operand_count(); i += 2)
    cases.push_back({branch.number(i), block_of(branch.id(i + 1))});
  const auto& position = instance_.flow().position;
  std::ranges::stable_sort(cases, {}, [&](const Case& c) { return position[c.block]; });
  return cases;
}

void BranchLowering::lower_switch(const Instruction& branch) {
  const ScalarType selector = lowering_.type_of(branch.id(0)).scalar;
  if (selector.scalar_class != ScalarType::Class::integer) {
    lowering_.fail_input("Selector is not an integer");
  }
  const bool wide = selector.bytes == 8;
  const std::vector<Case> cases = sorted_cases(branch);
  const std::uint32_t default_block = block_of(branch.id(1));
  const auto& position = instance_.flow().position;
  const auto cases_before_default = static_cast<std::uint32_t>(std::ranges::count_if(
      cases, [&](const Case& c) { return position[c.block] < position[default_block]; }));
  std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(cases.size()),
                                      cases_before_default, 0};
  for (const Case& c : cases) {
    words.push_back(static_cast<std::uint32_t>(c.literal));
    words.push_back(wide ? static_cast<std::uint32_t>(c.literal >> 32) : 0);
    words.push_back(0);
  }
  const std::uint32_t table = lowering_.add_data(words);
  const std::uint32_t record =
      function_.emit_control(instance_.points ? unstructured_switch_handler(selector.bytes)
                                              : switch_handler(selector.bytes),
                             {lowering_.slot(branch.id(0), 0, selector)}, {table});
  joins_.add(instance_, record, branch, selector.bytes);
  emit_switch_edges(table, cases, default_block);
}

void BranchLowering::emit_switch_edges(std::uint32_t table, std::span<const Case> cases,
                                       std::uint32_t default_block) {
  ProgramBuilder& builder = lowering_.builder();
  std::unordered_map<std::uint32_t, std::uint32_t> emitted;  // block -> start of its edge
  const auto set_target = [&](std::uint32_t word, std::uint32_t block) {
    if (instance_.points) {
      builder.set_data(word, instance_.points->of_branch(instance_.block, block));
    } else if (edge_is_plain_jump(block)) {
      instance_.fixups.refer_data(word, block);
    } else {
      const auto [entry, is_new] = emitted.try_emplace(block, builder.next_record());
      builder.set_data(word, entry->second);
      if (is_new) emit_edge(block);
    }
  };
  set_target(table + 2, default_block);
  for (std::size_t i = 0; i < cases.size(); ++i)
    set_target(table + 5 + 3 * static_cast<std::uint32_t>(i), cases[i].block);
  if (instance_.points) emit_unstructured_edges();
}

// Only back edges poll the limits, so every cycle must contain one.
Edge BranchLowering::edge_to(std::uint32_t to) {
  const ControlFlow& flow = instance_.flow();
  const Edge edge = classify(flow, instance_.block, to);
  if (edge.kind != EdgeKind::back && flow.position[to] <= instance_.position)
    lowering_.fail_input("branches back to a block that is not a loop header");
  return edge;
}

bool BranchLowering::edge_is_plain_jump(std::uint32_t to) {
  if (edge_to(to).kind != EdgeKind::plain) return false;
  return !begins_with_phi(lowering_.module(), instance_.call.function.blocks[to]);
}

void BranchLowering::emit_edge(std::uint32_t to) {
  if (instance_.points) return emit_unstructured_jump(to);
  instance_.phis.emit_copies(lowering_, instance_.call.function, instance_.block, to);
  const Edge edge = edge_to(to);
  const auto leave_to = [&](Wait wait) {
    const std::uint32_t depth =
        instance_.call.base_depth + instance_.flow().constructs[edge.construct].depth;
    function_.emit_control(leave_handler(), {}, {depth, static_cast<std::uint32_t>(wait)});
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

void BranchLowering::emit_jump(std::uint32_t to) {
  const UnguaranteedReconvergence reconvergence = reconvergence_at(to);
  std::uint32_t record = 0;
  if (reconvergence == UnguaranteedReconvergence::none) {
    record = function_.emit_control(jump_handler());
  } else {
    const bool has_info = reconvergence == UnguaranteedReconvergence::block;
    record = function_.emit_control(
        &jump_and_join, {},
        {0, has_info ? instance_.block_infos.of(lowering_, instance_.call, to) : 0});
  }
  instance_.fixups.refer_operand(record, 0, to);
}

// With maximal reconvergence, lanes join early only at the cases of a switch.
UnguaranteedReconvergence BranchLowering::reconvergence_at(std::uint32_t block) const {
  const auto reconvergence = instance_.call.analysis.unguaranteed_reconvergence[block];
  const bool never = reconvergence == UnguaranteedReconvergence::block &&
                     lowering_.program().tangles.maximally_reconverge;
  return never ? UnguaranteedReconvergence::none : reconvergence;
}

void BranchLowering::emit_unstructured_edges() {
  const auto& successors = instance_.flow().successors[instance_.block];
  const auto points = instance_.points->of_edge_records(instance_.block);
  for (std::size_t i = 0; i < successors.size(); ++i) {
    if (points[i] == ControlFlow::none) continue;
    lowering_.builder().place(points[i]);
    emit_unstructured_jump(successors[i]);
  }
}

void BranchLowering::emit_unstructured_jump(std::uint32_t to) {
  const std::uint32_t origin = lowering_.builder().origin();
  const std::uint32_t instruction = lowering_.program().origins[origin].instruction;
  const std::uint32_t from = instance_.block;
  instance_.phis.emit_copies(lowering_, instance_.call.function, from, to);
  for (const std::uint32_t loop : instance_.points->loops_entered_beside_header(from, to))
    instance_.points->enter_loop(loop);
  lowering_.builder().set_origin(instruction, instance_.call.origin);
  function_.emit_control(&jump_unstructured, {}, {instance_.points->of_edge(from, to)});
}

}  // namespace spirv_oracle
