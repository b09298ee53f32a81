#include "interpreter/exec/uncertain_branches.h"

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "interpreter/exec/race_watch.h"
#include "interpreter/exec/report.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/program.h"
#include "interpreter/observe/enclosures.h"
#include "interpreter/observe/provenance.h"
#include "interpreter/semantics/access.h"
#include "interpreter/semantics/for_width.h"
#include "interpreter/semantics/write_note.h"

namespace spirv_oracle {
namespace {

// Records that one shadow run executes at most, and bytes that are remembered for a region.
constexpr std::uint64_t max_shadow_records = 1u << 14;
constexpr std::size_t max_saved_bytes = 1u << 20;
constexpr std::uint32_t max_other_ways = 8;

BranchJoinData read_join(const Subgroup& subgroup, std::uint32_t index) {
  const std::uint32_t* words = subgroup.data + index;
  return {static_cast<JoinOfWays>(words[0]), words[1], words[2], words[3], words[4]};
}

// The bits of a lane of a plane.
std::uint64_t lane_bits(const std::byte* registers, const Plane& plane, unsigned lane) {
  const std::byte* values = registers + std::size_t{plane.slot} * slot_unit + sizeof(PlaneHeader);
  if (plane.type.bytes == 0) {
    LaneMask truth;
    std::memcpy(&truth, values, sizeof truth);
    return truth.test(lane) ? 1 : 0;
  }
  std::uint64_t bits = 0;
  std::memcpy(&bits, values + std::size_t{lane} * plane.type.bytes, plane.type.bytes);
  return bits;
}

PlaneHeader& header_in(std::byte* registers, Slot slot) {
  return *reinterpret_cast<PlaneHeader*>(registers + std::size_t{slot} * slot_unit);
}

std::size_t size_of_registers(const Subgroup& subgroup) {
  return std::size_t{subgroup.program->register_units} * slot_unit;
}

// Planes that have their values before the first record is executed.
std::unordered_set<Slot> given_slots(const Program& program) {
  std::unordered_set<Slot> slots;
  for (const ConstantPlane& plane : program.constants) slots.insert(plane.slot);
  for (const LaneAddressPlane& plane : program.lane_addresses) slots.insert(plane.slot);
  for (const InputPlane& plane : program.inputs) slots.insert(plane.slot);
  return slots;
}

// --- bytes that uncertain addresses reach ---

// The object that holds the address, or the invocation's copy of the variable.
ReachedBytes object_around(const Subgroup& subgroup, std::uint64_t address) {
  const ObjectEntry& object = subgroup.memory->find(address);
  if (object.allocation == nullptr) return {};
  const std::uint64_t offset = AddressSpace::offset(address);
  const LaneCopies& copies = object.allocation->copies;
  if (copies.pitch == 0) return {address - offset, object.size};
  return {address - offset % copies.pitch, copies.size};
}

ReachedBytes reached_bytes(const Subgroup& subgroup, const WriteNote& note, unsigned lane) {
  const std::uint64_t root = subgroup.values<std::uint64_t>(note.reach.root)[lane];
  const ReachedBytes object = object_around(subgroup, root);
  const std::uint64_t first = root + note.reach.begin;
  const std::uint64_t end = note.reach.end != 0
                                ? std::min(root + note.reach.end, object.address + object.size)
                                : object.address + object.size;
  return {first, first < end ? end - first : 0};
}

// --- the other ways of a branch ---

// Where a condition is flipped, or a selector gets another value, in a shadow run.
void choose(Subgroup& shadow, const Op& op, unsigned selector_bytes, std::uint64_t value,
            const LaneMask& lanes) {
  const Slot slot = op.operand[0];
  if (selector_bytes == 0) {
    shadow.truth(slot) = shadow.truth(slot) ^ lanes;
  } else {
    for_width(selector_bytes, [&]<class T>() {
      if constexpr (!std::is_same_v<T, bool>)
        lanes.for_each(
            [&](unsigned lane) { shadow.values<T>(slot)[lane] = static_cast<T>(value); });
    });
  }
  shadow.header(slot).implementation_dependent &= ~lanes;
}

// A value of a selector for each target of a table (see switch_handler in exec/tangle.h).
struct OtherWay {
  std::uint32_t target = 0;
  std::uint64_t value = 0;
};

std::vector<OtherWay> ways_of_table(const std::uint32_t* table, unsigned bytes) {
  const std::uint32_t count = table[0];
  const std::uint64_t mask = bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * bytes) - 1;
  std::vector<OtherWay> ways;
  std::vector<std::uint64_t> literals;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t* entry = table + 3 + 3 * i;
    literals.push_back((entry[0] | std::uint64_t{entry[1]} << 32) & mask);
    if (std::ranges::find(ways, entry[2], &OtherWay::target) == ways.end())
      ways.push_back({entry[2], literals.back()});
  }
  std::ranges::sort(literals);
  std::uint64_t other = 0;
  for (const std::uint64_t literal : literals) other += literal == other ? 1 : 0;
  const bool has_default = other <= mask;
  if (has_default && std::ranges::find(ways, table[2], &OtherWay::target) == ways.end())
    ways.push_back({table[2], other});
  return ways;
}

// The lanes whose selector leads to another target.
LaneMask lanes_elsewhere(const Subgroup& subgroup, const Op& op, const std::uint32_t* table,
                         unsigned bytes, std::uint32_t target, const LaneMask& lanes) {
  LaneMask elsewhere;
  const Plane plane{op.operand[0], ScalarType::unsigned_integer(bytes)};
  lanes.for_each([&](unsigned lane) {
    const std::uint64_t value = lane_bits(subgroup.registers, plane, lane);
    std::uint32_t taken = table[2];
    for (std::uint32_t i = 0; i < table[0]; ++i) {
      const std::uint32_t* entry = table + 3 + 3 * i;
      const std::uint64_t literal = entry[0] | std::uint64_t{entry[1]} << 32;
      const unsigned unused = 64 - 8 * bytes;
      if (literal << unused == value << unused) taken = entry[2];
    }
    if (taken != target) elsewhere.set(lane);
  });
  return elsewhere;
}

}  // namespace

// --- UncertainStores ---

void UncertainStores::mark(const AddressSpace& memory, const ReachedBytes& reached) {
  const ObjectEntry& object = memory.find(reached.address);
  const std::uint64_t begin = AddressSpace::offset(reached.address);
  if (object.allocation == nullptr || !object.allocation->writable || begin >= object.size) return;
  const std::uint64_t end = begin + std::min(reached.size, object.size - begin);
  object.allocation->written.store(true, std::memory_order_relaxed);
  const auto mark_range = [&](const Range& range) {
    for (std::uint64_t i = range.first; i < range.second; ++i)
      object.shadow[i] =
          std::max(value_state(object.shadow[i]), Definedness::implementation_dependent);
  };
  Marked& marked = marked_[object.allocation];
  const bool is_known = marked.range.first <= begin && end <= marked.range.second;
  if (is_known) {
    for (const Range& range : marked.certain_since)
      mark_range({std::max(range.first, begin), std::min(range.second, end)});
    std::erase_if(marked.certain_since,
                  [&](const Range& range) { return begin <= range.first && range.second <= end; });
    return;
  }
  mark_range({begin, end});
  marked = {{begin, end}, {}};
}

void UncertainStores::note_certain(const AddressSpace& memory, std::uint64_t address,
                                   std::uint64_t size) {
  const auto found = marked_.find(memory.find(address).allocation);
  if (found == marked_.end()) return;
  Marked& marked = found->second;
  const std::uint64_t begin = AddressSpace::offset(address);
  if (begin >= marked.range.second || begin + size <= marked.range.first) return;
  constexpr std::size_t most = 1u << 16;
  // With too many, the next uncertain store marks everything again.
  if (marked.certain_since.size() == most) {
    marked_.erase(found);
  } else if (!marked.certain_since.empty() && marked.certain_since.back().second == begin) {
    marked.certain_since.back().second += size;
  } else {
    marked.certain_since.emplace_back(begin, begin + size);
  }
}

// --- UncertainBranches: shadow runs ---

void UncertainBranches::start() { *this = {}; }

UncertainBranches::Region& UncertainBranches::region_of(const Op& op, const BranchJoinData& data) {
  const auto same = std::ranges::find_if(regions_, [&](const Region& region) {
    return region.join == data.join && region.number == data.number;
  });
  if (same != regions_.end()) {
    same->first_record = std::min(same->first_record, data.first_record);
    same->end_record = std::max(same->end_record, data.end_record);
    return *same;
  }
  Region& region = regions_.emplace_back();
  region.join = data.join;
  region.number = data.number;
  region.first_record = data.first_record;
  region.end_record = data.end_record;
  region.origin = op.origin;
  return region;
}

void UncertainBranches::branch(Subgroup& subgroup, const Op& op, const LaneMask& lanes) {
  const auto found =
      subgroup.program->branch_joins.find(static_cast<std::uint32_t>(&op - subgroup.code));
  if (found == subgroup.program->branch_joins.end()) return;
  const BranchJoinData data = read_join(subgroup, found->second);
  if (data.selector_bytes == 0 && op.operand[1] == op.operand[2]) return;
  // The shadow runs may have regions of their own, but not in this list.
  Region& region = region_of(op, data);
  region.lanes |= lanes;
  if (region.complete) take_other_ways(subgroup, op, data, lanes, region);
}

void UncertainBranches::take_other_ways(Subgroup& subgroup, const Op& op,
                                        const BranchJoinData& data, const LaneMask& lanes,
                                        Region& region) {
  const auto take = [&](std::uint64_t value, const LaneMask& others) {
    if (others.none() || !region.complete) return;
    Subgroup* shadow = subgroup.workgroup->start_shadow_run(subgroup);
    if (shadow == nullptr) {
      region.complete = false;
      return;
    }
    choose(*shadow, op, data.selector_bytes, value, others);
    region.complete = run_in_shadow(subgroup, op, *shadow, others, region);
  };
  if (data.selector_bytes == 0) return take(0, lanes);
  const std::uint32_t* table = subgroup.data + op.operand[1];
  const std::vector<OtherWay> ways = ways_of_table(table, data.selector_bytes);
  if (ways.size() > max_other_ways) {
    region.complete = false;
    return;
  }
  for (const OtherWay& way : ways) {
    take(way.value, lanes_elsewhere(subgroup, op, table, data.selector_bytes, way.target, lanes));
  }
}

// The tangle of a shadow run has these lanes only; whoever else waits somewhere is not there.
static void isolate(Subgroup& shadow, const LaneMask& lanes) {
  shadow.active = lanes;
  shadow.alive = lanes;
  shadow.pending.clear();
  for (Frame& frame : shadow.frames) {
    frame.entered &= lanes;
    frame.at_merge = {};
    frame.at_continue = {};
    frame.at_header = {};
    frame.pending_base = 0;
  }
  std::ranges::fill(shadow.meetings, Waiting{});
  std::ranges::fill(shadow.occupied, 0);
  shadow.steps = 0;
  shadow.lane_instructions = 0;
  shadow.step_limit = max_shadow_records;
  shadow.state = SubgroupState::runnable;
}

bool UncertainBranches::run_in_shadow(Subgroup& subgroup, const Op& op, Subgroup& shadow,
                                      const LaneMask& lanes, Region& region) {
  isolate(shadow, lanes);
  UncertainBranches& run = *shadow.uncertain;
  run = {};
  run.is_shadow_run_ = true;
  run.goal_ = region.join;
  run.goal_number_ = region.number;
  std::uint64_t records = 0;
  for (const Op* next = op.handler(shadow, &op); next != nullptr && !run.is_incomplete_;
       next = next->handler(shadow, next)) {
    if (++records > max_shadow_records || shadow.state != SubgroupState::runnable) break;
  }
  const bool complete = !run.is_incomplete_ && records <= max_shadow_records &&
                        (run.has_met_ || shadow.state == SubgroupState::finished);
  const ByteJournal written = run.undo();
  // What others may have seen of it is uncertain from now on.
  for (const auto& [byte, saved] : written) {
    if (!saved.shared_at_once) continue;
    mark_byte(subgroup, byte, saved, op.origin);
    note_possible_access(subgroup, saved);
  }
  for (const ReachedBytes& reached : run.reached_) mark_reached(subgroup, reached);
  add_outcome(shadow, lanes, written, region);
  subgroup.workgroup->end_shadow_run(records);
  return complete;
}

// Atomics that others execute meanwhile may find what a shadow run wrote.
void UncertainBranches::note_possible_access(const Subgroup& subgroup, const SavedByte& saved) {
  RaceWatch* races = subgroup.workgroup->races();
  AtomicOrder* order = races == nullptr ? nullptr : races->atomic_order();
  const ObjectEntry& object = subgroup.memory->find(saved.address);
  if (order == nullptr || saved.component_bytes == 0 || object.allocation == nullptr) return;
  const RaceWatch::Bytes& bytes =
      races->bytes_of(*subgroup.memory, saved.address >> AddressSpace::offset_bits);
  const StorageSemantics storage = object.allocation->kind == MemoryKind::workgroup
                                       ? StorageSemantics::workgroup_memory
                                       : StorageSemantics::uniform_memory;
  order->note_possible_access({static_cast<std::uint32_t>(bytes.object),
                               bytes.begin + AddressSpace::offset(saved.address), storage},
                              races->slot(subgroup, saved.lane));
}

// Takes back what the shadow run wrote, and returns what it was.
ByteJournal UncertainBranches::undo() {
  ByteJournal written;
  for (auto& [byte, saved] : written_) {
    SavedByte after = saved;
    after.value = *byte;
    after.state = *saved.shadow;
    written.emplace(byte, after);
    *byte = saved.value;
    *saved.shadow = saved.state;
  }
  written_.clear();
  return written;
}

// --- outcomes ---

void UncertainBranches::add_registers(const Subgroup& shadow, const LaneMask& lanes,
                                      Region& region) const {
  if (region.compared.none()) {
    region.registers.assign(shadow.registers, shadow.registers + size_of_registers(shadow));
    region.compared = lanes;
    return;
  }
  for (const Plane& plane : shadow.program->planes) {
    PlaneHeader& known = header_in(region.registers.data(), plane.slot);
    const PlaneHeader& other = shadow.header(plane.slot);
    lanes.for_each([&](unsigned lane) {
      const bool is_open = other.undefined.test(lane) || other.implementation_dependent.test(lane);
      const bool is_first = !region.compared.test(lane);
      if (is_first) {
        known.undefined.reset(lane);
        known.implementation_dependent.reset(lane);
        std::byte* values =
            region.registers.data() + std::size_t{plane.slot} * slot_unit + sizeof(PlaneHeader);
        const std::uint64_t bits = lane_bits(shadow.registers, plane, lane);
        if (plane.type.bytes == 0) {
          auto& truth = *reinterpret_cast<LaneMask*>(values);
          truth.reset(lane);
          if (bits != 0) truth.set(lane);
        } else {
          std::memcpy(values + std::size_t{lane} * plane.type.bytes, &bits, plane.type.bytes);
        }
      }
      if (is_open || (!is_first && lane_bits(shadow.registers, plane, lane) !=
                                       lane_bits(region.registers.data(), plane, lane)))
        known.implementation_dependent.set(lane);
    });
  }
  region.compared |= lanes;
}

void UncertainBranches::add_outcome(const Subgroup& shadow, const LaneMask& lanes,
                                    const ByteJournal& written, Region& region) {
  const auto merge = [](SavedByte& known, std::byte value, Definedness state) {
    if (known.value != value || state != Definedness::defined)
      known.state = Definedness::implementation_dependent;
  };
  // A byte that this way leaves alone has the value that it has now.
  for (auto& [byte, known] : region.elsewhere) {
    if (lanes.test(known.lane) && !written.contains(byte)) merge(known, *byte, *known.shadow);
  }
  for (const auto& [byte, before] : region.before) {
    const bool has_changed = *byte != before.value || *before.shadow != before.state;
    if (!has_changed || !lanes.test(before.lane) || written.contains(byte)) continue;
    SavedByte now = before;
    now.state = Definedness::implementation_dependent;
    region.elsewhere.try_emplace(byte, now);
  }
  for (const auto& [byte, after] : written) {
    const auto [known, is_new] = region.elsewhere.try_emplace(byte, after);
    if (!is_new) {
      merge(known->second, after.value, after.state);
    } else if (region.compared.test(after.lane)) {
      merge(known->second, *byte, *after.shadow);  // other ways left it alone
    }
  }
  add_registers(shadow, lanes, region);
}

// --- the end of a region ---

bool UncertainBranches::meet(Subgroup& subgroup, JoinOfWays join, std::uint32_t number) {
  for (std::size_t i = regions_.size(); i-- > 0;) {
    if (regions_[i].join != join || regions_[i].number != number) continue;
    Region region = std::move(regions_[i]);
    regions_.erase(regions_.begin() + static_cast<std::ptrdiff_t>(i));
    close(subgroup, region);
  }
  if (!is_shadow_run_ || goal_ != join || goal_number_ != number) return false;
  has_met_ = true;
  return true;
}

void UncertainBranches::close(Subgroup& subgroup, Region& region) {
  if (!region.complete) mark_records(subgroup, region);
  if (region.join != JoinOfWays::end) close_registers(subgroup, region);
  const auto differs = [](std::byte* byte, const SavedByte& saved) {
    return *byte != saved.value || saved.state != Definedness::defined ||
           *saved.shadow != Definedness::defined;
  };
  for (const auto& [byte, before] : region.before) {
    if (!region.complete || (!region.elsewhere.contains(byte) && differs(byte, before)))
      mark_byte(subgroup, byte, before, region.origin);
  }
  for (const auto& [byte, other] : region.elsewhere) {
    if (!region.complete || differs(byte, other)) mark_byte(subgroup, byte, other, region.origin);
  }
}

void UncertainBranches::close_registers(Subgroup& subgroup, const Region& region) {
  const LaneMask lanes = region.compared & subgroup.alive;
  if (lanes.none()) return;
  auto* registers = const_cast<std::byte*>(region.registers.data());
  for (const Plane& plane : subgroup.program->planes) {
    const PlaneHeader& other = header_in(registers, plane.slot);
    LaneMask open = (other.undefined | other.implementation_dependent) & lanes;
    (lanes & ~open).for_each([&](unsigned lane) {
      if (lane_bits(registers, plane, lane) != lane_bits(subgroup.registers, plane, lane))
        open.set(lane);
    });
    if (open.any()) mark_slot(subgroup, plane.slot, open, region.origin);
  }
}

// Not all ways were executed: whatever their records may write is uncertain.
void UncertainBranches::mark_records(Subgroup& subgroup, const Region& region) {
  const Program& program = *subgroup.program;
  const Slot first_slot = program.units_before_record[region.first_record];
  const Slot end_slot = region.end_record < program.units_before_record.size()
                            ? program.units_before_record[region.end_record]
                            : program.register_units;
  const std::unordered_set<Slot> given = given_slots(program);
  for (const Plane& plane : program.planes) {
    if (plane.slot >= first_slot && plane.slot < end_slot && !given.contains(plane.slot))
      mark_slot(subgroup, plane.slot, region.lanes, region.origin);
  }
  for (std::uint32_t i = region.first_record; i < region.end_record; ++i) {
    const Op& op = program.ops[i];
    if (op.result != no_slot) mark_slot(subgroup, op.result, region.lanes, region.origin);
    if (op.handler != &spirv_oracle::note_write) continue;
    const WriteNote note = WriteNote::read(subgroup.data + op.extra);
    if (note.reach.root == no_slot) {
      mark_everything(subgroup);
      continue;
    }
    region.lanes.for_each(
        [&](unsigned lane) { mark_reached(subgroup, reached_bytes(subgroup, note, lane)); });
  }
}

void UncertainBranches::mark_slot(Subgroup& subgroup, Slot slot, const LaneMask& lanes,
                                  std::uint32_t origin) const {
  PlaneHeader& header = subgroup.header(slot);
  const LaneMask marked = lanes & ~header.undefined;
  header.implementation_dependent |= marked;
  if (!subgroup.open_bits.empty())
    marked.for_each([&](unsigned lane) { subgroup.open_bits.set_all(slot, lane); });
  if (Provenance* provenance = subgroup.workgroup->provenance(); provenance != nullptr)
    provenance->note_uncertain(subgroup, slot, marked, origin);
  if (Enclosures* enclosures = subgroup.workgroup->enclosures(); enclosures != nullptr)
    enclosures->note_open(subgroup, slot, marked, origin);
}

void UncertainBranches::mark_byte(Subgroup& subgroup, std::byte* byte, const SavedByte& saved,
                                  std::uint32_t origin) {
  if (is_shadow_run_) {
    SavedByte now = saved;
    now.value = *byte;
    now.state = *saved.shadow;
    written_.try_emplace(byte, now).first->second.shared_at_once |= saved.shared_at_once;
  }
  *saved.shadow = std::max(value_state(*saved.shadow), Definedness::implementation_dependent);
  Provenance* provenance = subgroup.workgroup->provenance();
  if (provenance != nullptr && saved.component_bytes != 0)
    provenance->note_uncertain_bytes(subgroup, saved.address, saved.component_bytes, origin);
}

void UncertainBranches::mark_reached(Subgroup& subgroup, const ReachedBytes& reached) {
  if (is_shadow_run_) {
    reached_.push_back(reached);
  } else if (reached.size != 0) {
    subgroup.workgroup->uncertain_stores().mark(*subgroup.memory, reached);
  }
}

void UncertainBranches::mark_everything(Subgroup& subgroup) {
  subgroup.workgroup->for_each_writable_object([&](std::uint64_t address, std::uint64_t size) {
    mark_reached(subgroup, {address, size});
  });
}

// --- writes ---

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
      if (!is_new) entry->second.written_again = true;
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

void UncertainBranches::note_write(Subgroup& subgroup, const Op& op) {
  const WriteNote note = WriteNote::read(subgroup.data + op.extra);
  const PlaneHeader& header = subgroup.header(op.operand[0]);
  const auto* addresses = subgroup.values<std::uint64_t>(op.operand[0]);
  const LaneMask uncertain = header.implementation_dependent & ~header.undefined & subgroup.active;
  uncertain.for_each([&](unsigned lane) {
    if (note.reach.root != no_slot) {
      mark_reached(subgroup, reached_bytes(subgroup, note, lane));
    } else {
      mark_everything(subgroup);
    }
  });
  const bool notes_certain = subgroup.workgroup->uncertain_stores().any();
  if (!is_inside() && !notes_certain) return;
  (subgroup.active & ~header.undefined).for_each([&](unsigned lane) {
    for (std::uint32_t c = 0; c < note.count; ++c) {
      const std::uint64_t address = addresses[lane] + note.offset + c * note.stride;
      if (notes_certain && !uncertain.test(lane) && !is_shadow_run_)
        subgroup.workgroup->uncertain_stores().note_certain(*subgroup.memory, address, note.bytes);
      if (is_inside()) save(subgroup, address, note.bytes, lane);
    }
  });
}

void UncertainBranches::note_unknown_write() {
  is_incomplete_ = true;
  for (Region& region : regions_) region.complete = false;
}

// Where invocations wait for each other by atomics, another way may be one on which more, or less, has been written by
// then. Without atomics that would be a data race.
void UncertainBranches::note_read(Subgroup& subgroup, const Op& op) {
  const Program& program = *subgroup.program;
  const bool waits_by_atomics =
      program.has_atomics && (program.synchronizes_finely || program.has_memory_barrier);
  if (!is_shadow_run_ || !waits_by_atomics) return;
  const AccessWords words(subgroup.data + op.extra);
  const auto* addresses = subgroup.values<std::uint64_t>(op.operand[0]);
  LaneMask shared;
  subgroup.active.for_each([&](unsigned lane) {
    const std::uint64_t object = addresses[lane] >> AddressSpace::offset_bits;
    const Allocation* allocation = subgroup.memory->find(addresses[lane]).allocation;
    if (allocation == nullptr || !allocation->writable) return;
    const bool is_written = allocation->kind == MemoryKind::workgroup ||
                            program.writes_any_object ||
                            program.written_objects.contains(static_cast<std::uint32_t>(object));
    if (is_written && allocation->kind != MemoryKind::lane_private) shared.set(lane);
  });
  for (std::uint32_t c = 0; c < words.count && shared.any(); ++c)
    mark_slot(subgroup, words.slots[c], shared, op.origin);
}

void UncertainBranches::share_written(Subgroup& subgroup, const Op* atomic) {
  if (!is_inside()) return;
  // What an atomic finds in a shadow run depends on what others do then, which is not followed.
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

void UncertainBranches::mark_results(Subgroup& subgroup, const Op& op) const {
  if (!is_inside()) return;
  const std::uint32_t* slots = subgroup.data + op.extra;
  for (std::uint32_t i = 1; i <= slots[0]; ++i)
    mark_slot(subgroup, slots[i], subgroup.active, op.origin);
}

void branch_on_open_value(Subgroup& subgroup, const Op* op, const Clause& undefined_condition) {
  const PlaneHeader& header = subgroup.header(op->operand[0]);
  report(subgroup, *op, undefined_condition, header.undefined & subgroup.active);
  const LaneMask uncertain = header.implementation_dependent & ~header.undefined & subgroup.active;
  if (uncertain.none() || subgroup.workgroup == nullptr) return;
  if (subgroup.uncertain != nullptr) {
    subgroup.uncertain->branch(subgroup, *op, uncertain);
  } else {
    subgroup.workgroup->note_uncertain_branch();
    if (subgroup.separate != nullptr) subgroup.workgroup->note_unfollowed_branch();
  }
}

}  // namespace spirv_oracle
