// The accesses to watched memory, and to the registers of watched variables, at which the debugger stops a run.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/debugger/expression.h"
#include "interpreter/debugger/object.h"
#include "interpreter/debugger/target.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/instructions/group/async_copy.h"
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

}  // namespace spirv_oracle
