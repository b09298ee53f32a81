#include "interpreter/exec/tangle.h"

#include <algorithm>
#include <utility>

#include "interpreter/exec/report.h"
#include "interpreter/exec/separate_tangles.h"
#include "interpreter/ir/program.h"
#include "interpreter/semantics/clause.h"
#include "interpreter/semantics/control_flow.h"

namespace spirv_oracle {
namespace {

void account(Subgroup& subgroup, const Op* op) {
  subgroup.steps += op->extra;
  subgroup.lane_instructions += std::uint64_t{op->extra} * subgroup.active.count();
}

// Whether the specification promises that the lanes of `joined` are one tangle behind the construct:
// under maximal reconvergence always; otherwise when the whole subgroup entered it as a tangle and
// all of it leaves by the merge block ("Structured Control Flow", "uniform control flow").
bool join_is_guaranteed(const Subgroup& subgroup, const Frame& frame, const LaneMask& joined) {
  if (subgroup.program->maximally_reconverges) return true;
  return frame.entered_guaranteed && frame.entered == subgroup.existing && joined == frame.entered;
}

// The lanes that wait at the merge block go on as one tangle, or one part after the other.
const Op* leave_frame(Subgroup& subgroup, Frame& frame) {
  const LaneMask joined = frame.at_merge;
  if (frame.parted) {
    const bool guaranteed = join_is_guaranteed(subgroup, frame, joined);
    if (guaranteed) {
      subgroup.guarantee.holds = frame.entered_guaranteed;
    } else {
      subgroup.guarantee = {false, frame.construct};
    }
    if (joined != frame.entered && subgroup.depth > 0) {
      subgroup.frames[subgroup.depth - 1].parted = true;
    }
  }
  subgroup.active = joined;
  return frame.merge;
}

}  // namespace

void add_pending(Subgroup& subgroup, const Op* pc, const LaneMask& lanes) {
  if (subgroup.separate != nullptr) return subgroup.separate->fork(subgroup, pc, lanes);
  subgroup.pending.push_back({pc, lanes, subgroup.guarantee});
}

const Op* next_tangle(Subgroup& subgroup) {
  if (subgroup.separate != nullptr) return subgroup.separate->next(subgroup);
  for (;;) {
    Frame& frame = subgroup.frames[subgroup.depth];
    if (subgroup.pending.size() > frame.pending_base) {
      const Pending next = subgroup.pending.back();
      subgroup.pending.pop_back();
      subgroup.active = next.lanes;
      subgroup.guarantee = next.guarantee;
      return next.pc;
    }
    if (frame.at_continue.any()) {
      subgroup.active = std::exchange(frame.at_continue, LaneMask{});
      if (frame.parted && !subgroup.program->maximally_reconverges) {
        subgroup.guarantee = {false, frame.construct};
      }
      return frame.continue_target;
    }
    if (frame.at_header.any()) {
      subgroup.active = std::exchange(frame.at_header, LaneMask{});
      ++frame.iteration;
      if (subgroup.steps >= subgroup.step_limit) [[unlikely]] {
        subgroup.resume = frame.header;
        return nullptr;
      }
      return frame.header;
    }
    const bool outermost = subgroup.depth == 0;
    if (frame.at_merge.any() || outermost) {
      const Op* merge = leave_frame(subgroup, frame);
      if (!outermost) --subgroup.depth;
      return merge;
    }
    // All lanes left for an outer construct, or ended.
    --subgroup.depth;
    subgroup.frames[subgroup.depth].parted |= frame.parted;
  }
}

const Op* enter_frame(Subgroup& subgroup, const Op* op) {
  const std::uint32_t* words = subgroup.data + op->extra;
  const std::uint32_t depth = words[0];
  Frame& frame = subgroup.frames[depth];
  frame.kind = static_cast<Frame::Kind>(words[1]);
  frame.construct = words[2];
  frame.merge = subgroup.code + words[3];
  frame.continue_target = subgroup.code + words[4];
  frame.header = subgroup.code + words[5];
  frame.entered = subgroup.active;
  frame.at_merge = {};
  frame.at_continue = {};
  frame.at_header = {};
  frame.pending_base = static_cast<std::uint32_t>(subgroup.pending.size());
  frame.iteration = 0;
  frame.parted = false;
  frame.entered_guaranteed = subgroup.guarantee.holds;
  subgroup.depth = depth;
  return op + 1;
}

const Op* jump(Subgroup& subgroup, const Op* op) {
  account(subgroup, op);
  return subgroup.code + op->operand[0];
}

const Op* jump_and_join(Subgroup& subgroup, const Op* op) {
  account(subgroup, op);
  const Op* target = subgroup.code + op->operand[0];
  const Op* edge = subgroup.code + op->operand[1];
  const auto first = subgroup.pending.begin() + subgroup.frames[subgroup.depth].pending_base;
  const auto find = [&](const Op* pc) {
    return std::find_if(first, subgroup.pending.end(),
                        [&](const Pending& p) { return p.pc == pc; });
  };
  if (const auto waiting = find(target); waiting != subgroup.pending.end()) {
    waiting->lanes |= subgroup.active;
    return next_tangle(subgroup);
  }
  if (const auto waiting = find(edge); edge != target && waiting != subgroup.pending.end()) {
    subgroup.pending.insert(waiting, {target, subgroup.active, subgroup.guarantee});
    return next_tangle(subgroup);
  }
  return target;
}

const Op* branch_conditional(Subgroup& subgroup, const Op* op) {
  account(subgroup, op);
  const LaneMask undefined = subgroup.header(op->operand[0]).undefined & subgroup.active;
  if (undefined.any()) [[unlikely]] {
    report(subgroup, *op, OpBranchConditional::condition_undefined, undefined);
  }
  const LaneMask where_true = subgroup.truth(op->operand[0]) & subgroup.active;
  const LaneMask where_false = subgroup.active & ~where_true;
  if (where_false.none()) return subgroup.code + op->operand[1];
  if (where_true.none()) return subgroup.code + op->operand[2];
  if (op->operand[1] == op->operand[2]) return subgroup.code + op->operand[1];
  subgroup.frames[subgroup.depth].parted = true;
  add_pending(subgroup, subgroup.code + op->operand[2], where_false);
  subgroup.active = where_true;
  return subgroup.code + op->operand[1];
}

namespace {

template <class T>
const Op* switch_to(Subgroup& subgroup, const Op* op) {
  account(subgroup, op);
  const LaneMask undefined = subgroup.header(op->operand[0]).undefined & subgroup.active;
  if (undefined.any()) [[unlikely]] {
    report(subgroup, *op, OpSwitch::selector_undefined, undefined);
  }
  const std::uint32_t* table = subgroup.data + op->operand[1];
  const std::uint32_t count = table[0];
  const std::uint32_t default_rank = table[1];
  const T* selector = subgroup.values<T>(op->operand[0]);
  // Ways in the order in which they run; ways to one target are one.
  struct Way {
    std::uint32_t target;
    LaneMask lanes;
  };
  std::vector<Way> ways;
  LaneMask rest = subgroup.active;
  std::size_t default_position = 0;
  const auto add = [&](std::uint32_t target, const LaneMask& lanes) {
    if (!ways.empty() && ways.back().target == target) {
      ways.back().lanes |= lanes;
    } else {
      ways.push_back({target, lanes});
    }
  };
  for (std::uint32_t i = 0; i <= count; ++i) {
    if (i == default_rank) {
      default_position = ways.size();
      ways.push_back({table[2], {}});
    }
    if (i == count) break;
    const std::uint32_t* entry = table + 3 + 3 * i;
    const auto literal =
        static_cast<T>(entry[0] | (sizeof(T) == 8 ? std::uint64_t{entry[1]} << 32 : 0));
    LaneMask lanes;
    rest.for_each([&](unsigned lane) {
      if (selector[lane] == literal) lanes.set(lane);
    });
    rest &= ~lanes;
    if (lanes.any()) add(entry[2], lanes);
  }
  ways[default_position].lanes |= rest;
  std::erase_if(ways, [](const Way& way) { return way.lanes.none(); });
  if (ways.size() > 1) subgroup.frames[subgroup.depth].parted = true;
  for (std::size_t i = ways.size(); i-- > 1;) {
    add_pending(subgroup, subgroup.code + ways[i].target, ways[i].lanes);
  }
  subgroup.active = ways[0].lanes;
  return subgroup.code + ways[0].target;
}

}  // namespace

Handler switch_handler(unsigned selector_bytes) {
  switch (selector_bytes) {
    case 1:
      return &switch_to<std::uint8_t>;
    case 2:
      return &switch_to<std::uint16_t>;
    case 4:
      return &switch_to<std::uint32_t>;
    default:
      return &switch_to<std::uint64_t>;
  }
}

static const Op* leave_separately(Subgroup& subgroup, const Op* op) {
  const std::uint32_t depth = op->operand[0];
  switch (static_cast<Wait>(op->operand[1])) {
    case Wait::at_continue:
      return subgroup.separate->leave_by_continue(subgroup, depth);
    case Wait::at_header:
      return subgroup.separate->leave_by_header(subgroup, depth);
    case Wait::at_merge:
      break;
  }
  return subgroup.separate->leave_by_merge(subgroup, depth);
}

const Op* leave(Subgroup& subgroup, const Op* op) {
  account(subgroup, op);
  const std::uint32_t depth = op->operand[0];
  if (subgroup.separate != nullptr) return leave_separately(subgroup, op);
  Frame& frame = subgroup.frames[depth];
  switch (static_cast<Wait>(op->operand[1])) {
    case Wait::at_merge:
      frame.at_merge |= subgroup.active;
      break;
    case Wait::at_continue:
      frame.at_continue |= subgroup.active;
      break;
    case Wait::at_header:
      frame.at_header |= subgroup.active;
      break;
  }
  return next_tangle(subgroup);
}

const Op* terminate(Subgroup& subgroup, const Op* op) {
  account(subgroup, op);
  subgroup.alive &= ~subgroup.active;
  for (std::uint32_t d = 0; d <= subgroup.depth; ++d) {
    subgroup.frames[d].entered &= ~subgroup.active;
  }
  subgroup.active = {};
  return next_tangle(subgroup);
}

const Op* unreachable(Subgroup& subgroup, const Op* op) {
  report(subgroup, *op, OpUnreachable::reached, subgroup.active);
  return terminate(subgroup, op);
}

const Op* finish(Subgroup& subgroup, const Op*) {
  subgroup.alive = {};
  subgroup.state = SubgroupState::finished;
  return nullptr;
}

}  // namespace spirv_oracle
