#include "debugger/engine/stops/watchpoints.h"

#include <algorithm>
#include <utility>

#include "debugger/engine/expression/expression.h"
#include "debugger/engine/history/history_state.h"
#include "debugger/engine/program/frames.h"
#include "debugger/engine/program/object.h"
#include "debugger/engine/stops/register_changes.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/instructions/group/async_copy.h"
#include "interpreter/ir/debug_tables.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

WatchedBytes read_bytes(const AddressSpace& memory, const AddressRange& place) {
  const ObjectEntry& object = memory.find(place.address);
  const std::uint64_t offset = AddressSpace::offset(place.address);
  if (object.bytes == nullptr || offset > object.size || place.size > object.size - offset)
    return {};
  WatchedBytes bytes(place.size);
  for (std::uint64_t i = 0; i < place.size; ++i) {
    if (value_state(object.shadow[offset + i]) != Definedness::undefined)
      bytes[i] = object.bytes[offset + i];
  }
  return bytes;
}

// "??" for an undefined byte.
std::string hexadecimal(const WatchedBytes& bytes) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < bytes.size() && i < 16; ++i) {
    if (i != 0) text += ' ';
    if (!bytes[i]) {
      text += "??";
      continue;
    }
    text += digits[std::to_integer<unsigned>(*bytes[i]) >> 4];
    text += digits[std::to_integer<unsigned>(*bytes[i]) & 15];
  }
  return bytes.size() > 16 ? text + " ..." : text;
}

std::string name_of_range(const Json& arguments) {
  if (arguments.contains("name") && arguments["name"].is_string())
    return arguments["name"].get<std::string>();
  if (arguments.contains("expression")) return arguments["expression"].get<std::string>();
  return "buffer " + arguments.value("buffer", std::string("?"));
}

std::string text_of_memory_access(const StopPoint& point, bool writes, const WatchedBytes& before,
                                  const WatchedBytes& after) {
  const std::string name = name_of_range(point.arguments);
  if (!writes) return "read of " + name;
  return "write to " + name +
         (after == before ? ": the value stays " + hexadecimal(after)
                          : ": " + hexadecimal(before) + " -> " + hexadecimal(after));
}

// The next record may be one of another subgroup: the reason says where to stop.
Json reason_of(const Subgroup& subgroup, std::string text, const LaneMask& lanes) {
  Json reason = stop_reason("watchpoint", std::move(text), lanes);
  reason["workgroup_index"] = subgroup.workgroup_index;
  reason["subgroup"] = subgroup.id;
  return reason;
}

bool accesses_range(const Subgroup& subgroup, const DebugAccess& access, unsigned lane,
                    const AddressRange& range) {
  if (access.byte_count == no_slot)
    return access.touches(subgroup.values<std::uint64_t>(access.address)[lane], range.address,
                          range.size);
  const AccessRange accessed = access_range(subgroup, access, lane);
  return accessed.size != 0 && accessed.address < range.address + range.size &&
         range.address < accessed.address + accessed.size;
}

bool touches_elements(const AsyncCopies::Copy& copy, std::uint64_t begin, std::uint64_t stride,
                      const AddressRange& range) {
  if (copy.count == 0 || range.address + range.size <= begin) return false;
  if (range.address <= begin || stride == 0) return range.address < begin + copy.element_bytes;
  // The last element that begins before the end of the range.
  const std::uint64_t last =
      std::min(copy.count - 1, (range.address + range.size - 1 - begin) / stride);
  return range.address < begin + last * stride + copy.element_bytes;
}

bool writes_range(const AsyncCopies::Copy& copy, const AddressRange& range) {
  return touches_elements(copy, copy.destination, copy.destination_stride, range);
}

bool reads_range(const AsyncCopies::Copy& copy, const AddressRange& range) {
  return touches_elements(copy, copy.source, copy.source_stride, range);
}

// Why there is nothing to watch; empty if there is.
std::string problem_of(const Result<Object>& object) {
  if (!object) return object.error().message;
  switch (object->where) {
    case Object::Where::nowhere:
      return object->reason;
    case Object::Where::numbers:
      return "it is computed";
    case Object::Where::descriptors:
      return "it is an array of descriptors: choose an element";
    default:
      return "";
  }
}

}  // namespace

// What the next record does to memory.
struct Watchpoints::RecordAccesses {
  std::vector<const DebugAccess*> accesses;
  AsyncCopyEffects copies;
};

// A temporary value that was loaded from a variable is watched as that variable.
void Watchpoints::find_registers(PausedRun run, const DebugFocus& focus) {
  if (run.record == nullptr || run.subgroup == nullptr) return;
  run.kept = nullptr;
  run.misses_kept = nullptr;
  for (StopPoint& point : stops_.all()) {
    if (point.kind != StopKind::watch || point.range || !point.planes.empty()) continue;
    const Json text = point.arguments.value("expression", Json());
    const auto expression = Expression::parse(text.is_string() ? text.get<std::string>() : "");
    const auto object = expression ? expression->object(run, focus)
                                   : Result<Object>(tl::unexpected(expression.error()));
    if (!object || object->where != Object::Where::planes) continue;
    if (!point.stops_on_write) {
      point.problem = "'" + text.get<std::string>() +
                      "' is in registers: only its changes can be watched, not reads of it";
      continue;
    }
    point.planes = object->slots;
    point.dispatch = run.dispatch;
  }
}

void Watchpoints::find_memory(PausedRun run, const DebugFocus& focus) {
  if (run.record == nullptr || run.program == nullptr) return;
  run.misses_kept = nullptr;
  for (StopPoint& point : stops_.all()) {
    if (point.kind != StopKind::watch || point.range || !point.planes.empty()) continue;
    const auto place = place_of(point, run, focus);
    if (place) point.range = *place;
  }
}

void Watchpoints::begin_record(const PausedRun& run, const DebugFocus& focus) {
  accesses_.clear();
  if (!stops_.watch_memory() || run.program->debug == nullptr || run.record == nullptr) return;
  for (const StopPoint& point : stops_.all()) {
    if (point.kind == StopKind::watch && !point.planes.empty() && point.problem.empty())
      begin_register_write(point, run);
  }
  const auto record = static_cast<std::uint32_t>(run.record - run.program->records.data());
  RecordAccesses accesses{{}, async_copy_effects(*run.subgroup, *run.record)};
  const auto [first, end] = run.program->debug->accesses.equal_range(record);
  for (auto entry = first; entry != end; ++entry) accesses.accesses.push_back(&entry->second);
  const AsyncCopyEffects& copies = accesses.copies;
  if (accesses.accesses.empty() && copies.begun.empty() && copies.made.empty()) return;
  for (StopPoint& point : stops_.all()) {
    if (point.kind != StopKind::watch || !point.problem.empty() || !point.planes.empty()) continue;
    if (point.workgroup && run.subgroup->workgroup_index != *point.workgroup) continue;
    const auto range = watched_range(point, run, focus);
    if (run.lacks_values()) return;
    if (range) begin_memory_accesses(point, run, *range, accesses);
  }
}

void Watchpoints::begin_register_write(const StopPoint& point, const PausedRun& run) {
  if (point.dispatch != run.dispatch || run.record->result == no_slot ||
      std::ranges::find(point.planes, run.record->result) == point.planes.end())
    return;
  Access access;
  access.point = point.id;
  access.subgroup = run.subgroup;
  access.lanes = point.lanes_asked_for(run, run.subgroup->active);
  access.writes = true;
  access.planes_before = watched_registers(run, point.planes, access.lanes);
  if (access.lanes.any()) accesses_.push_back(std::move(access));
}

void Watchpoints::begin_memory_accesses(const StopPoint& point, const PausedRun& run,
                                        const AddressRange& range, const RecordAccesses& accesses) {
  const Subgroup& subgroup = *run.subgroup;
  const auto begin = [&](const LaneMask& accessing, bool writes) {
    const LaneMask lanes = point.lanes_asked_for(run, accessing);
    if (lanes.any())
      accesses_.push_back(
          {point.id, &subgroup, lanes, writes, range, read_bytes(*subgroup.memory, range)});
  };
  for (const DebugAccess* access : accesses.accesses) {
    if (!(access->reads && point.stops_on_read) && !(access->writes && point.stops_on_write))
      continue;
    LaneMask lanes;
    subgroup.active.for_each([&](unsigned lane) {
      if (accesses_range(subgroup, *access, lane, range)) lanes.set(lane);
    });
    begin(lanes, access->writes);
  }
  // The history says that the lowest active lane makes asynchronous copies.
  const LaneMask lowest = LaneMask::single(subgroup.active.lowest());
  for (const AsyncCopies::Copy& copy : accesses.copies.begun)
    if (point.stops_on_write && writes_range(copy, range)) begin(lowest, true);
  for (const AsyncCopies::Copy& copy : accesses.copies.made) {
    if (point.stops_on_read && reads_range(copy, range)) begin(lowest, false);
    if (point.stops_on_write && writes_range(copy, range)) begin(lowest, true);
  }
}

Result<AddressRange> Watchpoints::place_of(const StopPoint& point, const PausedRun& run,
                                           const DebugFocus& focus) const {
  const Json text = point.arguments.value("expression", Json());
  if (!text.is_string()) return views_.buffer_range(run, point.arguments);
  const auto expression = Expression::parse(text.get<std::string>());
  return expression ? expression->place(run, focus)
                    : Result<AddressRange>(tl::unexpected(expression.error()));
}

std::optional<AddressRange> Watchpoints::watched_range(StopPoint& point, const PausedRun& run,
                                                       const DebugFocus& focus) {
  if (point.range) return point.range;
  // After going back, the focus may be in a workgroup that starts later: then as the executing lanes see it.
  const bool is_running = find_workgroup(run, focus.workgroup).has_value();
  const Subgroup& executing = *run.subgroup;
  const DebugFocus here{executing.workgroup_index, executing.id, executing.active.lowest(), 0};
  const auto place = place_of(point, run, is_running ? focus : here);
  if (run.lacks_values() || (!place && !is_running)) return std::nullopt;
  if (!place) {
    counter_.report_problem(point, place.error().message);
    return std::nullopt;
  }
  point.range = *place;
  return point.range;
}

std::optional<Json> Watchpoints::finish_record(const PausedRun& run, bool prints) {
  std::optional<Json> reason;
  for (const Access& access : std::exchange(accesses_, {})) {
    if (run.lacks_values()) break;
    auto hit = finish(access, run, prints);
    if (!hit) continue;
    if (!reason) {
      reason = std::move(hit);
      (*reason)["stop_ids"] = Json::array({access.point});
      continue;
    }
    Json& ids = (*reason)["stop_ids"];
    if (std::find(ids.begin(), ids.end(), access.point) == ids.end()) ids.push_back(access.point);
  }
  return reason;
}

std::optional<Json> Watchpoints::finish(const Access& access, const PausedRun& run, bool prints) {
  const auto point = std::ranges::find(stops_.all(), access.point, &StopPoint::id);
  if (point == stops_.all().end() || point->kind != StopKind::watch) return std::nullopt;
  const Subgroup& subgroup = *access.subgroup;
  if (access.planes_before.empty()) {
    LaneMask lanes = access.lanes;
    if (!counter_.count(*point, run, prints, subgroup, lanes)) return std::nullopt;
    const WatchedBytes after = read_bytes(*subgroup.memory, access.range);
    return reason_of(
        subgroup, text_of_memory_access(*point, access.writes, access.bytes_before, after), lanes);
  }
  if (access.planes_before.size() != access.lanes.count() * point->planes.size())
    return std::nullopt;  // another point, with the same id
  RegisterChanges changes =
      changed_registers(*run.program, subgroup, point->planes, access.lanes, access.planes_before);
  if (changes.lanes.none() || !counter_.count(*point, run, prints, subgroup, changes.lanes))
    return std::nullopt;
  return reason_of(subgroup, name_of_range(point->arguments) + " changed:" + changes.text,
                   changes.lanes);
}

void Watchpoints::add_problems(PausedRun run, const DebugFocus& focus, Json& described) const {
  if (run.record == nullptr || run.program == nullptr) return;
  run.misses_kept = nullptr;
  for (std::size_t i = 0; i < described.size(); ++i) {
    const StopPoint& point = stops_.all()[i];
    const Json expression = point.arguments.value("expression", Json());
    if (point.kind != StopKind::watch || !point.problem.empty() || !expression.is_string())
      continue;
    const auto parsed = Expression::parse(expression.get<std::string>());
    const std::string problem = problem_of(parsed->object(run, focus));
    if (problem.empty()) continue;
    described[i]["verified"] = false;
    described[i]["message"] = "nothing to watch here: " + problem;
  }
}

}  // namespace spirv_oracle
