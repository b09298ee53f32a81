#include "interpreter/exec/tangles/uncertain_branches.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <unordered_set>
#include <utility>

#include "interpreter/exec/orders/order_proof.h"
#include "interpreter/exec/race_watch.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/exec/tangles/branching.h"
#include "interpreter/exec/tangles/reached_bytes.h"
#include "interpreter/exec/tangles/untaken_paths.h"
#include "interpreter/exec/workgroup.h"

namespace spirv_oracle {
namespace {

// Limits: the records of one shadow run, and the paths of a switch.
constexpr std::uint64_t max_shadow_records = 1u << 14;
constexpr std::uint32_t max_untaken_paths = 8;

PlaneHeader& header_in(std::byte* registers, Slot slot) {
  return *reinterpret_cast<PlaneHeader*>(registers + std::size_t{slot} * slot_unit);
}

const PlaneHeader& header_in(const std::byte* registers, Slot slot) {
  return *reinterpret_cast<const PlaneHeader*>(registers + std::size_t{slot} * slot_unit);
}

std::size_t size_of_registers(const Subgroup& subgroup) {
  return std::size_t{subgroup.program->registers.units} * slot_unit;
}

// Planes that are filled before the first record runs.
std::unordered_set<Slot> given_slots(const Program& program) {
  std::unordered_set<Slot> slots;
  for (const ConstantPlane& plane : program.registers.constants) slots.insert(plane.slot);
  for (const LaneAddressPlane& plane : program.registers.lane_addresses) slots.insert(plane.slot);
  for (const InputPlane& plane : program.registers.inputs) slots.insert(plane.slot);
  return slots;
}

}  // namespace

BranchJoinData BranchJoinData::read(const std::uint32_t* from) {
  BranchJoinData data{static_cast<PathJoin>(from[0]), from[1], from[2], from[3], from[4], {}};
  data.comparison = {static_cast<IntegerRelation>(from[5]), from[6] != 0, from[7], from[8],
                     from[9]};
  return data;
}

// --- shadow runs ---

void UncertainBranches::start() { *this = {}; }

UncertainBranches::Region& UncertainBranches::region_of(const Record& record,
                                                        const BranchJoinData& data) {
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
  region.origin = record.origin;
  region.known = known_.size();
  return region;
}

void UncertainBranches::branch(Subgroup& subgroup, const Record& record, const LaneMask& lanes) {
  const auto found =
      subgroup.program->branches.joins.find(static_cast<std::uint32_t>(&record - subgroup.code));
  if (found == subgroup.program->branches.joins.end()) return;
  // A shadow run begins with the branch at which it takes the other path.
  if (is_shadow_run_ && subgroup.steps == record.extra) return;
  const BranchJoinData data = BranchJoinData::read(subgroup.data + found->second);
  if (data.selector_bytes == 0 && record.operand[1] == record.operand[2]) return;
  // Shadow runs may have their own regions, but not in this list.
  Region& region = region_of(record, data);
  region.lanes |= lanes;
  if (region.complete) take_untaken_paths(subgroup, record, data, lanes, region);
  if (data.selector_bytes == 0)
    known_.note(subgroup, data.comparison, lanes, subgroup.truth(record.operand[0]));
}

void UncertainBranches::take_untaken_paths(Subgroup& subgroup, const Record& record,
                                           const BranchJoinData& data, const LaneMask& lanes,
                                           Region& region) {
  const auto take = [&](const UntakenPath& path, const LaneMask& others) {
    if (others.none() || !region.complete) return;
    Subgroup* shadow = subgroup.workgroup->shadow_runs().start(subgroup);
    if (shadow == nullptr) {
      region.complete = false;
      return;
    }
    UncertainBranches& run = *shadow->uncertain;
    run = {};
    run.known_ = known_;
    LaneMask possible = others;
    if (data.selector_bytes == 0) {
      flip(*shadow, record, others);
      possible =
          run.known_.assume(*shadow, data.comparison, others, shadow->truth(record.operand[0]));
    } else {
      if (path.is_certain)
        possible = known_.lanes_with_value(*shadow, record.operand[0], data.selector_bytes,
                                           path.value, others);
      choose(*shadow, record, data.selector_bytes, path, others);
    }
    region.complete = run_in_shadow(subgroup, record, *shadow, others, possible.any(), region);
  };
  if (data.selector_bytes == 0) return take({}, lanes);
  const std::uint32_t* table = subgroup.data + record.operand[1];
  const std::vector<UntakenPath> paths = untaken_paths(table, data.selector_bytes);
  if (paths.size() > max_untaken_paths) {
    region.complete = false;
    return;
  }
  for (const UntakenPath& path : paths) {
    take(path,
         lanes_to_other_targets(subgroup, record, table, data.selector_bytes, path.target, lanes));
  }
}

// The tangle of a shadow run has only these lanes. Lanes that wait elsewhere do not exist in it.
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
  std::ranges::fill(shadow.reconvergence_points, WaitingAtPoint{});
  std::ranges::fill(shadow.occupied, 0);
  shadow.choice = nullptr;
  shadow.steps = 0;
  shadow.lane_instructions = 0;
  shadow.step_limit = max_shadow_records;
  shadow.state = SubgroupState::runnable;
}

bool UncertainBranches::run_in_shadow(Subgroup& subgroup, const Record& record, Subgroup& shadow,
                                      const LaneMask& lanes, bool is_reachable, Region& region) {
  isolate(shadow, lanes);
  UncertainBranches& run = *shadow.uncertain;
  run.is_shadow_run_ = true;
  run.goal_ = region.join;
  run.goal_number_ = region.number;
  std::uint64_t records = 0;
  for (const Record* next = record.handler(shadow, &record); next != nullptr && !run.is_incomplete_;
       next = next->handler(shadow, next)) {
    if (++records > max_shadow_records || shadow.state != SubgroupState::runnable) break;
  }
  const bool complete = !run.is_incomplete_ && records <= max_shadow_records &&
                        (run.has_met_ || shadow.state == SubgroupState::finished);
  const ByteJournal written = run.undo();
  // Bytes that others may have seen are uncertain from now on.
  for (const auto& [byte, saved] : written) {
    if (!saved.shared_at_once) continue;
    mark_byte(subgroup, byte, saved, record.origin);
    note_possible_access(subgroup, saved);
  }
  for (const ReachedBytes& reached : run.reached_) mark_reached(subgroup, reached);
  add_outcome(shadow, lanes, written, region);
  // Comparing with what the region has written so far takes time as well.
  subgroup.workgroup->shadow_runs().end(records + region.before.size() + region.elsewhere.size(),
                                        is_reachable);
  return complete;
}

// Concurrent atomics of others may read what a shadow run wrote.
void UncertainBranches::note_possible_access(const Subgroup& subgroup, const SavedByte& saved) {
  RaceWatch* races = subgroup.workgroup->observers().races;
  AtomicOrder* order = races == nullptr ? nullptr : races->atomic_order();
  const ObjectEntry& object = subgroup.memory->find(saved.address);
  if (order == nullptr || saved.component_bytes == 0 || object.allocation == nullptr) return;
  if (OrderProof* proof = races->order_proof()) proof->fail();
  const RaceWatch::Bytes& bytes =
      races->bytes_of(*subgroup.memory, saved.address >> AddressSpace::offset_bits);
  const StorageSemantics storage = object.allocation->kind == MemoryKind::workgroup
                                       ? StorageSemantics::workgroup_memory
                                       : StorageSemantics::uniform_memory;
  order->note_possible_access({static_cast<std::uint32_t>(bytes.object),
                               bytes.begin + AddressSpace::offset(saved.address), storage},
                              races->invocation(subgroup, saved.lane));
}

// Undoes the writes of the shadow run, and returns what they were.
ByteJournal UncertainBranches::undo() {
  ByteJournal written;
  for (auto& [byte, saved] : written_) {
    SavedByte after = saved;
    after.value = *byte;
    after.state = *saved.shadow;
    if (!saved.is_reached_only) written.emplace(byte, after);
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
  for (const Plane& plane : shadow.program->registers.planes) {
    PlaneHeader& known = header_in(region.registers.data(), plane.slot);
    const PlaneHeader& other = shadow.header(plane.slot);
    lanes.for_each([&](unsigned lane) {
      const bool is_indeterminate =
          other.undefined.test(lane) || other.implementation_dependent.test(lane);
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
      if (is_indeterminate || (!is_first && lane_bits(shadow.registers, plane, lane) !=
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
  // A byte that this path does not write keeps its current value.
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
      // Earlier paths did not write it. If the run itself has since, they left another value.
      merge(known->second, *byte, *after.shadow);
      const auto before = region.before.find(byte);
      if (before != region.before.end())
        merge(known->second, before->second.value, before->second.state);
      if (before != region.before.end() && before->second.written_again)
        known->second.state = Definedness::implementation_dependent;
    }
  }
  add_registers(shadow, lanes, region);
}

// --- the end of a region ---

bool UncertainBranches::join_at(Subgroup& subgroup, PathJoin join, std::uint32_t number) {
  for (std::size_t i = regions_.size(); i-- > 0;) {
    if (regions_[i].join != join || regions_[i].number != number) continue;
    Region region = std::move(regions_[i]);
    regions_.erase(regions_.begin() + static_cast<std::ptrdiff_t>(i));
    known_.keep(region.known);
    close(subgroup, region);
  }
  if (!is_shadow_run_ || goal_ != join || goal_number_ != number) return false;
  has_met_ = true;
  return true;
}

// Whether the lanes at the join are together on every implementation, whichever paths they have taken.
static bool are_together(const Subgroup& subgroup, PathJoin join, std::uint32_t number) {
  const Program& program = *subgroup.program;
  if (program.tangles.maximally_reconverge) return true;
  if (join == PathJoin::reconvergence_point)
    return subgroup.active == subgroup.frames[program.graphs[subgroup.graph].depth].entered;
  const Frame& frame = subgroup.frames[number];
  if (!program.graphs.empty()) return subgroup.active == frame.entered;
  return join == PathJoin::merge_block && frame.kind != Frame::Kind::call &&
         frame.guarantee.holds() && frame.entered == subgroup.existing &&
         subgroup.active == frame.entered;
}

void divide_apart(ConvergedGroups& groups, const LaneMask& lanes, const LaneMask& apart) {
  constexpr std::uint8_t together = 128;  // no lane
  std::array<std::uint8_t, 128> names;
  names.fill(together);
  apart.for_each([&](unsigned lane) { names[lane] = static_cast<std::uint8_t>(lane); });
  groups.divide(lanes, names.data());
}

// On another implementation, each lane of the region may have taken another path than the others, and so may be alone.
void UncertainBranches::part(Subgroup& subgroup, const Region& region) const {
  const LaneMask lanes = region.lanes & subgroup.active;
  if (is_shadow_run_ || !subgroup.program->tangles.are_watched || lanes.none() ||
      region.join == PathJoin::end || are_together(subgroup, region.join, region.number))
    return;
  if (subgroup.guarantee.holds())
    subgroup.groups.make_one(subgroup.active, subgroup.guarantee.assumption());
  divide_apart(subgroup.groups, subgroup.active, lanes);
  if (region.join == PathJoin::reconvergence_point) {
    const std::uint32_t join = subgroup.program->reconvergence_points[region.number].join;
    subgroup.guarantee = Guarantee::none(JoinKind::block, join);
    return;
  }
  const Frame& frame = subgroup.frames[region.number];
  JoinKind place = JoinKind::continue_target;
  if (region.join == PathJoin::merge_block)
    place = frame.kind == Frame::Kind::call ? JoinKind::call_return : JoinKind::merge_block;
  subgroup.guarantee = Guarantee::none(place, frame.construct);
}

void UncertainBranches::close(Subgroup& subgroup, Region& region) {
  part(subgroup, region);
  if (!region.complete) mark_records(subgroup, region);
  if (region.join != PathJoin::end) close_registers(subgroup, region);
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
    note_possible_write(subgroup, byte, other);
  }
}

void UncertainBranches::note_possible_write(Subgroup& subgroup, const std::byte* byte,
                                            const SavedByte& saved) const {
  const RaceWatch* races = subgroup.workgroup->observers().races;
  const MemoryKind kind = subgroup.memory->find(saved.address).allocation->kind;
  if (is_shadow_run_ || races == nullptr || kind == MemoryKind::lane_private) return;
  subgroup.workgroup->knowledge().uncertain_stores->possible().add(
      byte, races->record_of(subgroup, saved.lane));
}

void UncertainBranches::close_registers(Subgroup& subgroup, const Region& region) {
  const LaneMask lanes = region.compared & subgroup.alive;
  if (lanes.none()) return;
  const std::byte* registers = region.registers.data();
  for (const Plane& plane : subgroup.program->registers.planes) {
    const PlaneHeader& other = header_in(registers, plane.slot);
    LaneMask indeterminate = (other.undefined | other.implementation_dependent) & lanes;
    (lanes & ~indeterminate).for_each([&](unsigned lane) {
      if (lane_bits(registers, plane, lane) != lane_bits(subgroup.registers, plane, lane))
        indeterminate.set(lane);
    });
    if (indeterminate.any()) mark_slot(subgroup, plane.slot, indeterminate, region.origin);
    // Where another path leaves a value, a later decision may exclude that this one is undefined.
    subgroup.header(plane.slot).implementation_dependent |=
        lanes & subgroup.header(plane.slot).undefined & ~other.undefined;
  }
}

// Not all paths were executed, so everything that their records may write is uncertain.
void UncertainBranches::mark_records(Subgroup& subgroup, const Region& region) {
  const Program& program = *subgroup.program;
  const Slot first_slot = program.branches.units_before_record[region.first_record];
  const Slot end_slot = region.end_record < program.branches.units_before_record.size()
                            ? program.branches.units_before_record[region.end_record]
                            : program.registers.units;
  const std::unordered_set<Slot> given = given_slots(program);
  for (const Plane& plane : program.registers.planes) {
    if (plane.slot >= first_slot && plane.slot < end_slot && !given.contains(plane.slot))
      mark_slot(subgroup, plane.slot, region.lanes, region.origin);
  }
  for (std::uint32_t i = region.first_record; i < region.end_record; ++i) {
    const Record& record = program.records[i];
    if (record.result != no_slot) mark_slot(subgroup, record.result, region.lanes, region.origin);
    if (record.handler != &spirv_oracle::note_write) continue;
    const WriteNote note = WriteNote::read(subgroup.data + record.extra);
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
  if (!subgroup.indeterminate_bits.empty())
    marked.for_each([&](unsigned lane) { subgroup.indeterminate_bits.set_all(slot, lane); });
  subgroup.workgroup->observers().values.for_each(
      [&](ValueObserver& observer) { observer.note_uncertain(subgroup, slot, marked, origin); });
}

void UncertainBranches::mark_byte(Subgroup& subgroup, std::byte* byte, const SavedByte& saved,
                                  std::uint32_t origin) {
  if (is_shadow_run_) {
    SavedByte now = saved;
    now.value = *byte;
    now.state = *saved.shadow;
    SavedByte& known = written_.try_emplace(byte, now).first->second;
    known.shared_at_once |= saved.shared_at_once;
    known.is_reached_only = false;
  }
  *saved.shadow = std::max(value_state(*saved.shadow), Definedness::implementation_dependent);
  if (saved.component_bytes == 0) return;
  subgroup.workgroup->observers().values.for_each([&](ValueObserver& observer) {
    observer.note_uncertain_bytes(subgroup, saved.address, saved.component_bytes, origin);
  });
}

void UncertainBranches::mark_reached(Subgroup& subgroup, const ReachedBytes& reached) {
  if (is_shadow_run_) {
    reached_.push_back(reached);
    mark_in_shadow(subgroup, reached);
  } else if (reached.size != 0) {
    subgroup.workgroup->knowledge().uncertain_stores->mark(*subgroup.memory, reached);
  }
}

void UncertainBranches::mark_everything(Subgroup& subgroup) {
  const AddressSpace& memory = *subgroup.memory;
  for (std::uint32_t id = 1; id < memory.object_count(); ++id) {
    const ObjectEntry& object = memory.object(id);
    if (object.allocation != nullptr && object.allocation->writable && object.size != 0)
      mark_reached(subgroup, {AddressSpace::base_of(id), object.size});
  }
}

void branch_on_indeterminate_value(Subgroup& subgroup, const Record* record,
                                   const Clause& undefined_condition, unsigned selector_bytes) {
  const PlaneHeader& header = subgroup.header(record->operand[0]);
  LaneMask indeterminate = (header.undefined | header.implementation_dependent) & subgroup.active;
  if (selector_bytes != 0)
    indeterminate &= ~lanes_with_one_target(subgroup, *record, selector_bytes, indeterminate);
  report(subgroup, *record, undefined_condition, header.undefined & indeterminate);
  const LaneMask uncertain = indeterminate & ~header.undefined;
  if (uncertain.none() || subgroup.workgroup == nullptr) return;
  subgroup.workgroup->knowledge().found.uncertain_branches = true;
  if (subgroup.uncertain != nullptr) {
    subgroup.uncertain->branch(subgroup, *record, uncertain);
  } else if (subgroup.separate != nullptr) {
    subgroup.workgroup->knowledge().unfollowed.branches = true;
  }
}

}  // namespace spirv_oracle
