// Text about where lanes and subgroups wait. All of it is cold code.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interpreter/exec/barriers.h"
#include "interpreter/exec/report/return_places.h"
#include "interpreter/exec/tangles/tangle.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/module.h"
#include "interpreter/loader/opcode_classes.h"

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

// "shader.comp:12"; empty if the source line is not known.
std::string line_of(const Module& module, const Instruction& instruction) {
  const SourceLocation source = module.source(instruction.line);
  return source.line == 0 ? "" : source.file + ":" + std::to_string(source.line);
}

// The source line, or the instruction where there is none.
std::string place_of(const Subgroup& subgroup, const Record* record) {
  const Program& program = *subgroup.program;
  const std::uint32_t index = record == nullptr ? 0 : program.origins[record->origin].instruction;
  if (index == 0) return "the start of the entry point";
  const Instruction& instruction = program.module->instruction(index);
  const std::string line = line_of(*program.module, instruction);
  return line.empty() ? program.module->disassemble(instruction) : line;
}

// The iteration of each enclosing loop.
std::string iterations_of(const Subgroup& subgroup) {
  std::string text;
  for (std::uint32_t d = 1; d <= subgroup.depth; ++d) {
    const Frame& frame = subgroup.frames[d];
    if (frame.kind != Frame::Kind::loop) continue;
    text += (text.empty() ? " in iteration " : ".") + std::to_string(frame.iteration);
  }
  return text;
}

// Where lanes continue that wait at `record` after a branch. The records of an edge that leaves a construct, perhaps after
// copies for OpPhi, belong to the branch itself: nothing executes on that path before the end of the construct.
std::string other_branch(const Subgroup& subgroup, const Record* record) {
  const Program& program = *subgroup.program;
  const spv::Op branch =
      program.module->instruction(program.origins[record->origin].instruction).opcode;
  const std::uint32_t origin = record->origin;
  const std::string place = place_of(subgroup, record);
  if (branch != spv::Op::OpBranchConditional && branch != spv::Op::OpSwitch)
    return "took another branch, to " + place;
  const auto is_control = [](const Record& one) {
    return one.handler == leave_handler() || one.handler == jump_handler() ||
           one.handler == &jump_and_join || one.handler == branch_handler();
  };
  while (record->origin == origin && !is_control(*record)) ++record;
  if (record->origin != origin || record->handler != leave_handler())
    return "took another branch, to " + place;
  return (branch == spv::Op::OpSwitch ? "took another path of the switch at "
                                      : "took the other path of the branch at ") +
         place;
}

// The function that a call executes, with its name in the source. glslang appends the types of the parameters.
std::string callee_of(const Program& program, std::uint32_t call) {
  const Instruction& instruction = program.module->instruction(program.origins[call].instruction);
  const Id function = called_function(*program.module, instruction);
  if (function == 0) return "the function";
  const std::string_view name = program.module->name(function);
  if (name.empty()) return program.module->display(function);
  return std::string(name.substr(0, name.find('('))) + "()";
}

// " at shader.comp:6": the lines of the returns from the function of `call` by which lanes miss
// `record`; empty if they are not known, or too many to help.
std::string return_lines(const Program& program, const Record* record, std::uint32_t call,
                         const PathFacts& facts) {
  constexpr std::size_t most_lines = 3;
  if (record == nullptr) return "";
  std::vector<std::string> lines;
  for (const std::uint32_t index : returns_missing(program, *record, call, facts)) {
    std::string line = line_of(*program.module, program.module->instruction(index));
    if (line.empty()) return "";
    if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
  }
  if (lines.size() > most_lines) return "";
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? " at " : " or ") + line;
  return text;
}

// How the lanes that wait at the end of a construct at `place` arrived there. The tangle is at `record`.
std::string at_end_of(const Subgroup& subgroup, std::uint32_t depth, const std::string& place,
                      const Record* record) {
  const Frame& frame = subgroup.frames[depth];
  switch (frame.kind) {
    case Frame::Kind::call: {
      const Program& program = *subgroup.program;
      const std::uint32_t call = program.constructs[frame.construct].origin;
      const std::string lines = return_lines(
          program, record, call, facts_about(subgroup, frame.at_merge.lanes, depth, call));
      return "returned from " + callee_of(program, call) +
             (lines.empty() ? ", called at " + place : lines);
    }
    case Frame::Kind::loop:
      return "left the loop at " + place + ", waiting for the others to leave it";
    case Frame::Kind::selection:
      break;
  }
  return "reached the end of the selection at " + place;
}

}  // namespace

std::string describe_lanes(const Subgroup& subgroup, const LaneMask& lanes) {
  const std::string numbers = number_ranges(128, [&](unsigned lane) { return lanes.test(lane); });
  const Program& program = *subgroup.program;
  if (lanes.count() > 1) return "lanes " + numbers;
  if (program.layout.subgroup_count == 0) return "lane " + numbers;
  const std::uint32_t index =
      program.layout_of(subgroup.workgroup_index).invocation(subgroup.id, lanes.lowest());
  const Dim3& size = program.local_size_of(subgroup.workgroup_index);
  return "invocation (" + std::to_string(index % size[0]) + "," +
         std::to_string(index / size[0] % size[1]) + "," +
         std::to_string(index / size[0] / size[1]) + ") in lane " + numbers;
}

std::string describe_other_lanes(const Subgroup& subgroup, const Record* at) {
  std::string text;
  LaneMask rest = subgroup.existing & ~subgroup.active;
  const auto add = [&](const LaneMask& lanes, const std::string& where) {
    const LaneMask here = lanes & rest;
    if (here.none()) return;
    text += (text.empty() ? "" : "; ") + describe_lanes(subgroup, here) + " " + where;
    rest &= ~here;
  };
  if (subgroup.separate == nullptr) {
    for (const Pending& pending : subgroup.pending) {
      add(pending.lanes, other_branch(subgroup, pending.pc));
    }
    for (std::size_t i = 0; i < subgroup.reconvergence_points.size(); ++i) {
      if (subgroup.reconvergence_points[i].lanes.none()) continue;
      const Record* target = subgroup.code + subgroup.program->reconvergence_points[i].record;
      add(subgroup.reconvergence_points[i].lanes,
          "took another branch, to " + place_of(subgroup, target));
    }
    for (std::uint32_t d = subgroup.depth; d > 0; --d) {
      const Frame& frame = subgroup.frames[d];
      const std::uint32_t origin = subgroup.program->constructs[frame.construct].origin;
      Record header;
      header.origin = origin;
      const std::string construct = place_of(subgroup, &header);
      add(frame.at_merge.lanes, at_end_of(subgroup, d, construct, at));
      add(frame.at_continue.lanes | frame.at_header.lanes,
          "finished an iteration of the loop at " + construct);
    }
    add(~subgroup.alive, "terminated or returned");
    const LaneMask& returned = subgroup.frames[0].at_merge.lanes;
    add(returned,
        "returned" + return_lines(*subgroup.program, at, 0, facts_about(subgroup, returned, 0, 0)));
  }
  add(rest, "returned or are elsewhere");
  return text;
}

namespace {

// What subgroups do at one record.
struct WaitingSubgroups {
  const char* verb;          // of one subgroup
  const char* verb_of_many;  // of several
  std::string where;
  const Record* record = nullptr;
  std::vector<bool> subgroups = {};

  bool reads_like(const WaitingSubgroups& other) const {
    return verb == other.verb && where == other.where;
  }
};

WaitingSubgroups place_of(const Subgroup& subgroup) {
  if (subgroup.state == SubgroupState::finished) return {"returned", "returned", ""};
  if (subgroup.state == SubgroupState::runnable)
    return {"is in a loop at ", "are in a loop at ", place_of(subgroup, subgroup.resume)};
  return {"waits at ", "wait at ", place_of(subgroup, subgroup.barrier) + iterations_of(subgroup),
          subgroup.barrier};
}

// If the only subgroups that wait do so in the first iteration of all loops, none has passed the barrier before: it would
// have been for all of them.
bool waits_for_the_first_time(std::span<const Subgroup> subgroups, const Record* barrier) {
  return std::ranges::all_of(subgroups, [&](const Subgroup& subgroup) {
    if (subgroup.state == SubgroupState::finished) return true;
    if (subgroup.state == SubgroupState::runnable || subgroup.barrier != barrier ||
        subgroup.graph != Subgroup::no_graph || subgroup.separate != nullptr)
      return false;
    const auto frames = std::span(subgroup.frames).first(subgroup.depth + 1);
    return std::ranges::all_of(frames, [](const Frame& frame) {
      return frame.kind != Frame::Kind::loop || frame.iteration == 0;
    });
  });
}

}  // namespace

std::string describe_subgroups(std::span<const Subgroup> subgroups) {
  std::vector<WaitingSubgroups> places;
  for (std::size_t id = 0; id < subgroups.size(); ++id) {
    const Subgroup& subgroup = subgroups[id];
    WaitingSubgroups place = place_of(subgroup);
    auto known = std::ranges::find_if(places, [&place](const WaitingSubgroups& other) {
      return other.reads_like(place) && other.record == place.record;
    });
    if (known == places.end()) {
      place.subgroups.resize(subgroups.size());
      known = places.insert(places.end(), std::move(place));
    }
    known->subgroups[id] = true;
  }
  const auto waiting = std::ranges::find_if(
      places, [](const WaitingSubgroups& place) { return place.record != nullptr; });
  std::string text;
  for (auto place = places.begin(); place != places.end(); ++place) {
    const bool has_returned = place->where.empty();
    if (has_returned && waiting != places.end()) {
      PathFacts facts;
      facts.may_repeat = !waits_for_the_first_time(subgroups, waiting->record);
      place->where = return_lines(*subgroups.front().program, waiting->record, 0, facts);
    }
    const auto count = static_cast<unsigned>(place->subgroups.size());
    const bool is_one = std::ranges::count(place->subgroups, true) == 1;
    text += std::string(text.empty() ? "" : "; ") + (is_one ? "subgroup " : "subgroups ") +
            number_ranges(count, [&](unsigned id) { return place->subgroups[id]; }) + " " +
            (is_one ? place->verb : place->verb_of_many) + place->where;
    const bool same_line =
        std::any_of(places.begin(), place,
                    [&place](const WaitingSubgroups& other) { return other.reads_like(*place); });
    if (same_line) text += ", but at a different instruction or through a different call";
  }
  return text;
}

}  // namespace spirv_oracle
