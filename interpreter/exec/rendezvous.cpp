#include "interpreter/exec/rendezvous.h"

#include <algorithm>
#include <map>

#include "interpreter/exec/copy.h"
#include "interpreter/exec/report.h"
#include "interpreter/ir/function_lowering.h"

namespace spirv_oracle {
namespace {

// "0-2,5" from ascending numbers.
std::string ranges_text(const std::vector<std::uint32_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(numbers[i]);
    if (last != i) text += "-" + std::to_string(numbers[last]);
    i = last + 1;
  }
  return text;
}

// "lane 3 has ended", "subgroups 0-2 have ended"
std::string ended_text(const std::string& what, const std::vector<std::uint32_t>& numbers) {
  const bool one = numbers.size() == 1;
  return what + (one ? " " : "s ") + ranges_text(numbers) + (one ? " has ended" : " have ended");
}

std::vector<std::uint32_t> numbers_of(const LaneMask& lanes) {
  std::vector<std::uint32_t> numbers;
  lanes.for_each([&](unsigned lane) { numbers.push_back(lane); });
  return numbers;
}

std::string place_text(const Subgroup& subgroup) {
  const Module& module = *subgroup.program->module;
  const std::uint32_t index = subgroup.program->origins[subgroup.barrier->origin].instruction;
  const Instruction& instruction = module.instruction(index);
  const SourceLocation source = module.source(instruction.line);
  std::string text = module.disassemble(instruction);
  if (source.line != 0) text += " (line " + std::to_string(source.line) + ")";
  return text;
}

// -1, 0 or 1: the dynamic instance at which `a` waits comes before, is, or comes after that of `b`.
int compare_instances(const Subgroup& a, const Subgroup& b) {
  for (std::uint32_t d = 0; d <= std::min(a.depth, b.depth); ++d) {
    const Frame& frame_a = a.frames[d];
    const Frame& frame_b = b.frames[d];
    if (frame_a.construct != frame_b.construct) break;
    if (frame_a.iteration != frame_b.iteration) {
      return frame_a.iteration < frame_b.iteration ? -1 : 1;
    }
  }
  return a.barrier == b.barrier ? 0 : a.barrier < b.barrier ? -1 : 1;
}

}  // namespace

const Op* wait_for_workgroup(Subgroup& subgroup, const Op* op) {
  subgroup.steps += op->extra;
  subgroup.lane_instructions += std::uint64_t{op->extra} * subgroup.active.count();
  subgroup.barrier = op;
  const LaneMask missing = subgroup.existing & ~subgroup.active;
  if (missing.any()) [[unlikely]] {
    if (const Clause* clause = rendezvous_at(subgroup, *op).all_must_arrive) {
      report(subgroup, *op, *clause, subgroup.active, who_is_missing(subgroup));
    }
    if (subgroup.state == SubgroupState::stopped) return nullptr;
  }
  subgroup.state = SubgroupState::at_barrier;
  subgroup.resume = op + 1;
  return nullptr;
}

const Op* combined_before(Subgroup&, const Op* op) { return op + 1; }

void emit_rendezvous(Lowering& lowering, Rendezvous place) {
  Program& program = lowering.program();
  // Others run before this subgroup goes on, so that a float mode must not stay set.
  if (!program.ops.empty() && program.ops.back().handler == set_float_mode_handler() &&
      program.ops.back().extra != 0) {
    place.float_mode = program.ops.back().extra;
    program.ops.back().extra = 0;
  }
  place.record = lowering.function()->emit_control(&wait_for_workgroup);
  program.has_workgroup_barrier = true;
  program.rendezvous.push_back(place);
}

const Rendezvous& rendezvous_at(const Subgroup& subgroup, const Op& op) {
  const auto record = static_cast<std::uint32_t>(&op - subgroup.code);
  return *std::ranges::lower_bound(subgroup.program->rendezvous, record, {}, &Rendezvous::record);
}

bool waits_earlier(const Subgroup& a, const Subgroup& b) { return compare_instances(a, b) < 0; }
bool wait_at_same_instance(const Subgroup& a, const Subgroup& b) {
  return compare_instances(a, b) == 0;
}

void combine_at(const Rendezvous& place, const std::vector<Subgroup*>& arrived, bool broken) {
  if (place.combined_records == 0) return;
  const Op* first = arrived.front()->barrier + 1;
  set_host_float_mode(place.float_mode);
  for (const Op* op = first; op != first + place.combined_records; ++op) {
    if (!broken) {
      place.combine(arrived, *op);
    } else {
      for (Subgroup* subgroup : arrived) subgroup->header(op->result) = {LaneMask::first(128), {}};
    }
  }
  set_host_float_mode(0);
}

std::string who_is_missing(const Subgroup& subgroup) {
  const LaneMask missing = subgroup.existing & ~subgroup.active;
  LaneMask ended = subgroup.existing & ~subgroup.alive;
  if (subgroup.separate == nullptr) ended |= subgroup.frames[0].at_merge;
  const auto gone = numbers_of(missing & ended);
  const auto elsewhere = numbers_of(missing & ~ended);
  std::string text;
  if (!gone.empty()) text = ended_text("lane", gone);
  if (!elsewhere.empty()) {
    const bool one = elsewhere.size() == 1;
    text += (text.empty() ? "" : ", ") + std::string(one ? "lane " : "lanes ") +
            ranges_text(elsewhere) + (one ? " is elsewhere" : " are elsewhere");
  }
  return text + " in the subgroup";
}

std::string who_waits_where(const std::vector<Subgroup>& subgroups, const Subgroup& waiting) {
  std::vector<std::uint32_t> ended;
  std::map<std::string, std::vector<std::uint32_t>> elsewhere;
  for (const Subgroup& other : subgroups) {
    if (other.state == SubgroupState::finished) {
      ended.push_back(other.id);
    } else if (other.barrier != waiting.barrier) {
      elsewhere["at " + place_text(other)].push_back(other.id);
    } else if (!wait_at_same_instance(other, waiting)) {
      elsewhere["here, but in another iteration"].push_back(other.id);
    }
  }
  std::string text = ended.empty() ? "" : ended_text("subgroup", ended);
  for (const auto& [place, ids] : elsewhere) {
    const bool one = ids.size() == 1;
    text += std::string(text.empty() ? "" : ", ") + (one ? "subgroup " : "subgroups ") +
            ranges_text(ids) + (one ? " waits " : " wait ") + place;
  }
  return text;
}

}  // namespace spirv_oracle
