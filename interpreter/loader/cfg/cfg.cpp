#include "interpreter/loader/cfg/cfg.h"

#include <algorithm>
#include <string>
#include <utility>

#include "interpreter/loader/cfg/loops.h"

namespace spirv_oracle {
namespace {

constexpr std::uint32_t none = ControlFlow::none;
// "Universal Limits": control-flow nesting depth.
constexpr std::uint32_t max_nesting_depth = 1023;

// The operands of a merge instruction, as block indices.
struct Merge {
  bool present = false;
  Construct::Kind kind = Construct::Kind::selection;
  std::uint32_t merge = none;
  std::uint32_t continue_target = none;
};

class Analysis {
 public:
  Analysis(const Module& module, const Function& function) : module_(module), function_(function) {}

  Result<ControlFlow> run();
  Result<ControlFlow> run_unstructured();

 private:
  void start();
  Result<void> find_edges();
  Result<void> find_successors(std::uint32_t block);
  Result<void> read_merge(std::uint32_t block);
  Result<std::uint32_t> block_of(Id label) const;
  Result<void> place_blocks();
  Result<void> visit_edge(std::uint32_t from, std::uint32_t to);
  Result<void> place(std::uint32_t block, std::uint32_t outer);
  Result<void> check_constructs();
  Result<void> check_merge(std::uint32_t index);
  void find_order();
  // The construct that contains a block; for a loop header, the one that contains the loop.
  std::uint32_t outside(std::uint32_t block) const;
  bool is_loop_header(std::uint32_t block) const {
    return merges_[block].present && merges_[block].kind == Construct::Kind::loop;
  }
  std::string display(std::uint32_t block) const {
    return module_.display(function_.blocks[block].label);
  }
  tl::unexpected<Error> unstructured(const std::string& what) const {
    return bad_input("control flow of function " + module_.display(function_.id) +
                     " is not structured: " + what);
  }

  const Module& module_;
  const Function& function_;
  ControlFlow flow_;
  std::vector<std::uint32_t> block_of_label_;  // by label - first_local
  std::vector<Merge> merges_;                  // by block
  std::vector<bool> placed_;                   // by block: reached by the traversal
  std::vector<std::uint32_t> merge_of_;        // by block: the construct whose merge block it is
  std::vector<std::uint32_t> work_;
};

void Analysis::start() {
  const std::size_t count = function_.blocks.size();
  flow_.construct_of_block.assign(count, none);
  flow_.construct_of_header.assign(count, none);
  flow_.position.assign(count, none);
  flow_.successors.resize(count);
  flow_.predecessors.resize(count);
  merges_.resize(count);
  placed_.assign(count, false);
  merge_of_.assign(count, none);
}

Result<ControlFlow> Analysis::run_unstructured() {
  start();
  flow_.structured = false;
  if (function_.blocks.empty()) return std::move(flow_);
  if (auto done = find_edges(); !done) return tl::unexpected(done.error());
  if (auto done = find_loops(flow_, max_nesting_depth); !done) {
    return limit_reached("control flow of function " + module_.display(function_.id) + ": " +
                         done.error().message);
  }
  return std::move(flow_);
}

Result<ControlFlow> Analysis::run() {
  start();
  if (function_.blocks.empty()) return std::move(flow_);
  if (auto done = find_edges(); !done) return tl::unexpected(done.error());
  if (auto done = place_blocks(); !done) return tl::unexpected(done.error());
  if (auto done = check_constructs(); !done) return tl::unexpected(done.error());
  find_order();
  return std::move(flow_);
}

Result<std::uint32_t> Analysis::block_of(Id label) const {
  if (label >= function_.first_local && label < function_.last_local) {
    const std::uint32_t block = block_of_label_[label - function_.first_local];
    if (block != none) return block;
  }
  return unstructured(module_.display(label) + " is not a block of the function");
}

Result<void> Analysis::find_edges() {
  const auto count = static_cast<std::uint32_t>(function_.blocks.size());
  block_of_label_.assign(function_.last_local - function_.first_local, none);
  for (std::uint32_t block = 0; block < count; ++block) {
    block_of_label_[function_.blocks[block].label - function_.first_local] = block;
  }
  for (std::uint32_t block = 0; block < count; ++block) {
    if (auto done = find_successors(block); !done) return done;
    if (!flow_.structured) continue;
    if (auto done = read_merge(block); !done) return done;
  }
  // `seen` keeps the cost of a block with many branches to few targets linear.
  std::vector<std::uint32_t> seen(count, none);
  for (std::uint32_t block = 0; block < count; ++block) {
    std::erase_if(flow_.successors[block], [&](std::uint32_t successor) {
      return std::exchange(seen[successor], block) == block;
    });
    for (const std::uint32_t successor : flow_.successors[block]) {
      if (successor == 0) return unstructured("a branch goes to the entry block " + display(0));
      flow_.predecessors[successor].push_back(block);
    }
  }
  return {};
}

Result<void> Analysis::find_successors(std::uint32_t block) {
  const Instruction& terminator = module_.instruction(function_.blocks[block].last);
  unsigned operand = 0;
  switch (terminator.opcode) {
    case spv::Op::OpBranch:
      break;
    case spv::Op::OpBranchConditional:
    case spv::Op::OpSwitch:
      operand = 1;
      break;
    default:
      return {};
  }
  // The other operands are branch weights or the literals of a switch.
  for (; operand < terminator.operand_count(); ++operand) {
    if (terminator.operands[operand].operand_class != OperandClass::id) continue;
    const Result<std::uint32_t> target = block_of(terminator.id(operand));
    if (!target) return tl::unexpected(target.error());
    flow_.successors[block].push_back(*target);
  }
  return {};
}

Result<void> Analysis::read_merge(std::uint32_t block) {
  const Instruction* instruction = merge_instruction(module_, function_.blocks[block]);
  if (instruction == nullptr) return {};
  Merge& merge = merges_[block];
  merge.present = true;
  const Result<std::uint32_t> merge_block = block_of(instruction->id(0));
  if (!merge_block) return tl::unexpected(merge_block.error());
  merge.merge = *merge_block;
  if (merge.merge == block) {
    return unstructured("block " + display(block) + " declares itself as its merge block");
  }
  if (instruction->opcode == spv::Op::OpLoopMerge) {
    merge.kind = Construct::Kind::loop;
    const Result<std::uint32_t> target = block_of(instruction->id(1));
    if (!target) return tl::unexpected(target.error());
    merge.continue_target = *target;
    if (merge.continue_target == merge.merge) {
      return unstructured("block " + display(merge.merge) +
                          " is the merge block and the continue target of one loop");
    }
  } else if (module_.instruction(function_.blocks[block].last).opcode == spv::Op::OpSwitch) {
    merge.kind = Construct::Kind::switch_;
  }
  return {};
}

std::uint32_t Analysis::outside(std::uint32_t block) const {
  if (is_loop_header(block)) {
    return flow_.constructs[flow_.construct_of_header[block]].parent;
  }
  return flow_.construct_of_block[block];
}

// Visits every reachable block from the entry on. A block gets its construct on the first visit.
Result<void> Analysis::place_blocks() {
  if (auto done = place(0, none); !done) return done;
  while (!work_.empty()) {
    const std::uint32_t block = work_.back();
    work_.pop_back();
    for (const std::uint32_t successor : flow_.successors[block]) {
      if (auto done = visit_edge(block, successor); !done) return done;
    }
  }
  return {};
}

Result<void> Analysis::visit_edge(std::uint32_t from, std::uint32_t to) {
  const Edge edge = classify(flow_, from, to);
  std::uint32_t outer = edge.construct;
  switch (edge.kind) {
    case EdgeKind::back:
      return {};
    case EdgeKind::continue_:
      break;
    case EdgeKind::merge:
      outer = flow_.constructs[edge.construct].parent;
      break;
    case EdgeKind::plain: {
      const std::uint32_t headed = flow_.construct_of_header[from];
      outer = headed != none ? headed : flow_.construct_of_block[from];
      break;
    }
  }
  if (!placed_[to]) return place(to, outer);
  if (outside(to) == outer) return {};
  const std::uint32_t other = outside(to);
  return unstructured(
      "the branch from " + display(from) + " to " + display(to) +
      (other == none ? std::string(" leaves its construct without going through its merge block")
                     : " enters or leaves the construct with header " +
                           display(flow_.constructs[other].header) + " in the middle"));
}

Result<void> Analysis::place(std::uint32_t block, std::uint32_t outer) {
  placed_[block] = true;
  flow_.construct_of_block[block] = outer;
  work_.push_back(block);
  const Merge& merge = merges_[block];
  if (!merge.present) return {};
  const auto index = static_cast<std::uint32_t>(flow_.constructs.size());
  const std::uint32_t depth = outer == none ? 0 : flow_.constructs[outer].depth + 1;
  if (depth >= max_nesting_depth) {
    return limit_reached("control flow of function " + module_.display(function_.id) +
                         " nests deeper than " + std::to_string(max_nesting_depth));
  }
  flow_.constructs.push_back({merge.kind, block, merge.merge, merge.continue_target, outer, depth});
  flow_.construct_of_header[block] = index;
  if (merge.kind == Construct::Kind::loop) flow_.construct_of_block[block] = index;
  return {};
}

// Checks the position of merge blocks and continue targets, and places those without branches to them.
Result<void> Analysis::check_constructs() {
  const auto lies_in = [&](std::uint32_t block, std::uint32_t expected) {
    if (placed_[block]) return outside(block) == expected;
    flow_.construct_of_block[block] = expected;
    return true;
  };
  for (std::uint32_t index = 0; index < flow_.constructs.size(); ++index) {
    const Construct& construct = flow_.constructs[index];
    if (!lies_in(construct.merge, construct.parent)) {
      return unstructured("merge block " + display(construct.merge) + " of header " +
                          display(construct.header) + " is not in the enclosing construct");
    }
    if (auto done = check_merge(index); !done) return done;
    if (construct.kind != Construct::Kind::loop || construct.continue_target == construct.header) {
      continue;
    }
    if (!lies_in(construct.continue_target, index)) {
      return unstructured("continue target " + display(construct.continue_target) +
                          " is not in the loop with header " + display(construct.header));
    }
  }
  return {};
}

// A merge block has one header, belongs to no continue construct that others enter, and is reached
// only from inside its construct (or by its own back edges).
Result<void> Analysis::check_merge(std::uint32_t index) {
  const Construct& construct = flow_.constructs[index];
  if (std::exchange(merge_of_[construct.merge], index) != none) {
    return unstructured(display(construct.merge) + " is the merge block of several headers");
  }
  if (construct.parent != none) {
    const Construct& parent = flow_.constructs[construct.parent];
    if (parent.kind == Construct::Kind::loop && parent.continue_target == construct.merge) {
      return unstructured("merge block " + display(construct.merge) + " of header " +
                          display(construct.header) +
                          " is the continue target of the enclosing loop");
    }
  }
  for (const std::uint32_t from : flow_.predecessors[construct.merge]) {
    if (!placed_[from]) continue;
    const EdgeKind kind = classify(flow_, from, construct.merge).kind;
    if (kind == EdgeKind::merge || kind == EdgeKind::back) continue;
    return unstructured("the branch from " + display(from) + " to " + display(construct.merge) +
                        " reaches a merge block from outside the construct with header " +
                        display(construct.header));
  }
  return {};
}

// A reverse post-order in which a header's merge block, then its continue target, count as its last
// successors: whatever is reached from them comes after the rest of the construct.
void Analysis::find_order() {
  const auto next_of = [&](std::uint32_t block, std::uint32_t index) {
    const std::vector<std::uint32_t>& successors = flow_.successors[block];
    const Merge& merge = merges_[block];
    if (index == 0) return merge.merge;
    if (index == 1) return merge.continue_target;
    return successors[successors.size() - 1 - (index - 2)];
  };
  std::vector<bool> seen(function_.blocks.size(), false);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> stack = {{0, 0}};
  seen[0] = true;
  while (!stack.empty()) {
    auto& [block, index] = stack.back();
    if (index == flow_.successors[block].size() + 2) {
      flow_.order.push_back(block);
      stack.pop_back();
      continue;
    }
    const std::uint32_t next = next_of(block, index++);
    if (next == none || seen[next] || !placed_[next]) continue;
    seen[next] = true;
    stack.emplace_back(next, 0);
  }
  std::ranges::reverse(flow_.order);
  for (std::uint32_t i = 0; i < flow_.order.size(); ++i) flow_.position[flow_.order[i]] = i;
}

}  // namespace

bool ControlFlow::contains(std::uint32_t construct, std::uint32_t block) const {
  std::uint32_t c = construct_of_block[block];
  while (c != none && c != construct) c = constructs[c].parent;
  return c == construct;
}

bool ControlFlow::is_entered_beside_header(std::uint32_t loop) const {
  return std::ranges::any_of(order, [&](std::uint32_t block) {
    if (block == constructs[loop].header || !contains(loop, block)) return false;
    return std::ranges::any_of(predecessors[block],
                               [&](std::uint32_t from) { return !contains(loop, from); });
  });
}

Edge classify(const ControlFlow& flow, std::uint32_t from, std::uint32_t to) {
  std::uint32_t c = flow.construct_of_header[from];
  if (c == none) c = flow.construct_of_block[from];
  for (; c != none; c = flow.constructs[c].parent) {
    const Construct& construct = flow.constructs[c];
    if (construct.kind == Construct::Kind::loop) {
      if (to == construct.header) return {EdgeKind::back, c};
      if (to == construct.continue_target) return {EdgeKind::continue_, c};
    }
    if (to == construct.merge) return {EdgeKind::merge, c};
  }
  return {};
}

const Instruction* merge_instruction(const Module& module, const Block& block) {
  for (std::uint32_t index = block.last; index > block.first;) {
    const Instruction& instruction = module.instruction(--index);
    switch (instruction.opcode) {
      case spv::Op::OpSelectionMerge:
      case spv::Op::OpLoopMerge:
        return &instruction;
      case spv::Op::OpLine:
      case spv::Op::OpNoLine:
        continue;
      default:
        return nullptr;
    }
  }
  return nullptr;
}

Result<ControlFlow> analyze_control_flow(const Module& module, const Function& function) {
  return Analysis(module, function).run();
}

Result<ControlFlow> analyze_unstructured_control_flow(const Module& module,
                                                      const Function& function) {
  return Analysis(module, function).run_unstructured();
}

}  // namespace spirv_oracle
