#include "interpreter/exec/race_watch.h"

#include <algorithm>

#include "interpreter/exec/workgroup.h"
#include "interpreter/loader/module.h"
#include "interpreter/semantics/race_explanation.h"

namespace spirv_oracle {
namespace {

// See RaceShape.
bool has_wide_atomics(const Program& program, StorageSemantics storage) {
  return std::ranges::all_of(program.race_sites, [&](const RaceSite& site) {
    return !site.atomic || site.storage != storage || site.scope >= widest_scope(storage);
  });
}

bool has_wide_acquisitions(const Program& program, StorageSemantics storage) {
  return std::ranges::all_of(program.memory_semantics, [&](const MemorySemantics& semantics) {
    return !semantics.acquire || !semantics.names(storage) ||
           semantics.scope >= widest_scope(storage);
  });
}

RaceShape shape_of(const Program& program, bool customary) {
  RaceShape shape;
  // In OpenCL nothing has to be made available or visible: that is no custom there.
  shape.customary = customary || program.is_kernel();
  shape.subgroup_size = program.subgroup_size;
  shape.subgroup_count = program.layout.subgroup_count;
  for (std::uint32_t id = 0; id < shape.subgroup_count; ++id) {
    program.layout.existing(id).for_each(
        [&](unsigned lane) { shape.slots.push_back(id * program.subgroup_size + lane); });
  }
  shape.vulkan_memory_model = program.module->memory_model() == spv::MemoryModel::Vulkan;
  shape.fine_synchronization =
      program.synchronizes_finely || (program.has_atomics && program.has_memory_barrier);
  for (const StorageSemantics storage : all_storage_semantics) {
    const auto i = static_cast<std::size_t>(storage);
    shape.has_wide_atomics[i] = has_wide_atomics(program, storage);
    shape.widely_scoped[i] = shape.has_wide_atomics[i] && has_wide_acquisitions(program, storage);
  }
  return shape;
}

// Numbers for what invocations arrive at, which differ for each kind of barrier.
constexpr std::uint64_t of_named = std::uint64_t{1} << 63;
constexpr std::uint64_t of_subgroup = std::uint64_t{1} << 62;

std::string kind_of(const RaceSite& site) {
  if (site.atomic) return site.writes ? "an atomic" : "an atomic read";
  return std::string(site.is_volatile ? "a volatile " : "a ") + (site.writes ? "write" : "read");
}

}  // namespace

bool RaceWatch::is_possible(const Program& program) {
  return std::uint64_t{program.layout.subgroup_count} * program.subgroup_size <=
         RaceShape::max_slots;
}

RaceWatch::RaceWatch(const Program& program, std::uint64_t max_memory, bool customary)
    : program_(program), detector_(shape_of(program, customary), &shadow_memory_) {
  shadow_memory_.limit = max_memory;
  for (const RaceSite& site : program.race_sites) detector_.add_site(site);
}

void RaceWatch::start_workgroup(std::uint64_t index) {
  detector_.start_workgroup(index);
  arrived_.clear();
  for (auto& counts : split_arrivals_) counts.clear();
  named_.clear();
}

// An object that shares bytes was made after the one that has them.
RaceWatch::Bytes RaceWatch::owner_of(const AddressSpace& memory, std::size_t object) {
  const Bytes own{object, 0};
  const ObjectEntry& entry = memory.object(static_cast<std::uint32_t>(object));
  if (entry.allocation == nullptr || !entry.allocation->bytes.empty()) return own;
  for (std::size_t owner = object; owner-- > 1;) {
    const ObjectEntry& other = memory.object(static_cast<std::uint32_t>(owner));
    const bool has_own = other.allocation != nullptr && !other.allocation->bytes.empty();
    if (!has_own || entry.bytes < other.bytes || entry.bytes >= other.bytes + other.size) continue;
    return {owner, static_cast<std::uint64_t>(entry.bytes - other.bytes)};
  }
  return own;
}

const RaceWatch::Bytes& RaceWatch::bytes_of(const AddressSpace& memory, std::size_t object) {
  if (object >= bytes_of_.size()) bytes_of_.resize(object + 1);
  Bytes& found = bytes_of_[object];
  if (found.object != 0) return found;
  found = owner_of(memory, object);
  const ObjectEntry& entry = memory.object(static_cast<std::uint32_t>(object));
  const bool is_buffer =
      entry.allocation != nullptr && entry.allocation->kind == MemoryKind::buffer;
  found.written = !is_buffer || program_.writes_any_object ||
                  std::ranges::any_of(program_.written_objects, [&](std::uint32_t written) {
                    return owner_of(memory, written).object == found.object;
                  });
  return found;
}

std::span<const std::uint32_t> RaceWatch::slots(const Subgroup& subgroup) {
  slots_.clear();
  subgroup.active.for_each([&](unsigned lane) { slots_.push_back(slot(subgroup, lane)); });
  return slots_;
}

// --- reports ---

std::string RaceWatch::local_id(std::uint32_t slot) const {
  const std::uint32_t size = program_.subgroup_size;
  const std::uint32_t index = program_.layout.invocation(slot / size, slot % size);
  const Dim3& extent = program_.local_size;
  return "(" + std::to_string(index % extent[0]) + "," +
         std::to_string(index / extent[0] % extent[1]) + "," +
         std::to_string(index / extent[0] / extent[1]) + ")";
}

std::string RaceWatch::who(std::uint32_t agent) const {
  const std::uint32_t slot = detector_.order().slot_of(agent);
  return "lane " + std::to_string(slot % program_.subgroup_size) + " of subgroup " +
         std::to_string(slot / program_.subgroup_size) + " (LocalInvocationId " + local_id(slot) +
         ")";
}

bool RaceWatch::in_one_statement(std::uint32_t origin, std::uint32_t other) const {
  const auto source = [this](std::uint32_t of) {
    return program_.module->source(
        program_.module->instruction(program_.origins[of].instruction).line);
  };
  const SourceLocation here = source(origin), there = source(other);
  return origin == other || (here.line != 0 && here.line == there.line && here.file == there.file);
}

void RaceWatch::report(Subgroup& subgroup, const Op& op, std::uint16_t site_number,
                       const LaneMask& lanes, unsigned lane, std::size_t object,
                       const Race& race) const {
  const RaceSite& site = detector_.site(site_number);
  const RaceSite& other = detector_.site(race.other.site);
  const RaceShape& shape = detector_.order().shape();
  const RaceExplanation explanation =
      shape.customary || shape.vulkan_memory_model
          ? explain_race(site, other, race.missing, program_.is_kernel())
          : explain_customary_order(race.missing);
  Workgroup& workgroup = *subgroup.workgroup;
  if (workgroup.log().contains(*explanation.clause, op.origin)) {
    return workgroup.report_race(subgroup, op, *explanation.clause, lanes, {}, {});
  }
  std::string missing = explanation.missing;
  const bool is_unordered =
      race.missing == MissingEdge::synchronization || race.missing == MissingEdge::other_workgroup;
  if (is_unordered && (site.is_volatile || other.is_volatile))
    missing += ", and Volatile orders nothing";
  const std::uint64_t index = detector_.order().workgroup_of(race.other.agent);
  const Dim3& groups = workgroup.group_count();
  const std::string of_workgroup = ", workgroup (" + std::to_string(index % groups[0]) + "," +
                                   std::to_string(index / groups[0] % groups[1]) + "," +
                                   std::to_string(index / groups[0] / groups[1]) + ")";
  const std::string detail =
      kind_of(site) + " of byte " + std::to_string(race.offset) + " of " +
      subgroup.memory->object(static_cast<std::uint32_t>(object)).allocation->name +
      " by LocalInvocationId " + local_id(slot(subgroup, lane)) + ", after " + kind_of(other) +
      " by LocalInvocationId " + local_id(detector_.order().slot_of(race.other.agent)) +
      (index == workgroup.index() ? "" : " of another workgroup") + "; " + missing;
  workgroup.report_race(
      subgroup, op, *explanation.clause, lanes, detail,
      {other.origin, kind_of(other) + " by " + who(race.other.agent) + of_workgroup,
       race.missing == MissingEdge::synchronization && in_one_statement(op.origin, other.origin)
           ? "invocations that execute this at once need an atomic, or an element for each; a "
             "barrier only orders different executions of it"
           : explanation.help});
}

// --- barriers ---

void RaceWatch::memory_barrier(const Subgroup& subgroup, const MemorySemantics& semantics) {
  detector_.order().memory_barrier(slots(subgroup), semantics);
}

void RaceWatch::subgroup_barrier(const Subgroup& subgroup, const MemorySemantics& semantics) {
  detector_.order().control_barrier(slots(subgroup), MemoryScope::subgroup, semantics);
}

void RaceWatch::arrive_at_workgroup(const Subgroup& subgroup, const MemorySemantics& semantics) {
  const auto here = slots(subgroup);
  arrived_.insert(arrived_.end(), here.begin(), here.end());
  if (arrived_.size() == program_.layout.invocation_count) end_workgroup_barrier(semantics);
}

// Where not all have arrived, which is undefined, those who have are taken for all.
void RaceWatch::leave_workgroup(const Subgroup& subgroup, const MemorySemantics& semantics) {
  if (arrived_.empty() || subgroup.active.none()) return;
  const std::uint32_t own = slot(subgroup, subgroup.active.lowest());
  if (std::ranges::find(arrived_, own) != arrived_.end()) end_workgroup_barrier(semantics);
}

void RaceWatch::end_workgroup_barrier(const MemorySemantics& semantics) {
  if (!std::ranges::is_sorted(arrived_)) std::ranges::sort(arrived_);
  detector_.order().control_barrier(arrived_, MemoryScope::workgroup, semantics);
  arrived_.clear();
}

std::uint64_t RaceWatch::split_barrier(const Subgroup& subgroup, MemoryScope execution) const {
  const bool of_workgroup = execution == MemoryScope::workgroup;
  const std::vector<std::uint32_t>& counts = split_arrivals_[of_workgroup ? 1 : 0];
  const std::uint64_t count = counts.empty() ? 0 : counts[slot(subgroup, subgroup.active.lowest())];
  return of_workgroup ? count : of_subgroup | std::uint64_t{subgroup.id} << 32 | count;
}

void RaceWatch::arrive_at_split(const Subgroup& subgroup, MemoryScope execution,
                                const MemorySemantics& semantics) {
  std::vector<std::uint32_t>& counts = split_arrivals_[execution == MemoryScope::workgroup ? 1 : 0];
  counts.resize(std::size_t{program_.layout.subgroup_count} * program_.subgroup_size);
  const auto here = slots(subgroup);
  for (const std::uint32_t slot : here) ++counts[slot];
  detector_.order().arrive(split_barrier(subgroup, execution), here, execution, semantics);
}

void RaceWatch::wait_at_split(const Subgroup& subgroup, MemoryScope execution,
                              const MemorySemantics& semantics) {
  detector_.order().wait(split_barrier(subgroup, execution), slots(subgroup), semantics);
}

void RaceWatch::arrive_at_named(const Subgroup& subgroup, std::uint32_t number, std::uint64_t phase,
                                const MemorySemantics& semantics) {
  named_.resize(program_.layout.subgroup_count);
  named_[subgroup.id] = of_named | std::uint64_t{number} << 40 | phase;
  detector_.order().arrive(named_[subgroup.id], slots(subgroup), MemoryScope::workgroup, semantics);
}

void RaceWatch::leave_named(const Subgroup& subgroup, const MemorySemantics& semantics) {
  if (!named_.empty()) detector_.order().wait(named_[subgroup.id], slots(subgroup), semantics);
}

}  // namespace spirv_oracle
