// Where the debugger stops a run.
#include <algorithm>
#include <cstring>

#include "interpreter/debugger/log_text.h"
#include "interpreter/debugger/object.h"
#include "interpreter/debugger/target.h"
#include "interpreter/exec/lane_list.h"
#include "interpreter/exec/no_operation.h"
#include "interpreter/exec/operand_values.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/findings/clause.h"
#include "interpreter/instructions/memory/async_copy.h"
#include "interpreter/ir/debug_tables.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

std::vector<std::byte> read_bytes(const AddressSpace& memory, const MemoryPlace& place) {
  const ObjectEntry& object = memory.find(place.address);
  const std::uint64_t offset = AddressSpace::offset(place.address);
  if (object.bytes == nullptr || offset > object.size || place.size > object.size - offset)
    return {};
  return {object.bytes + offset, object.bytes + offset + place.size};
}

std::string hexadecimal(const std::vector<std::byte>& bytes) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < bytes.size() && i < 16; ++i) {
    if (i != 0) text += ' ';
    text += digits[std::to_integer<unsigned>(bytes[i]) >> 4];
    text += digits[std::to_integer<unsigned>(bytes[i]) & 15];
  }
  return bytes.size() > 16 ? text + " ..." : text;
}

std::string name_of_range(const Json& arguments) {
  if (arguments.contains("name") && arguments["name"].is_string())
    return arguments["name"].get<std::string>();
  if (arguments.contains("expression")) return arguments["expression"].get<std::string>();
  return "buffer " + arguments.value("buffer", std::string("?"));
}

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

// --- watched memory ---

// A temporary value that was loaded from a variable is watched as that variable.
void DebugTarget::find_watched_planes() {
  if (op_ == nullptr || subgroup_ == nullptr) return;
  PausedRun run = paused_run();
  run.kept = nullptr;
  run.misses_kept = nullptr;
  for (StopPoint& point : stops_.all()) {
    if (point.kind != StopKind::watch || point.range || !point.planes.empty()) continue;
    const Json text = point.arguments.value("expression", Json());
    const auto expression = Expression::parse(text.is_string() ? text.get<std::string>() : "");
    const auto object = expression ? expression->object(run, focus_)
                                   : Result<Object>(tl::unexpected(expression.error()));
    if (!object || object->where != Object::Where::planes) continue;
    if (!point.stops_on_write) {
      point.problem = "'" + text.get<std::string>() +
                      "' is in registers: only its changes can be watched, not reads of it";
      continue;
    }
    point.planes = object->slots;
    point.dispatch = dispatch_;
  }
}

ScalarType DebugTarget::type_of_plane(Slot slot) const {
  const auto plane = std::ranges::find(program_->registers.planes, slot, &Plane::slot);
  return plane == program_->registers.planes.end() ? ScalarType::pointer() : plane->type;
}

void DebugTarget::begin_plane_write(StopPoint& point) {
  if (point.dispatch != dispatch_ || op_->result == no_slot ||
      std::ranges::find(point.planes, op_->result) == point.planes.end())
    return;
  WatchedAccess access;
  access.point = point.id;
  access.lanes = point.lanes_asked_for(paused_run(), subgroup_->active);
  access.writes = true;
  // Where the variable begins, its registers may have values of an earlier subgroup.
  const spv::Op opcode =
      program_->module->instruction(program_->origins[op_->origin].instruction).opcode;
  const Scalar nothing{0, Definedness::undefined};
  access.lanes.for_each([&](unsigned lane) {
    for (const Slot slot : point.planes) {
      access.planes_before.push_back(opcode == spv::Op::OpVariable
                                         ? nothing
                                         : read_plane(*subgroup_, slot, type_of_plane(slot), lane));
    }
  });
  if (access.lanes.any()) accesses_.push_back(std::move(access));
}

LaneMask DebugTarget::changed_lanes(const WatchedAccess& access, const std::vector<Slot>& planes,
                                    std::string& text) const {
  constexpr unsigned most_in_text = 4;
  LaneMask changed;
  std::size_t next = 0;
  const auto append = [](std::string& values, ScalarType type, const Scalar& value) {
    values += (values.empty() ? "" : ", ") + (value.state == Definedness::undefined
                                                  ? std::string("undefined")
                                                  : scalar_text(type, value.bits));
  };
  access.lanes.for_each([&](unsigned lane) {
    std::string before, after;
    bool differs = false;
    for (const Slot slot : planes) {
      const ScalarType type = type_of_plane(slot);
      const Scalar& old = access.planes_before[next++];
      const Scalar now = read_plane(*last_.subgroup, slot, type, lane);
      differs = differs || old.state != now.state ||
                (old.state != Definedness::undefined && old.bits != now.bits);
      append(before, type, old);
      append(after, type, now);
    }
    if (!differs) return;
    changed.set(lane);
    if (planes.size() > 1) {
      before = "(" + before + ")";
      after = "(" + after + ")";
    }
    if (changed.count() <= most_in_text)
      text += (changed.count() == 1 ? " lane " : ", lane ") + std::to_string(lane) + ": " + before +
              " -> " + after;
  });
  if (changed.count() > most_in_text)
    text += ", and " + std::to_string(changed.count() - most_in_text) + " more";
  return changed;
}

namespace {

bool touches_elements(const AsyncCopies::Copy& copy, std::uint64_t begin, std::uint64_t stride,
                      const MemoryPlace& range) {
  if (copy.count == 0 || range.address + range.size <= begin) return false;
  if (range.address <= begin || stride == 0) return range.address < begin + copy.element_bytes;
  // The last element that begins before the end of the range.
  const std::uint64_t last =
      std::min(copy.count - 1, (range.address + range.size - 1 - begin) / stride);
  return range.address < begin + last * stride + copy.element_bytes;
}

bool writes_range(const AsyncCopies::Copy& copy, const MemoryPlace& range) {
  return touches_elements(copy, copy.destination, copy.destination_stride, range);
}

bool reads_range(const AsyncCopies::Copy& copy, const MemoryPlace& range) {
  return touches_elements(copy, copy.source, copy.source_stride, range);
}

}  // namespace

void DebugTarget::begin_accesses() {
  accesses_.clear();
  if (!stops_.watch_memory() || program_->debug == nullptr || op_ == nullptr) return;
  for (StopPoint& point : stops_.all()) {
    if (point.kind == StopKind::watch && !point.planes.empty() && point.problem.empty())
      begin_plane_write(point);
  }
  const auto record = static_cast<std::uint32_t>(op_ - program_->ops.data());
  const auto [first, end] = program_->debug->accesses.equal_range(record);
  const AsyncCopyEffects copies = async_copy_effects(*subgroup_, *op_);
  if (first == end && copies.begun.empty() && copies.made.empty()) return;
  for (StopPoint& point : stops_.all()) {
    if (point.kind != StopKind::watch || !point.problem.empty() || !point.planes.empty()) continue;
    if (point.workgroup && subgroup_->workgroup_index != *point.workgroup) continue;
    const auto range = watched_range(point);
    if (!range) continue;
    const auto note = [&](const LaneMask& accessing, bool writes) {
      const LaneMask lanes = point.lanes_asked_for(paused_run(), accessing);
      if (lanes.any())
        accesses_.push_back(
            {point.id, lanes, *range, read_bytes(*subgroup_->memory, *range), writes});
    };
    for (auto entry = first; entry != end; ++entry) {
      const DebugAccess& access = entry->second;
      if (!(access.reads && point.stops_on_read) && !(access.writes && point.stops_on_write))
        continue;
      LaneMask lanes;
      subgroup_->active.for_each([&](unsigned lane) {
        const std::uint64_t address = subgroup_->values<std::uint64_t>(access.address)[lane];
        if (access.touches(address, range->address, range->size)) lanes.set(lane);
      });
      note(lanes, access.writes);
    }
    // The history says that the lowest active lane makes asynchronous copies.
    const LaneMask lowest = LaneMask::single(subgroup_->active.lowest());
    for (const AsyncCopies::Copy& copy : copies.begun)
      if (point.stops_on_write && writes_range(copy, *range)) note(lowest, true);
    for (const AsyncCopies::Copy& copy : copies.made) {
      if (point.stops_on_read && reads_range(copy, *range)) note(lowest, false);
      if (point.stops_on_write && writes_range(copy, *range)) note(lowest, true);
    }
  }
}

// The range is found when it is first needed, and stays: `x[i]` is the element that it was then.
std::optional<MemoryPlace> DebugTarget::watched_range(StopPoint& point) {
  if (point.range) return point.range;
  Result<MemoryPlace> place = tl::unexpected(Error{Status::bad_input, "no expression"});
  if (point.arguments.contains("expression") && point.arguments["expression"].is_string()) {
    auto expression = Expression::parse(point.arguments["expression"].get<std::string>());
    place = expression ? expression->place(paused_run(), focus_)
                       : Result<MemoryPlace>(tl::unexpected(expression.error()));
    if (std::exchange(misses_kept_, false)) start_again_keeping_values();
  } else {
    place = views_.buffer_range(paused_run(), point.arguments);
  }
  if (!place) {
    point.problem = place.error().message;
    send_console("watchpoint " + std::to_string(point.id) + ": " + point.problem + "\n");
    return std::nullopt;
  }
  point.range = *place;
  return point.range;
}

std::optional<Json> DebugTarget::finished_accesses() {
  std::optional<Json> reason;
  const std::vector<WatchedAccess> accesses = std::exchange(accesses_, {});
  if (!looks_for_stops()) return reason;
  for (const WatchedAccess& access : accesses) {
    const auto point = std::ranges::find(stops_.all(), access.point, &StopPoint::id);
    if (point == stops_.all().end() || point->kind != StopKind::watch) continue;
    const bool is_in_registers = !access.planes_before.empty();
    if (is_in_registers &&
        access.planes_before.size() != access.lanes.count() * point->planes.size())
      continue;  // another point, with the same id
    std::string changes;
    LaneMask lanes = is_in_registers ? changed_lanes(access, point->planes, changes) : access.lanes;
    if (lanes.none()) continue;
    const std::vector<std::byte> after =
        is_in_registers ? std::vector<std::byte>() : read_bytes(*subgroup_->memory, access.range);
    if (!counts(*point, lanes)) continue;
    std::string text = (access.writes ? "write to " : "read of ") + name_of_range(point->arguments);
    if (is_in_registers) {
      text = name_of_range(point->arguments) + " changed:" + changes;
    } else if (access.writes) {
      text += after == access.before
                  ? ": the value stays " + hexadecimal(after)
                  : ": " + hexadecimal(access.before) + " -> " + hexadecimal(after);
    }
    if (reason) {
      Json& ids = (*reason)["stop_ids"];
      if (std::find(ids.begin(), ids.end(), access.point) == ids.end()) ids.push_back(access.point);
      continue;
    }
    reason = Json{{"reason", "watchpoint"},
                  {"stop_ids", {access.point}},
                  {"text", text},
                  {"lane", lanes.lowest()},
                  {"lanes", lanes_as_json(lanes)}};
  }
  return reason;
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
  subgroup_ = const_cast<Subgroup*>(&subgroup);
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
