// The writes and reads that uncertain branches track between a branch and its join.
#include <algorithm>

#include "interpreter/exec/orders/order_proof.h"
#include "interpreter/exec/race_watch.h"
#include "interpreter/exec/tangles/reached_bytes.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/access_words.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

// The number of bytes that are tracked for a region.
constexpr std::size_t max_saved_bytes = 1u << 20;

// Whether the lanes write to memory of which the workgroup, or each invocation, has its own.
bool writes_own_memory(const Subgroup& subgroup, const Record& record) {
  const auto* addresses = subgroup.values<std::uint64_t>(record.operand[0]);
  const ObjectEntry& object = subgroup.memory->find(addresses[subgroup.active.lowest()]);
  return object.allocation != nullptr && (object.allocation->kind == MemoryKind::workgroup ||
                                          object.allocation->kind == MemoryKind::lane_private);
}

}  // namespace

void UncertainBranches::save(Subgroup& subgroup, std::uint64_t address, std::uint32_t size,
                             unsigned lane) {
  const ObjectEntry& object = subgroup.memory->find(address);
  const std::uint64_t begin = AddressSpace::offset(address);
  if (object.allocation == nullptr || begin >= object.size) return;
  const std::uint64_t end = begin + std::min<std::uint64_t>(size, object.size - begin);
  SavedByte saved;
  saved.lane = static_cast<std::uint8_t>(lane);
  for (std::uint64_t i = begin; i < end; ++i) {
    saved.value = object.bytes[i];
    saved.state = object.shadow[i];
    saved.shadow = object.shadow + i;
    saved.address = address + (i - begin);
    saved.component_bytes = static_cast<std::uint8_t>(i == begin ? std::min(size, 255u) : 0);
    const auto save_in = [&](ByteJournal& journal) {
      const auto [entry, is_new] = journal.try_emplace(object.bytes + i, saved);
      if (!is_new && !entry->second.is_reached_only) entry->second.written_again = true;
      entry->second.is_reached_only = false;
    };
    if (is_shadow_run_) save_in(written_);
    for (Region& region : regions_) {
      if (!region.lanes.test(lane)) continue;
      if (region.before.size() >= max_saved_bytes) region.complete = false;
      save_in(region.before);
    }
  }
  if (written_.size() > max_saved_bytes) is_incomplete_ = true;
}

const Record* note_write(Subgroup& subgroup, const Record* record) {
  if (subgroup.uncertain != nullptr) subgroup.uncertain->note_write(subgroup, *record);
  const RaceWatch* races = subgroup.workgroup->observers().races;
  OrderProof* proof = races != nullptr ? races->order_proof() : nullptr;
  if (proof != nullptr && subgroup.active.any() && !writes_own_memory(subgroup, *record))
    proof->note_write(subgroup, *record);
  return record + 1;
}

void UncertainBranches::note_write(Subgroup& subgroup, const Record& record) {
  const WriteNote note = WriteNote::read(subgroup.data + record.extra);
  const PlaneHeader& header = subgroup.header(record.operand[0]);
  const auto* addresses = subgroup.values<std::uint64_t>(record.operand[0]);
  const LaneMask uncertain = header.implementation_dependent & ~header.undefined & subgroup.active;
  uncertain.for_each([&](unsigned lane) {
    if (note.reach.root != no_slot) {
      mark_reached(subgroup, reached_bytes(subgroup, note, lane));
    } else {
      mark_everything(subgroup);
    }
  });
  UncertainStores& stores = *subgroup.workgroup->knowledge().uncertain_stores;
  const bool notes_certain = stores.any();
  if (!is_inside() && !notes_certain && !stores.possible().any()) return;
  (subgroup.active & ~header.undefined).for_each([&](unsigned lane) {
    for (std::uint32_t c = 0; c < note.count; ++c) {
      const std::uint64_t address = addresses[lane] + note.offset + c * note.stride;
      if (!uncertain.test(lane) && !is_shadow_run_) {
        if (notes_certain) stores.note_certain(*subgroup.memory, address, note.bytes);
        stores.possible().note_certain(subgroup, lane, address, note.bytes);
      }
      if (is_inside()) save(subgroup, address, note.bytes, lane);
    }
  });
}

void PossibleWrites::note_certain(Subgroup& subgroup, unsigned lane, std::uint64_t address,
                                  std::uint64_t size) {
  RaceWatch* races = subgroup.workgroup->observers().races;
  const ObjectEntry& object = subgroup.memory->find(address);
  const std::uint64_t begin = AddressSpace::offset(address);
  if (records_.empty() || races == nullptr || begin >= object.size) return;
  const std::uint64_t end = begin + std::min(size, object.size - begin);
  for (std::uint64_t i = begin; i < end; ++i) {
    const auto possible = records_.find(object.bytes + i);
    if (possible == records_.end()) continue;
    if (races->is_before(possible->second, object, subgroup, lane)) {
      records_.erase(possible);
    } else {
      races->note_overtaken(*subgroup.memory, address >> AddressSpace::offset_bits, i);
    }
  }
}

void UncertainBranches::note_unknown_write() {
  is_incomplete_ = true;
  for (Region& region : regions_) region.complete = false;
}

// If invocations wait for each other with atomics, more or less may have been written on another path by the time of
// the read. Without atomics, that would be a data race.
void UncertainBranches::note_read(Subgroup& subgroup, const Record& record) {
  const Program& program = *subgroup.program;
  const bool waits_by_atomics =
      program.sharing.has_atomics &&
      (program.sharing.synchronizes_finely || program.sharing.has_memory_barrier);
  if (!is_shadow_run_ || !waits_by_atomics) return;
  const AccessWords words(subgroup.data + record.extra);
  const auto* addresses = subgroup.values<std::uint64_t>(record.operand[0]);
  LaneMask shared;
  subgroup.active.for_each([&](unsigned lane) {
    const std::uint64_t object = addresses[lane] >> AddressSpace::offset_bits;
    const Allocation* allocation = subgroup.memory->find(addresses[lane]).allocation;
    if (allocation == nullptr || !allocation->writable) return;
    const bool is_written =
        allocation->kind == MemoryKind::workgroup || program.sharing.writes_any_object ||
        program.sharing.written_objects.contains(static_cast<std::uint32_t>(object));
    if (is_written && allocation->kind != MemoryKind::lane_private) shared.set(lane);
  });
  for (std::uint32_t c = 0; c < words.count && shared.any(); ++c)
    mark_slot(subgroup, words.slots[c], shared, record.origin);
}

void UncertainBranches::share_written(Subgroup& subgroup, const Record* atomic) {
  if (!is_inside()) return;
  // What an atomic reads in a shadow run depends on concurrent invocations, which the run does not follow.
  if (is_shadow_run_ && atomic != nullptr && atomic->operand[1] != no_slot)
    mark_slot(subgroup, atomic->operand[1], subgroup.active, atomic->origin);
  const auto share = [&](std::byte* byte, SavedByte& saved) {
    const bool is_unchanged = *byte == saved.value && *saved.shadow == saved.state;
    if (is_unchanged && !saved.written_again) return;
    saved.shared_at_once = true;
    if (!is_shadow_run_)
      *saved.shadow = std::max(value_state(*saved.shadow), Definedness::implementation_dependent);
  };
  const auto share_in = [&](ByteJournal& journal) {
    if (atomic == nullptr) {
      for (auto& [byte, saved] : journal) share(byte, saved);
      return;
    }
    const auto* addresses = subgroup.values<std::uint64_t>(atomic->operand[0]);
    subgroup.active.for_each([&](unsigned lane) {
      const ObjectEntry& object = subgroup.memory->find(addresses[lane]);
      const std::uint64_t begin = AddressSpace::offset(addresses[lane]);
      for (std::uint32_t i = 0; i < atomic->extra && begin + i < object.size; ++i) {
        const auto found = journal.find(object.bytes + begin + i);
        if (found != journal.end()) share(found->first, found->second);
      }
    });
  };
  if (is_shadow_run_) share_in(written_);
  for (Region& region : regions_) share_in(region.before);
}

void UncertainBranches::mark_results(Subgroup& subgroup, const Record& record) const {
  if (!is_inside()) return;
  const std::uint32_t* slots = subgroup.data + record.extra;
  for (std::uint32_t i = 1; i <= slots[0]; ++i)
    mark_slot(subgroup, slots[i], subgroup.active, record.origin);
}

}  // namespace spirv_oracle
