// Who waits where, for people. Everything here is cold.
#include <map>
#include <utility>

#include "interpreter/exec/barriers.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {
namespace {

// "3", "0-7,9".
template <class Contains>
std::string number_ranges(unsigned count, Contains contains) {
  std::string text;
  for (unsigned first = 0; first < count; ++first) {
    if (!contains(first)) continue;
    unsigned last = first;
    while (last + 1 < count && contains(last + 1)) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(first);
    if (last > first) text += "-" + std::to_string(last);
    first = last;
  }
  return text;
}

std::string lane_ranges(const LaneMask& lanes) {
  return (lanes.count() == 1 ? "lane " : "lanes ") +
         number_ranges(128, [&](unsigned lane) { return lanes.test(lane); });
}

// The source line, or the instruction where there is none.
std::string place_of(const Subgroup& subgroup, const Op* op) {
  const Program& program = *subgroup.program;
  const std::uint32_t index = op == nullptr ? 0 : program.origins[op->origin].instruction;
  if (index == 0) return "the start of the entry point";
  const Instruction& instruction = program.module->instruction(index);
  const SourceLocation source = program.module->source(instruction.line);
  if (source.line != 0) return source.file + ":" + std::to_string(source.line);
  return program.module->disassemble(instruction);
}

// In which iteration of each enclosing loop.
std::string iterations_of(const Subgroup& subgroup) {
  std::string text;
  for (std::uint32_t d = 1; d <= subgroup.depth; ++d) {
    const Frame& frame = subgroup.frames[d];
    if (frame.kind != Frame::Kind::loop) continue;
    text += (text.empty() ? " in iteration " : ".") + std::to_string(frame.iteration);
  }
  return text;
}

}  // namespace

std::string describe_other_lanes(const Subgroup& subgroup) {
  std::string text;
  LaneMask rest = subgroup.existing & ~subgroup.active;
  const auto add = [&](const LaneMask& lanes, const std::string& where) {
    const LaneMask here = lanes & rest;
    if (here.none()) return;
    text += (text.empty() ? "" : "; ") + lane_ranges(here) + " " + where;
    rest &= ~here;
  };
  if (subgroup.separate == nullptr) {
    for (const Pending& pending : subgroup.pending) {
      add(pending.lanes, "will go on at " + place_of(subgroup, pending.pc));
    }
    for (std::size_t i = 0; i < subgroup.meetings.size(); ++i) {
      if (subgroup.meetings[i].lanes.none()) continue;
      const Op* at = subgroup.code + subgroup.program->meetings[i].record;
      add(subgroup.meetings[i].lanes, "will go on at " + place_of(subgroup, at));
    }
    for (std::uint32_t d = subgroup.depth; d > 0; --d) {
      const Frame& frame = subgroup.frames[d];
      const std::uint32_t origin = subgroup.program->constructs[frame.construct].origin;
      Op at;
      at.origin = origin;
      add(frame.at_merge.lanes | frame.at_continue.lanes | frame.at_header.lanes,
          "wait for the others in the construct of " + place_of(subgroup, &at));
    }
    add(~subgroup.alive, "have ended");
    add(subgroup.frames[0].at_merge.lanes, "have returned");
  }
  add(rest, "are elsewhere or have ended");
  return text;
}

std::string describe_subgroups(std::span<const Subgroup> subgroups) {
  std::map<std::string, std::vector<bool>> places;
  std::vector<std::string> order;
  for (std::size_t id = 0; id < subgroups.size(); ++id) {
    const Subgroup& subgroup = subgroups[id];
    const std::string place =
        subgroup.state == SubgroupState::finished ? "ended"
        : subgroup.state == SubgroupState::runnable
            ? "in a loop at " + place_of(subgroup, subgroup.resume)
            : "at " + place_of(subgroup, subgroup.barrier) + iterations_of(subgroup);
    const auto [entry, inserted] = places.try_emplace(place, subgroups.size(), false);
    entry->second[id] = true;
    if (inserted) order.push_back(place);
  }
  std::string text;
  for (const std::string& place : order) {
    const std::vector<bool>& ids = places[place];
    const auto count = static_cast<unsigned>(ids.size());
    text += (text.empty() ? "subgroup " : "; subgroup ") +
            number_ranges(count, [&](unsigned id) { return ids[id]; }) + ": " + place;
  }
  return text;
}

}  // namespace spirv_oracle
