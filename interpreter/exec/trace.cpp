#include "interpreter/exec/trace.h"

#include <algorithm>

#include "interpreter/exec/subgroup.h"
#include "interpreter/ir/debug_tables.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

// Memory whose layout is that of the module: in buffers, but not images, and in Workgroup.
bool is_traced(const Program& program, const ObjectEntry& object, std::uint32_t id) {
  if (object.allocation == nullptr || program.images.contains(id)) return false;
  const MemoryKind kind = object.allocation->kind;
  return kind == MemoryKind::buffer || kind == MemoryKind::physical ||
         kind == MemoryKind::workgroup;
}

}  // namespace

void TraceRecorder::start_workgroup(std::uint64_t index) {
  // More than take turns (run/residents.cpp).
  constexpr std::size_t most_remembered = 4096;
  if (last_.size() > most_remembered) last_.clear();
  workgroup_ = index;
  of_workgroup_ = &last_[index];
}

void TraceRecorder::record(const Subgroup& subgroup, const Op& op) {
  const Program& program = *subgroup.program;
  const std::uint32_t instruction = program.origins[op.origin].instruction;
  if (instruction == 0) return;  // what an entry point begins with
  if (subgroup.id >= of_workgroup_->size()) of_workgroup_->resize(subgroup.id + 1);
  Last& last = (*of_workgroup_)[subgroup.id];
  if (last.origin != op.origin || last.event.lanes != subgroup.active) {
    last = {{trace_.executions++, workgroup_, subgroup.id, instruction, subgroup.active},
            op.origin};
    InstructionCount& count = trace_.counts[instruction];
    ++count.executions;
    if (subgroup.active != subgroup.existing) ++count.partial;
    count.lanes += subgroup.active.count();
    count.possible += subgroup.existing.count();
    if (trace_.events.size() < max_events) trace_.events.push_back(last.event);
  }
  if (!program.debug) return;
  const auto accesses =
      program.debug->accesses.equal_range(static_cast<std::uint32_t>(&op - subgroup.code));
  for (auto access = accesses.first; access != accesses.second; ++access)
    record_access(subgroup, last.event, access->second);
}

void TraceRecorder::record_access(const Subgroup& subgroup, const TraceEvent& event,
                                  const DebugAccess& access) {
  if (access.bytes_each == 0) return;  // as many as a plane says
  const std::uint64_t* address = subgroup.values<std::uint64_t>(access.address);
  TracedAccess traced;
  traced.time = event.time;
  traced.instruction = event.instruction;
  traced.subgroup = event.subgroup;
  traced.workgroup = event.workgroup;
  traced.bytes = access.bytes_each;
  traced.count = access.count;
  traced.stride = access.stride;
  traced.first = trace_.places.size();
  const std::uint64_t extent =
      access.offset + (access.count - 1) * access.stride + access.bytes_each;
  segments_.clear();
  places_.clear();
  (event.lanes & ~subgroup.header(access.address).undefined).for_each([&](unsigned lane) {
    const ObjectEntry& object = subgroup.memory->find(address[lane]);
    const auto id = static_cast<std::uint32_t>(address[lane] >> AddressSpace::offset_bits);
    const std::uint64_t offset = AddressSpace::offset(address[lane]);
    if (!is_traced(*subgroup.program, object, id) || extent > object.size ||
        offset > object.size - extent)
      return;
    if (object.allocation->kind == MemoryKind::workgroup) traced.memory = TracedMemory::workgroup;
    traced.lanes.set(lane);
    places_.push_back({id, offset + access.offset});
    trace_.objects.try_emplace(id, object.allocation->name);
    for (std::uint32_t c = 0; c < access.count; ++c) {
      const std::uint64_t begin = offset + access.offset + c * access.stride;
      const std::uint64_t last = (begin + access.bytes_each - 1) / 32;
      for (std::uint64_t segment = begin / 32; segment <= last; ++segment)
        segments_.push_back({id, segment});
    }
  });
  if (traced.lanes.none()) return;
  count(traced, access);
  if (trace_.places.size() + places_.size() > max_places) return;
  trace_.places.insert(trace_.places.end(), places_.begin(), places_.end());
  trace_.accesses.push_back(traced);
}

void TraceRecorder::count(const TracedAccess& traced, const DebugAccess& access) {
  AccessCount& count = trace_.access_counts[{traced.instruction, traced.memory}];
  count.reads |= access.reads;
  count.writes |= access.writes;
  count.atomic |= access.is_atomic;
  ++count.accesses;
  count.lanes += places_.size();
  count.bytes += places_.size() * access.count * access.bytes_each;
  const auto count_distinct = [this] {
    segments_.erase(std::unique(segments_.begin(), segments_.end()), segments_.end());
    return segments_.size();
  };
  std::ranges::sort(segments_);
  const std::uint64_t of_32_bytes = count_distinct();
  count.segments32 += of_32_bytes;
  count.most_segments32 = std::max(count.most_segments32, of_32_bytes);
  for (Segment& segment : segments_) segment.number /= 4;
  count.segments128 += count_distinct();
}

}  // namespace spirv_oracle
