#include "interpreter/observe/execution_recorder.h"

#include <algorithm>
#include <optional>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/debug_tables.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

std::optional<TracedMemory> memory_of(const Program& program, const ObjectEntry& object,
                                      std::uint32_t id) {
  if (object.allocation == nullptr) return std::nullopt;
  if (program.images.layouts.contains(id)) return TracedMemory::image;
  switch (object.allocation->kind) {
    case MemoryKind::buffer:
    case MemoryKind::physical:
      return TracedMemory::buffer;
    case MemoryKind::workgroup:
      return TracedMemory::workgroup;
    default:
      return std::nullopt;
  }
}

}  // namespace

void ExecutionRecorder::start_dispatch(const Program& program) {
  program_ = &program;
  step_table_.assign(program.records.size(), {});
  steps_ = step_table_.data();
}

void ExecutionRecorder::finish_workgroup(Workgroup& workgroup) {
  last_.erase(workgroup.shape().index());
}

void ExecutionRecorder::look(Subgroup& subgroup, const Record* record) {
  const TraceEvent* event = event_of(subgroup, *record);
  if (event == nullptr || !program_->debug) return;
  const auto record_index = static_cast<std::uint32_t>(record - subgroup.code);
  const auto [first, end] = program_->debug->accesses.equal_range(record_index);
  for (auto access = first; access != end; ++access)
    record_access(subgroup, *event, access->second);
}

// The execution to which the record belongs; null before the first instruction of the entry point.
const TraceEvent* ExecutionRecorder::event_of(const Subgroup& subgroup, const Record& record) {
  const std::uint32_t instruction = program_->origins[record.origin].instruction;
  if (instruction == 0) return nullptr;
  std::vector<Last>& subgroups = last_[subgroup.workgroup_index];
  if (subgroup.id >= subgroups.size()) subgroups.resize(subgroup.id + 1);
  Last& last = subgroups[subgroup.id];
  if (last.origin == record.origin && last.event.lanes == subgroup.active) return &last.event;
  last.event = {trace_.executions++, subgroup.workgroup_index, subgroup.id, instruction,
                subgroup.active};
  last.origin = record.origin;
  InstructionCount& count = trace_.counts[instruction];
  ++count.executions;
  if (subgroup.active != subgroup.existing) ++count.partial;
  count.lanes += subgroup.active.count();
  count.possible += subgroup.existing.count();
  if (trace_.events.size() < max_events) trace_.events.push_back(last.event);
  return &last.event;
}

void ExecutionRecorder::record_access(const Subgroup& subgroup, const TraceEvent& event,
                                      const DebugAccess& access) {
  if (access.bytes_each == 0) return;  // the number is in a plane
  TracedAccess traced;
  traced.time = event.time;
  traced.workgroup = event.workgroup;
  traced.subgroup = event.subgroup;
  traced.instruction = event.instruction;
  traced.count = access.count;
  traced.bytes = access.bytes_each;
  traced.stride = access.stride;
  traced.first = trace_.places.size();
  find_places(subgroup, access, traced);
  if (traced.lanes.none()) return;
  count(traced, access);
  if (traced.memory == TracedMemory::image) return;
  if (trace_.places.size() + places_.size() > max_places) return;
  trace_.places.insert(trace_.places.end(), places_.begin(), places_.end());
  trace_.accesses.push_back(traced);
}

void ExecutionRecorder::find_places(const Subgroup& subgroup, const DebugAccess& access,
                                    TracedAccess& traced) {
  const std::uint64_t* address = subgroup.values<std::uint64_t>(access.address);
  const std::uint64_t extent =
      access.offset + (access.count - 1) * access.stride + access.bytes_each;
  segments_.clear();
  places_.clear();
  (subgroup.active & ~subgroup.header(access.address).undefined).for_each([&](unsigned lane) {
    const ObjectEntry& object = subgroup.memory->find(address[lane]);
    const auto id = static_cast<std::uint32_t>(address[lane] >> AddressSpace::offset_bits);
    const std::uint64_t offset = AddressSpace::offset(address[lane]);
    const auto memory = memory_of(*program_, object, id);
    if (!memory || extent > object.size || offset > object.size - extent) return;
    traced.memory = *memory;
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
}

void ExecutionRecorder::count(const TracedAccess& traced, const DebugAccess& access) {
  AccessCount& count = trace_.access_counts[{traced.instruction, traced.memory}];
  count.reads |= access.reads;
  count.writes |= access.writes;
  count.atomic |= access.is_atomic;
  count.bytes += places_.size() * access.count * access.bytes_each;
  if (traced.memory == TracedMemory::image) {
    // A texel may be several records, and a filter reads several texels.
    const std::uint64_t last = std::exchange(last_image_access_, traced.time);
    if (last == traced.time) return;
  }
  ++count.accesses;
  count.lanes += places_.size();
  if (traced.memory == TracedMemory::image) return;
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
