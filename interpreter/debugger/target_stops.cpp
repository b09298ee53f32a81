// Where the debugger stops a run.
#include <algorithm>

#include "interpreter/debugger/log_text.h"
#include "interpreter/debugger/target.h"
#include "interpreter/exec/lane_list.h"
#include "interpreter/exec/no_operation.h"
#include "interpreter/exec/operand_values.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/findings/clause.h"
#include "interpreter/instructions/group/async_copy.h"
#include "interpreter/ir/debug_tables.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

bool contains_text(const Json& list, std::string_view text) {
  return std::ranges::any_of(list, [&](const Json& entry) {
    return entry.is_string() && entry.get_ref<const std::string&>() == text;
  });
}

Json list_of(const Json& arguments, const char* name) {
  const auto found = arguments.find(name);
  return found != arguments.end() && found->is_array() ? *found : Json::array();
}

}  // namespace

void DebugTarget::mark_records() {
  const std::size_t count = code_->size();
  std::vector<std::uint8_t> marks(count + 1, 0);
  for (const StopPoint& point : stops_.all()) {
    for (const std::uint32_t record : point.records) marks[record] = 1;
  }
  waits_for_window_ = moment_ < window_begin();
  if (!waits_for_window_) mark_ends_of_motion(marks);
  if (stops_.watch_memory() && program_->debug != nullptr) {
    find_watched_planes();
    const bool watches_memory = std::ranges::any_of(stops_.all(), [](const StopPoint& point) {
      return point.kind == StopKind::watch && point.planes.empty();
    });
    for (const auto& [record, access] : program_->debug->accesses)
      marks[record] |= watches_memory ? 1 : 0;
    for (std::uint32_t i = 0; i < count && watches_memory; ++i)
      marks[i] |= has_async_copies(*program_, i) ? 1 : 0;
  }
  for (const StopPoint& point : stops_.all()) {
    if (point.dispatch != dispatch_) continue;
    for (std::size_t i = 0; i < count && !point.planes.empty(); ++i) {
      if (std::ranges::find(point.planes, program_->ops[i].result) != point.planes.end())
        marks[i] = 1;
    }
  }
  make_steps(marks);
}

void DebugTarget::mark_ends_of_motion(std::vector<std::uint8_t>& marks) {
  const std::string motion =
      goal_.kind == Goal::Kind::go_to ? "continue" : goal_.motion.value("motion", "continue");
  for (std::size_t i = 0; i < code_->size() && motion != "continue"; ++i) {
    const RecordPlace& place = (*code_)[i];
    marks[i] |= motion == "out" ? place.begins_instruction : place.begins_line || place.ends_step;
  }
}

void DebugTarget::make_steps(const std::vector<std::uint8_t>& marks) {
  const std::vector<Op>& ops = program_->ops;
  step_table_.assign(ops.size() + 1, {});
  for (std::size_t i = ops.size(); i-- > 0;) {
    RecordStep& step = step_table_[i];
    const RecordStep& next = step_table_[i + 1];
    if (marks[i] != 0) {
      step.moments = RecordStep::always_look;
    } else if (ops[i].handler == &no_operation && next.moments != RecordStep::always_look) {
      step.moments += next.moments;
      step.skips = next.skips + 1;
    }
  }
  steps_ = step_table_.data();
}

const RecordPlace& DebugTarget::place() const {
  return (*code_)[static_cast<std::size_t>(op_ - program_->ops.data())];
}

// --- motions ---

bool DebugTarget::focus_lane_is_active() const {
  return subgroup_->workgroup_index == focus_.workgroup && subgroup_->id == focus_.subgroup &&
         subgroup_->active.test(focus_.lane);
}

// It has terminated, or its workgroup has.
bool DebugTarget::focus_lane_is_gone() const {
  for (const Workgroup* workgroup : workgroups_) {
    if (workgroup->shape().index() == focus_.workgroup)
      return !workgroup->subgroups()[focus_.subgroup].alive.test(focus_.lane);
  }
  return true;
}

// The same condition serves both directions: forward, the run ends at the next place where it holds, backward at the last one.
bool DebugTarget::motion_ends(const Json& motion) const {
  const std::string kind = motion.value("motion", "continue");
  if (kind == "continue") return false;
  const RecordPlace& here = place();
  if (kind == "tangle") {
    // The first record of a subgroup belongs to no instruction.
    return knows_last() && (here.instruction != 0 || op_ == program_->ops.data()) &&
           (last_.op == nullptr || last_.subgroup != subgroup_ ||
            last_.workgroup != subgroup_->workgroup_index || !(last_.active == subgroup_->active));
  }
  if (kind == "any_line" || (here.ends_step && focus_lane_is_gone())) return here.ends_step;
  if (!focus_lane_is_active()) return false;
  if (kind == "instruction") return here.begins_instruction;
  if (kind == "line") return here.ends_step;
  const std::uint32_t depth = motion.value("depth", 0u);
  if (kind == "over") return here.ends_step && here.depth <= depth;
  if (kind == "out") return here.begins_instruction && here.depth < depth;
  return here.begins_line && here.line == motion.value("line", 0u) &&
         ends_with_path(program_->module->files()[here.file].name, motion.value("file", ""));
}

// --- stop points ---

std::optional<Json> DebugTarget::reason_to_stop() {
  Json ids = Json::array();
  Json reason;
  for (StopPoint& point : stops_.all()) {
    LaneMask lanes = lanes_that_hit(point);
    if (lanes.none() || !counts(point, lanes)) continue;
    ids.push_back(point.id);
    if (reason.is_null()) {
      constexpr const char* names[] = {
          "breakpoint", "breakpoint",    "breakpoint", "watchpoint", "finding",
          "divergence", "reconvergence", "barrier",    "undefined",  "implementation-dependent"};
      reason = {{"reason", names[static_cast<std::size_t>(point.kind)]},
                {"text", text_of_hit(point, lanes)},
                {"lane", lanes.lowest()},
                {"lanes", lanes_as_json(lanes)}};
    }
  }
  if (!reason.is_null()) {
    reason["stop_ids"] = ids;
    return reason;
  }
  if (goal_.kind == Goal::Kind::go_to || !motion_ends(goal_.motion)) return std::nullopt;
  const bool is_cursor = goal_.motion.value("motion", "") == "cursor";
  return Json{{"reason", is_cursor ? "cursor" : "step"}, {"text", "step"}};
}

std::string DebugTarget::text_of_hit(const StopPoint& point, const LaneMask& lanes) const {
  const Module& module = *program_->module;
  const bool is_one = lanes.count() == 1;
  const std::string who = (is_one ? "lane " : "lanes ") + lane_list(lanes);
  switch (point.kind) {
    case StopKind::divergence:
      return who + (is_one ? " runs first" : " run first");
    case StopKind::reconvergence:
      return who + " run together again";
    case StopKind::undefined:
    case StopKind::implementation_dependent: {
      const Instruction& made = module.instruction(program_->origins[last_.op->origin].instruction);
      return "the result of " + module.disassemble(made) + " in " + who;
    }
    case StopKind::barrier:
      return "";
    default:
      return "stop point " + std::to_string(point.id);
  }
}

LaneMask DebugTarget::lanes_that_hit(const StopPoint& point) {
  const LaneMask& active = subgroup_->active;
  switch (point.kind) {
    case StopKind::watch:
    case StopKind::finding:
      return {};  // not at the beginning of a record
    case StopKind::divergence:
    case StopKind::reconvergence: {
      const auto last = last_of_.find(subgroup_);
      if (last == last_of_.end() || last->second.workgroup != subgroup_->workgroup_index) return {};
      const LaneMask& before = last->second.active;
      const bool grew = point.kind == StopKind::reconvergence;
      const LaneMask& small = grew ? before : active;
      const LaneMask& large = grew ? active : before;
      const bool is_part = (small & ~large).none() && !(small == large);
      // Lanes that have returned leave the others without a branch between them.
      const bool others_run = grew || (large & ~small & subgroup_->alive).any();
      return is_part && others_run ? point.lanes_asked_for(paused_run(), active) : LaneMask{};
    }
    case StopKind::undefined:
    case StopKind::implementation_dependent:
      return point.lanes_asked_for(paused_run(), lanes_that_open(point.kind));
    default: {
      const auto record = static_cast<std::uint32_t>(op_ - program_->ops.data());
      if (!std::ranges::binary_search(point.records, record)) return {};
      return point.lanes_asked_for(paused_run(), active);
    }
  }
}

const std::vector<Slot>& DebugTarget::planes_read(std::uint32_t origin) {
  const auto known = planes_read_.find(origin);
  if (known != planes_read_.end()) return known->second;
  std::vector<Slot>& planes = planes_read_[origin];
  if (program_->debug == nullptr) return planes;
  const DebugTables& tables = *program_->debug;
  const Origin& from = program_->origins[origin];
  const auto instance = tables.instance_of_call.find(from.call);
  const Instruction& instruction = program_->module->instruction(from.instruction);
  for (unsigned i = 0; i < instruction.operand_count(); ++i) {
    const Id id = instruction.operands[i].operand_class == OperandClass::id ? instruction.id(i) : 0;
    if (id == 0 || id == instruction.result || id == instruction.type) continue;
    const auto add = [&](const std::unordered_map<Id, DebugValue>& values) {
      const auto value = values.find(id);
      if (value == values.end() || value->second.points_to_planes) return;
      planes.insert(planes.end(), value->second.slots.begin(), value->second.slots.end());
    };
    add(tables.global_values);
    if (instance != tables.instance_of_call.end()) add(tables.instances[instance->second].values);
  }
  return planes;
}

// Records may write several planes, and a load that shares the planes of its variable writes none.
const std::vector<Slot>& DebugTarget::planes_of_result(std::uint32_t origin) const {
  static const std::vector<Slot> none;
  if (program_->debug == nullptr) return none;
  const DebugTables& tables = *program_->debug;
  const Origin& from = program_->origins[origin];
  const Instruction& instruction = program_->module->instruction(from.instruction);
  const auto instance = tables.instance_of_call.find(from.call);
  if (instance == tables.instance_of_call.end()) return none;
  const auto& values = tables.instances[instance->second].values;
  const auto value = values.find(instruction.result);
  return value == values.end() || value->second.points_to_planes ? none : value->second.slots;
}

LaneMask DebugTarget::lanes_that_open(StopKind kind) {
  // Once for an instruction, when all of its records have been executed.
  if (last_.op == nullptr || !knows_last() || last_.op->origin == op_->origin) return {};
  const std::uint32_t instruction = program_->origins[last_.op->origin].instruction;
  // A variable always begins undefined, so that is not an event.
  if (instruction == 0 || program_->module->instruction(instruction).opcode == spv::Op::OpVariable)
    return {};
  const auto open = [&](Slot slot) {
    const PlaneHeader& header = last_.subgroup->header(slot);
    return kind == StopKind::undefined ? header.undefined : header.implementation_dependent;
  };
  LaneMask lanes;
  for (const Slot slot : last_results_) lanes |= open(slot);
  if (last_.op->handler == &no_operation) {
    for (const Slot slot : planes_of_result(last_.op->origin)) lanes |= open(slot);
  }
  lanes = lanes & last_.active;
  if (lanes.none()) return {};
  for (const Slot slot : planes_read(last_.op->origin)) {
    if (std::ranges::find(last_results_, slot) == last_results_.end()) lanes = lanes & ~open(slot);
  }
  return lanes;
}

bool DebugTarget::counts(StopPoint& point, LaneMask& lanes) {
  if (!point.problem.empty()) return false;
  if (point.condition) {
    // It may take long, and the client must not wait for many of them.
    constexpr auto longest_wait = std::chrono::milliseconds(50);
    if (std::chrono::steady_clock::now() - polled_ > longest_wait) next_housekeeping_ = moment_;
    const auto holds = point.condition->where_true(paused_run());
    if (std::exchange(misses_kept_, false)) start_again_keeping_values();
    if (!holds) {
      point.problem = holds.error().message;
      send_console("stop point " + std::to_string(point.id) + ": " + point.problem + "\n");
      return false;
    }
    lanes = lanes & *holds;
    if (lanes.none()) return false;
  }
  ++point.hits;
  if (point.hits < point.hits_from || point.is_done) return false;
  const auto log = point.arguments.find("log");
  if (log == point.arguments.end() || !log->is_string()) return true;
  if (goal_.kind == Goal::Kind::run && here() > goal_.from) {
    const std::string text = log_text(log->get<std::string>(), paused_run(), lanes);
    if (std::exchange(misses_kept_, false)) start_again_keeping_values();
    send_console(text);
  }
  return false;
}

// A condition needs values that were not kept: runs to this place again, and keeps them.
void DebugTarget::start_again_keeping_values() {
  keeps_values_ = true;
  Goal goal = goal_;
  if (goal.kind == Goal::Kind::run && moment_ != 0)
    goal.from = std::max(goal.from, Position{moment_ - 1, true});
  wake(0, goal, history_ != nullptr);
}

// --- findings ---

Json DebugTarget::describe_finding(const Subgroup& subgroup, const Op& op, const Clause& clause,
                                   const LaneMask& lanes, const std::string& message) const {
  const CodeLocation where =
      locate(*program_->module, *program_->registry, program_->origins[op.origin].instruction);
  const std::string condition = with_expressions(*program_, op.origin, clause.condition);
  return {{"kind", clause.kind},
          {"clause", clause.id},
          {"severity", severity_name(severity_of(clause.effect))},
          {"message", message.empty() ? condition : condition + ": " + message},
          {"help", clause.help},
          {"lanes", lanes_as_json(lanes)},
          {"moment", here().moment},
          {"workgroup", subgroup.workgroup_index},
          {"subgroup", subgroup.id},
          {"file", where.source.file},
          {"line", where.source.line}};
}

void DebugTarget::note_finding(const Subgroup& subgroup, const Op& op, const Clause& clause,
                               const LaneMask& lanes, const std::string& message) {
  for (Workgroup* workgroup : workgroups_) {
    for (Subgroup& running : workgroup->subgroups())
      if (&running == &subgroup) subgroup_ = &running;
  }
  op_ = &op;
  within_ = true;
  constexpr std::size_t most_findings = 1000;
  if (findings_.size() < most_findings)
    findings_.push_back(describe_finding(subgroup, op, clause, lanes, message));
  if (goal_.kind == Goal::Kind::go_to && goal_.target.within && here() == goal_.target) {
    repeat_assignments();
    return pause(goal_.stop);
  }
  if (!looks_for_stops()) return repeat_assignments();
  std::optional<Json> reason;
  for (StopPoint& point : stops_.all()) {
    if (point.kind != StopKind::finding) continue;
    const Json kinds = list_of(point.arguments, "finding_kinds");
    const Json clauses = list_of(point.arguments, "clauses");
    const bool is_any = kinds.empty() && clauses.empty();
    if (!is_any && !contains_text(kinds, clause.kind) && !contains_text(clauses, clause.id))
      continue;
    LaneMask hit = point.lanes_asked_for(paused_run(), lanes);
    if (hit.none() || !counts(point, hit) || reason) continue;
    const Json finding = describe_finding(subgroup, op, clause, lanes, message);
    reason =
        Json{{"reason", "finding"},  {"stop_ids", {point.id}},      {"text", finding["message"]},
             {"lane", hit.lowest()}, {"lanes", lanes_as_json(hit)}, {"finding", finding}};
  }
  repeat_assignments();
  if (reason && may_stop_here()) arrive(*reason);
}

}  // namespace spirv_oracle
