#include "interpreter/exec/trace.h"

#include <algorithm>

#include "interpreter/exec/subgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {

std::vector<std::uint32_t> AccessTraceWords::words() const {
  return {(reads ? 1u : 0u) | (writes ? 2u : 0u) | (atomic ? 4u : 0u),
          bytes,
          static_cast<std::uint32_t>(offset),
          static_cast<std::uint32_t>(offset >> 32),
          static_cast<std::uint32_t>(stride),
          static_cast<std::uint32_t>(stride >> 32),
          count};
}

AccessTraceWords AccessTraceWords::read(const std::uint32_t* words) {
  return {(words[0] & 1) != 0,
          (words[0] & 2) != 0,
          (words[0] & 4) != 0,
          words[1],
          words[2] | std::uint64_t{words[3]} << 32,
          words[4] | std::uint64_t{words[5]} << 32,
          words[6]};
}

void TraceRecorder::start_workgroup(std::uint64_t index) {
  // More than take turns (run/residents.cpp).
  constexpr std::size_t most_remembered = 4096;
  if (last_.size() > most_remembered) last_.clear();
  workgroup_ = index;
  of_workgroup_ = &last_[index];
}

void TraceRecorder::record(const Subgroup& subgroup, const Op& op) {
  const std::uint32_t instruction = subgroup.program->origins[op.origin].instruction;
  if (instruction == 0) return;  // what an entry point begins with
  if (subgroup.id >= of_workgroup_->size()) of_workgroup_->resize(subgroup.id + 1);
  Last& last = (*of_workgroup_)[subgroup.id];
  if (last.origin == op.origin && last.event.lanes == subgroup.active) return;
  last = {{trace_.executions++, workgroup_, subgroup.id, instruction, subgroup.active}, op.origin};
  InstructionCount& count = trace_.counts[instruction];
  ++count.executions;
  if (subgroup.active != subgroup.existing) ++count.partial;
  count.lanes += subgroup.active.count();
  count.possible += subgroup.existing.count();
  if (trace_.events.size() < max_events) trace_.events.push_back(last.event);
}

void TraceRecorder::record_access(const Subgroup& subgroup, const Op& op) {
  Last& last = (*of_workgroup_)[subgroup.id];
  // A schedule may have the lanes of an atomic execute it one after the other; it is one access nevertheless.
  if (last.access == &op) return;
  last.access = &op;
  const AccessTraceWords access = AccessTraceWords::read(subgroup.data + op.extra);
  const std::uint64_t* address = subgroup.values<std::uint64_t>(op.operand[0]);
  TracedAccess traced{last.event.time,
                      last.event.instruction,
                      last.event.subgroup,
                      last.event.workgroup,
                      {},
                      access.bytes,
                      access.count,
                      access.stride,
                      {},
                      0};
  const std::uint64_t extent = access.offset + (access.count - 1) * access.stride + access.bytes;
  segments_.clear();
  places_.clear();
  (last.event.lanes & ~subgroup.header(op.operand[0]).undefined).for_each([&](unsigned lane) {
    const ObjectEntry& object = subgroup.memory->find(address[lane]);
    if (object.allocation == nullptr) return;
    const MemoryKind kind = object.allocation->kind;
    const bool is_workgroup = kind == MemoryKind::workgroup;
    if (!is_workgroup && kind != MemoryKind::buffer && kind != MemoryKind::physical) return;
    const std::uint64_t offset = AddressSpace::offset(address[lane]);
    if (extent > object.size || offset > object.size - extent) return;
    const auto id = static_cast<std::uint32_t>(address[lane] >> AddressSpace::offset_bits);
    traced.memory = is_workgroup ? TracedMemory::workgroup : TracedMemory::buffer;
    traced.lanes.set(lane);
    places_.push_back({id, offset + access.offset});
    trace_.objects.try_emplace(id, object.allocation->name);
    for (std::uint32_t c = 0; c < access.count; ++c) {
      const std::uint64_t begin = offset + access.offset + c * access.stride;
      for (std::uint64_t segment = begin / 32; segment <= (begin + access.bytes - 1) / 32;
           ++segment)
        segments_.push_back({id, segment});
    }
  });
  if (traced.lanes.none()) return;

  AccessCount& count = trace_.access_counts[{last.event.instruction, traced.memory}];
  count.reads |= access.reads;
  count.writes |= access.writes;
  count.atomic |= access.atomic;
  ++count.accesses;
  count.lanes += places_.size();
  count.bytes += places_.size() * access.count * access.bytes;
  const auto keep_distinct = [this] {
    segments_.erase(std::unique(segments_.begin(), segments_.end()), segments_.end());
    return segments_.size();
  };
  std::ranges::sort(segments_);
  const std::uint64_t of_32_bytes = keep_distinct();
  count.segments32 += of_32_bytes;
  count.most_segments32 = std::max(count.most_segments32, of_32_bytes);
  for (Segment& segment : segments_) segment.number /= 4;
  count.segments128 += keep_distinct();

  if (trace_.places.size() + places_.size() > max_places) return;
  traced.first = trace_.places.size();
  trace_.places.insert(trace_.places.end(), places_.begin(), places_.end());
  trace_.accesses.push_back(traced);
}

}  // namespace spirv_oracle
