#include "debugger/engine/program/frames.h"

#include <algorithm>

#include "debugger/engine/program/code_map.h"
#include "interpreter/exec/tangles/separate_tangles.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

constexpr unsigned max_frames = 1024;

// The next record of the tangle that is executing.
LaneLocation place_of_tangle(const PausedRun& run, const Subgroup& subgroup) {
  if (&subgroup == run.subgroup) return {run.record, LaneState::running, 0};
  switch (subgroup.state) {
    case SubgroupState::at_barrier:
    case SubgroupState::at_split_barrier:
    case SubgroupState::at_named_barrier:
      return {subgroup.barrier, LaneState::at_barrier, 0};
    default:
      return {subgroup.resume, LaneState::running, 0};
  }
}

std::optional<SeparateTangles::View> suspended_tangle(const Subgroup& subgroup, unsigned lane) {
  const LaneMask tangle = lanes_of_tangle(subgroup);
  if (subgroup.separate == nullptr || tangle.test(lane)) return std::nullopt;
  return subgroup.separate->find(lane, tangle & subgroup.alive);
}

// Makes `other` a view of the subgroup with these registers.
void set_identity(const Subgroup& subgroup, std::byte* registers, Subgroup& other) {
  other.program = subgroup.program;
  other.registers = registers;
  other.memory = subgroup.memory;
  other.size = subgroup.size;
  other.padded_lanes = subgroup.padded_lanes;
  other.existing = subgroup.existing;
  other.id = subgroup.id;
  other.workgroup = subgroup.workgroup;
  other.workgroup_index = subgroup.workgroup_index;
}

// A subgroup with the registers of the lane's suspended tangle; null: the lane is in none.
std::shared_ptr<Subgroup> suspended_registers(const Subgroup& subgroup, unsigned lane) {
  const auto tangle = suspended_tangle(subgroup, lane);
  if (!tangle) return nullptr;
  auto other = std::make_shared<Subgroup>();
  set_identity(subgroup, tangle->registers, *other);
  return other;
}

// Registers with the inputs of a subgroup that has not begun, or whose registers another one uses now.
std::shared_ptr<Subgroup> inputs_of(const Workgroup& workgroup, const Subgroup& subgroup) {
  struct Copy {
    Subgroup subgroup;
    std::vector<std::byte> bytes;
  };
  auto copy = std::make_shared<Copy>();
  copy->bytes.resize(std::size_t{subgroup.program->registers.units} * slot_unit);
  set_identity(subgroup, copy->bytes.data(), copy->subgroup);
  workgroup.subgroups().write_inputs(copy->subgroup);
  return {copy, &copy->subgroup};
}

}  // namespace

std::string lane_state_text(LaneState state) {
  switch (state) {
    case LaneState::running:
      return "running";
    case LaneState::at_barrier:
      return "waiting at a barrier";
    case LaneState::other_branch:
      return "took another branch, will continue later";
    case LaneState::at_merge:
      return "waiting at the end of the construct";
    case LaneState::at_continue:
      return "waiting to continue the loop";
    case LaneState::next_iteration:
      return "waiting for the next iteration";
    case LaneState::returned:
      return "has returned from the function";
    case LaneState::ended:
      return "has ended";
    case LaneState::absent:
      return "has no invocation";
  }
  return "";
}

LaneLocation place_of(const PausedRun& run, const Subgroup& subgroup, unsigned lane) {
  if (!subgroup.existing.test(lane)) return {};
  if (!subgroup.alive.test(lane) || subgroup.state == SubgroupState::finished)
    return {nullptr, LaneState::ended, 0};
  if (lanes_of_tangle(subgroup).test(lane)) return place_of_tangle(run, subgroup);
  if (subgroup.separate != nullptr) {
    const auto tangle = suspended_tangle(subgroup, lane);
    if (!tangle) return {nullptr, LaneState::ended, 0};
    return {tangle->pc, tangle->at_merge ? LaneState::at_merge : LaneState::other_branch,
            tangle->frames.back().construct, 1 + tangle->index};
  }
  for (const Pending& pending : subgroup.pending) {
    if (pending.lanes.test(lane)) return {pending.pc, LaneState::other_branch, 0};
  }
  for (std::size_t i = 0; i < subgroup.reconvergence_points.size(); ++i) {
    const WaitingAtPoint& waiting = subgroup.reconvergence_points[i];
    if (!waiting.lanes.test(lane)) continue;
    const ReconvergencePoint& point = subgroup.program->reconvergence_points[i];
    return {waiting.paused != nullptr ? waiting.paused : subgroup.code + point.record,
            point.next_iteration ? LaneState::next_iteration : LaneState::other_branch, point.join};
  }
  for (std::uint32_t d = subgroup.depth + 1; d-- > 0;) {
    const Frame& frame = subgroup.frames[d];
    if (frame.at_merge.lanes.test(lane)) {
      const bool is_entry = d == 0;
      const LaneState state = is_entry                          ? LaneState::ended
                              : frame.kind == Frame::Kind::call ? LaneState::returned
                                                                : LaneState::at_merge;
      return {is_entry ? nullptr : frame.merge, state, frame.construct};
    }
    if (frame.at_continue.lanes.test(lane))
      return {frame.continue_target, LaneState::at_continue, frame.construct};
    if (frame.at_header.lanes.test(lane))
      return {frame.header, LaneState::next_iteration, frame.construct};
  }
  return {nullptr, LaneState::ended, 0};
}

std::vector<CallFrame> call_stack(const PausedRun& run, const Symbols& symbols,
                                  const LaneLocation& place) {
  std::vector<CallFrame> frames;
  if (place.record == nullptr) return frames;
  const Program& program = *run.program;
  const Module& module = symbols.module();
  const Id entry = program.debug->instances.front().function;
  const EntryStart start = start_of_entry(module, entry);
  std::uint32_t origin = place.record->origin;
  for (unsigned depth = 0; depth < max_frames; ++depth) {
    Origin at = program.origins[origin];
    const bool is_start = at.instruction == 0;  // before the first instruction of the entry point
    if (is_start) at.instruction = module.function(entry)->blocks.front().first;
    for (SourceFrame& frame : symbols.frames(at.instruction)) {
      frames.push_back({std::move(frame.function),
                        std::move(frame.source),
                        frame.is_inlined,
                        {at.instruction, at.call, frame.scope}});
    }
    if (is_start && frames.size() == 1) frames.front().source = module.source(start.line);
    if (at.call == 0) break;
    origin = at.call;
  }
  if (start.called != 0 && frames.size() > 1) {
    const std::string name = std::move(frames.back().function);
    frames.pop_back();
    frames.back().function = name;
  }
  return frames;
}

Result<const Symbols*> symbols_of(const PausedRun& run) {
  if (run.program == nullptr || run.program->debug == nullptr)
    return bad_input("the run has no information for a debugger");
  return &run.symbols->of(*run.program->module);
}

Objects LaneContext::objects() const {
  return {*tables->types, program().is_kernel(), run->kept,
          workgroup == nullptr ? nullptr : &program().request};
}

const DebugInstance* LaneContext::instance() const {
  const auto found = tables->instance_of_call.find(frame.call);
  return found == tables->instance_of_call.end() ? nullptr : &tables->instances[found->second];
}

Result<Workgroup*> find_workgroup(const PausedRun& run, std::uint64_t index) {
  if (run.workgroups != nullptr) {
    for (Workgroup* workgroup : *run.workgroups) {
      if (workgroup->shape().index() == index) return workgroup;
    }
  }
  return bad_input("workgroup " + std::to_string(index) + " is not running");
}

Subgroup* find_subgroup(Workgroup& workgroup, std::uint32_t id) {
  if (id >= workgroup.subgroups().size()) return nullptr;
  return &workgroup.subgroups()[id];
}

Result<LaneContext> context_of(const PausedRun& run, const Symbols& symbols,
                               const DebugFocus& focus) {
  const auto workgroup = find_workgroup(run, focus.workgroup);
  if (!workgroup) return tl::unexpected(workgroup.error());
  Subgroup* subgroup = find_subgroup(**workgroup, focus.subgroup);
  if (subgroup == nullptr) return bad_input("no subgroup " + std::to_string(focus.subgroup));
  if (focus.lane >= subgroup->size) return bad_input("no lane " + std::to_string(focus.lane));
  LaneContext context;
  context.run = &run;
  context.symbols = &symbols;
  context.tables = run.program->debug.get();
  context.workgroup = *workgroup;
  context.subgroup = subgroup;
  context.lane = focus.lane;
  context.place = place_of(run, *subgroup, focus.lane);
  context.suspended = suspended_registers(*subgroup, focus.lane);
  if (!(*workgroup)->subgroups().owns_registers(subgroup->id))
    context.inputs = inputs_of(**workgroup, *subgroup);
  const std::vector<CallFrame> frames = call_stack(run, symbols, context.place);
  if (focus.frame < frames.size()) {
    context.frame = frames[focus.frame].place;
  } else if (focus.frame != 0) {
    return bad_input("no frame " + std::to_string(focus.frame));
  } else {
    // A lane that has ended: what is at module scope can still be seen, and nothing else.
    const Id entry = context.tables->instances.front().function;
    const EntryStart start = start_of_entry(symbols.module(), entry);
    const Function* function = symbols.module().function(start.called != 0 ? start.called : entry);
    context.frame.instruction = function->blocks.front().first;
  }
  return context;
}

LaneContext in_lane(const LaneContext& context, unsigned lane) {
  LaneContext other = context;
  other.lane = lane;
  other.place = place_of(*context.run, *context.subgroup, lane);
  other.suspended = suspended_registers(*context.subgroup, lane);
  return other;
}

}  // namespace spirv_oracle
