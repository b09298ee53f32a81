#include "interpreter/checks/atomics/window_steps.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "interpreter/exec/race_watch.h"
#include "interpreter/exec/section_access.h"
#include "interpreter/exec/state/component_bits.h"
#include "interpreter/exec/state/control_state.h"
#include "interpreter/exec/tangles/uncertain_branches.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

constexpr std::size_t most_values = 8;            // of one location
constexpr std::uint64_t most_records = 1u << 14;  // between loads

std::size_t size_of_registers(const Subgroup& subgroup) {
  return std::size_t{subgroup.program->registers.units} * slot_unit;
}

bool is_marked(const Subgroup& subgroup, Slot slot, unsigned lane) {
  return subgroup.header(slot).implementation_dependent.test(lane);
}

bool is_undefined(const Subgroup& subgroup, Slot slot, unsigned lane) {
  return subgroup.header(slot).undefined.test(lane);
}

void set_bits(Subgroup& subgroup, const SizedPlane& plane, unsigned lane, std::uint64_t bits) {
  for_width(plane.bytes, [&]<class T>() {
    if constexpr (std::is_same_v<T, bool>) {
      LaneMask& truth = subgroup.truth(plane.slot);
      truth.reset(lane);
      if (bits != 0) truth.set(lane);
    } else {
      subgroup.values<T>(plane.slot)[lane] = static_cast<T>(bits);
    }
  });
}

void mark(Subgroup& subgroup, Slot slot, unsigned lane, std::uint64_t bits) {
  subgroup.header(slot).implementation_dependent.set(lane);
  subgroup.indeterminate_bits.set(slot, lane, bits);
}

std::uint64_t marked_bits(const Subgroup& subgroup, Slot slot, unsigned lane) {
  return is_marked(subgroup, slot, lane) ? subgroup.indeterminate_bits.of(slot, lane) : 0;
}

// The frame of a loop with `inner` loops inside; null: there is none.
const Frame* frame_of_loop(const Subgroup& subgroup, unsigned inner) {
  for (std::uint32_t depth = subgroup.depth + 1; depth-- > 0;) {
    const Frame& frame = subgroup.frames[depth];
    if (frame.kind == Frame::Kind::loop && inner-- == 0) return &frame;
  }
  return nullptr;
}

void add_control(const Subgroup& subgroup, const Record& next, LookBackWindows::Key& key) {
  for_each_part_of_control(subgroup, &next, [&]<class Part>(const Part& part) {
    if constexpr (std::is_same_v<Part, LaneMask>) {
      key.insert(key.end(), std::begin(part.words), std::end(part.words));
    } else {
      key.push_back(static_cast<std::uint64_t>(part));
    }
  });
}

}  // namespace

std::optional<LookBacks::Bytes> look_back_bytes(const Subgroup& subgroup, RaceWatch& races,
                                                std::uint64_t address, unsigned bytes) {
  const auto location = shared_location(subgroup, races, address);
  if (!location || location->workgroup != 0 || bytes < 4 || address % bytes != 0)
    return std::nullopt;
  const RaceWatch::Bytes& owner =
      races.bytes_of(*subgroup.memory, address >> AddressSpace::offset_bits);
  return LookBacks::Bytes{*location, owner.begin + AddressSpace::offset(address), bytes};
}

void WindowSteps::Copy::assign(const Subgroup& of) {
  constexpr std::size_t alignment = 64;
  const std::size_t size = size_of_registers(of);
  memory_.resize(size + 2 * register_margin + alignment);
  const auto begin = reinterpret_cast<std::uintptr_t>(memory_.data());
  const std::size_t offset = (alignment - begin % alignment) % alignment + register_margin;
  subgroup_ = of;
  subgroup_.registers = memory_.data() + offset;
  std::memcpy(subgroup_.registers, of.registers, size);
}

// --- nodes ---

bool WindowSteps::find(Subgroup& subgroup, const Record& begin) {
  words_ = LookBackLoad::read(subgroup.data + begin.extra);
  const auto key = key_of(subgroup, begin, words_);
  if (!key || subgroup.before_turn.any() || subgroup.after_turn.any()) return false;
  LookBackWindows& windows = look_backs_.windows();
  if (windows.is_known(windows.node_of(*key))) return true;
  Subgroup* shadow = subgroup.workgroup->shadow_runs().start(subgroup);
  if (shadow == nullptr) return false;
  if (shadow->uncertain != nullptr) shadow->uncertain->start();
  open_.push_back({Copy(*shadow), &begin, windows.node_of(*key)});
  while (!open_.empty()) {
    const Start start = std::move(open_.back());
    open_.pop_back();
    if (!find_steps(start)) return false;
  }
  return true;
}

// The lanes that have entered the loop. None if some have left it before the others.
LaneMask WindowSteps::lanes_in_loop(const Subgroup& subgroup, const LookBackLoad& load) {
  const Frame* frame = frame_of_loop(subgroup, load.inner_loops);
  if (frame == nullptr || frame->at_merge.lanes.any()) return {};
  return frame->entered & subgroup.alive;
}

// Of lanes that do not load, but may take part in what follows, all registers count.
std::optional<LookBackWindows::Key> WindowSteps::key_of(const Subgroup& subgroup,
                                                        const Record& begin,
                                                        const LookBackLoad& load) {
  const LaneMask in_loop = lanes_in_loop(subgroup, load);
  if (!in_loop.contains(subgroup.active) || subgroup.active.none()) return std::nullopt;
  LookBackWindows::Key key{load.depends_on_workgroup ? subgroup.workgroup_index : 0,
                           load.depends_on_invocation ? subgroup.id : 0};
  add_control(subgroup, begin, key);
  key.insert(key.end(), {in_loop.words[0], in_loop.words[1], subgroup.guarantee.holds() ? 1u : 0u,
                         subgroup.guarantee.holds() ? subgroup.guarantee.assumption() : 0u});
  subgroup.active.for_each([&](unsigned lane) {
    key.push_back(subgroup.values<std::uint64_t>(begin.operand[0])[lane]);
    for (const SizedPlane& plane : load.live)
      key.push_back(component_bits(subgroup, plane.slot, plane.bytes, lane));
  });
  (in_loop & ~subgroup.active).for_each([&](unsigned lane) {
    for (const Plane& plane : subgroup.program->registers.planes) {
      const bool has_value =
          !is_marked(subgroup, plane.slot, lane) && !is_undefined(subgroup, plane.slot, lane);
      key.push_back(has_value ? 1 : 0);
      if (has_value) key.push_back(component_bits(subgroup, plane.slot, plane.type.bytes, lane));
    }
  });
  return key;
}

// Which values the loads may find.
bool WindowSteps::find_loads() {
  const Subgroup& subgroup = *start_->subgroup;
  const Slot address = start_->begin->operand[0];
  const auto workgroup = static_cast<std::uint32_t>(subgroup.workgroup_index);
  loads_.clear();
  bool are_known = true;
  subgroup.active.for_each([&](unsigned lane) {
    const std::uint64_t at = subgroup.values<std::uint64_t>(address)[lane];
    const PlaneHeader& header = subgroup.header(address);
    const bool is_certain =
        !header.undefined.test(lane) && !header.implementation_dependent.test(lane);
    if (!is_certain || !are_known) return void(are_known = false);
    const auto bytes = look_back_bytes(subgroup, races_, at, words_.bytes);
    const ObjectEntry& object = subgroup.memory->find(at);
    const std::uint64_t offset = AddressSpace::offset(at);
    if (!bytes || offset + words_.bytes > object.size) return void(are_known = false);
    std::uint64_t in_memory = 0;
    std::memcpy(&in_memory, object.bytes + offset, words_.bytes);
    const bool is_defined =
        std::all_of(object.shadow + offset, object.shadow + offset + words_.bytes,
                    [](Definedness state) { return state == Definedness::defined; });
    auto values = look_backs_.values_of(*bytes, workgroup, in_memory);
    are_known = is_defined && values.size() <= most_values;
    loads_.push_back({lane, {bytes->location, std::move(values)}});
  });
  return are_known;
}

bool WindowSteps::find_steps(const Start& start) {
  start_ = &start;
  words_ = LookBackLoad::read(start.subgroup->data + start.begin->extra);
  in_loop_ = lanes_in_loop(*start.subgroup, words_);
  const auto key = key_of(*start.subgroup, *start.begin, words_);
  LookBackWindows& windows = look_backs_.windows();
  if (!key) return false;
  const std::uint32_t node = windows.node_of(*key);
  if (windows.is_known(node)) return true;
  seen_.insert(node);
  look_backs_.count_window(key->size());
  end_ = start.begin;
  while (end_->handler != &end_look_back) ++end_;
  if (!find_loads() || !look_backs_.holds() || !exclude_waits()) return false;
  std::vector<LookBackWindows::Step> steps;
  for (const bool descends : {descends_, !descends_}) {
    descends_ = descends;
    const std::size_t open = open_.size();
    if (try_parts(steps)) {
      std::vector<LookBackWindows::Load> loads;
      for (LaneLoad& load : loads_) loads.push_back(std::move(load.load));
      LookBackWindows::Sizes sizes;
      for (const SizedPlane& sum : words_.sums) sizes.push_back(sum.bytes);
      windows.set(node, std::move(loads), std::move(steps), std::move(sizes));
      return true;
    }
    open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(open), open_.end());
    seen_ = {node};
    for (const Start& other : open_) seen_.insert(other.node);
    steps.clear();
  }
  return false;
}

// --- parts ---

bool WindowSteps::try_parts(std::vector<LookBackWindows::Step>& steps) {
  std::vector<Part> parts{all_};
  for (std::size_t tried = 0; !parts.empty(); ++tried) {
    if (tried > 64 + 24 * loads_.size() || !look_backs_.may_explore(records_)) return false;
    const Part part = std::move(parts.back());
    parts.pop_back();
    LookBackWindows::Step step;
    switch (run(part, step)) {
      case Outcome::known:
        steps.push_back(std::move(step));
        break;
      case Outcome::divided:
        divide(part, *division_, parts);
        break;
      case Outcome::unknown:
        return false;
    }
  }
  return true;
}

void WindowSteps::divide(const Part& part, const Division& division,
                         std::vector<Part>& parts) const {
  const Found& found = part[division.load];
  const std::uint8_t last = *std::ranges::max_element(division.numbers);
  for (std::uint8_t number = 0; number <= last; ++number) {
    Part some = part;
    some[division.load].clear();
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (division.numbers[i] == number) some[division.load].push_back(found[i]);
    }
    parts.push_back(std::move(some));
  }
}

// Each lane has found each of its values in one of the copies.
void WindowSteps::begin_copies(const Part& part) {
  part_ = &part;
  division_.reset();
  count_ = 1;
  for (const Found& found : part) count_ = std::max(count_, found.size());
  if (copies_.size() < count_) copies_.resize(count_);
  for (std::size_t c = 0; c < count_; ++c) {
    copies_[c] = start_->subgroup;
    Subgroup& subgroup = *copies_[c];
    subgroup.steps = 0;
    subgroup.step_limit = most_records;
    for (std::size_t i = 0; i < loads_.size(); ++i)
      set_found(subgroup, loads_[i], part[i][std::min(c, part[i].size() - 1)]);
    records_ += size_of_registers(subgroup) / 256;
  }
}

void WindowSteps::set_found(Subgroup& subgroup, const LaneLoad& load, std::uint8_t number) const {
  const Slot result = end_->operand[1];
  set_bits(subgroup, {result, words_.bytes}, load.lane, load.load.values[number]);
  subgroup.header(result).undefined.reset(load.lane);
  subgroup.header(result).implementation_dependent.reset(load.lane);
}

// Returns the next record; null if the copies do not go on together.
const Record* WindowSteps::execute(const Record* record) {
  const Record* next = record->handler(*copies_[0], record);
  for (std::size_t c = 1; c < count_ && next != nullptr; ++c) {
    const bool is_same =
        record->handler(*copies_[c], record) == next && copies_[c]->active == copies_[0]->active;
    if (!is_same) next = nullptr;
  }
  records_ += count_;
  return next;
}

// Executes up to a branch, a group operation, loads, or the end of the loop. Null: not all copies come to it.
const Record* WindowSteps::advance(const Record* record) {
  const std::uint64_t end = records_ + most_records * count_;
  while (record != nullptr && record->handler != &begin_look_back &&
         record->handler != &leave_look_back && record->handler != &begin_joint_operation)
    record = records_ < end ? execute(record) : nullptr;
  return record;
}

WindowSteps::Outcome WindowSteps::run(const Part& part, LookBackWindows::Step& step) {
  begin_copies(part);
  step.has_latest = true;
  for (std::size_t i = 0; i < part.size(); ++i)
    step.has_latest &= part[i].back() + 1u == loads_[i].load.values.size();
  const std::uint64_t end = records_ + most_records * count_;
  for (const Record* record = end_ + 1; records_ < end;) {
    record = advance(record);
    if (record == nullptr) return Outcome::unknown;
    if (record->handler == &begin_look_back) return end_at_load(*record, step);
    if (record->handler == &leave_look_back) return end_at_exit(*record, step);
    const auto operands = LookBackOperands::read(start_->subgroup->data + record->extra);
    const bool is_branch = operands.kind == LookBackOperands::Kind::branch;
    ++record;
    const Outcome outcome =
        is_branch ? compare_branch(operands) : run_group_operation(operands, record);
    if (outcome != Outcome::known) return outcome;
  }
  return Outcome::unknown;
}

// --- lanes that wait alone ---

// Executes up to a group operation, loads, or the end of the loop.
const Record* WindowSteps::advance_alone(const Record* record) {
  for (;;) {
    record = advance(record);
    if (record == nullptr || record->handler != &begin_joint_operation) return record;
    const auto operands = LookBackOperands::read(start_->subgroup->data + record->extra);
    if (operands.kind != LookBackOperands::Kind::branch) return record;
    if (compare_branch(operands) != Outcome::known) return nullptr;
    ++record;
  }
}

// Whether the lane is about to load as before.
bool WindowSteps::is_as_before(unsigned lane) const {
  const Subgroup& before = *start_->subgroup;
  std::vector<SizedPlane> planes = words_.live;
  planes.insert(planes.end(), words_.sums.begin(), words_.sums.end());
  planes.push_back({start_->begin->operand[0], 8});
  return std::ranges::all_of(planes, [&](const SizedPlane& plane) {
    const Difference found = difference(plane, lane);
    return !found.is_undefined && !found.is_uncertain &&
           component_bits(before, plane.slot, plane.bytes, lane) ==
               component_bits(*copies_[0], plane.slot, plane.bytes, lane);
  });
}

// A lane that loads again, before it takes part in a group operation, waits for another value. Its last value must not be one for
// which it waits.
bool WindowSteps::exclude_waits() {
  std::size_t most = 0;
  Part latest;
  all_.clear();
  for (const LaneLoad& load : loads_) {
    const std::size_t count = load.load.values.size();
    most = std::max(most, count);
    latest.push_back({static_cast<std::uint8_t>(count - 1)});
    Found& found = all_.emplace_back();
    for (std::size_t i = 0; i < count; ++i) found.push_back(static_cast<std::uint8_t>(i));
  }
  Part waiting = latest;
  unsigned waits = 0;
  for (std::uint8_t number = 0; number + 1u < most; ++number) {
    Part part = latest;
    for (Found& found : part) found[0] = std::min(found[0], number);
    begin_copies(part);
    if (advance_alone(end_ + 1) != start_->begin) continue;
    for (std::size_t i = 0; i < loads_.size(); ++i) {
      const unsigned lane = loads_[i].lane;
      if (!copies_[0]->active.test(lane) || !is_as_before(lane)) continue;
      if (part[i] == latest[i]) return false;
      std::erase(all_[i], number);
      // Every second lane waits.
      if (waiting[i] == latest[i] && waits++ % 2 == 0) waiting[i] = {number};
    }
  }
  return waits == 0 || is_together_after(waiting, latest);
}

// Whether lanes that have waited are where they are if none has.
bool WindowSteps::is_together_after(const Part& waiting, const Part& latest) {
  const auto where = [&](const Record* record) {
    LookBackWindows::Key key;
    if (record != nullptr && is_guaranteed()) add_control(*copies_[0], *record, key);
    return key;
  };
  begin_copies(latest);
  const LookBackWindows::Key usual = where(advance_alone(end_ + 1));
  begin_copies(waiting);
  if (usual.empty() || advance_alone(end_ + 1) != start_->begin) return false;
  Subgroup& subgroup = *copies_[0];
  for (std::size_t i = 0; i < loads_.size(); ++i) {
    if (subgroup.active.test(loads_[i].lane)) set_found(subgroup, loads_[i], latest[i][0]);
  }
  return where(advance_alone(end_ + 1)) == usual;
}

// --- how copies differ ---

WindowSteps::Difference WindowSteps::difference(const SizedPlane& plane, unsigned lane) const {
  Difference difference;
  const std::uint64_t first = component_bits(*copies_[0], plane.slot, plane.bytes, lane);
  for (std::size_t c = 0; c < count_; ++c) {
    const Subgroup& subgroup = *copies_[c];
    const std::uint64_t value = component_bits(subgroup, plane.slot, plane.bytes, lane);
    difference.is_undefined |= is_undefined(subgroup, plane.slot, lane);
    difference.is_uncertain |= is_marked(subgroup, plane.slot, lane);
    difference.is_found |= value != first;
    difference.bits |= (value ^ first) | marked_bits(subgroup, plane.slot, lane);
  }
  return difference;
}

// None if the lane has found one value, or has not loaded.
std::optional<WindowSteps::Division> WindowSteps::division_by(const SizedPlane& plane,
                                                              unsigned lane) const {
  const auto load =
      std::ranges::find_if(loads_, [&](const LaneLoad& each) { return each.lane == lane; });
  if (load == loads_.end()) return std::nullopt;
  Division division;
  division.load = static_cast<std::size_t>(load - loads_.begin());
  std::vector<std::uint64_t> values;
  for (std::size_t c = 0; c < (*part_)[division.load].size(); ++c) {
    const std::uint64_t value = component_bits(*copies_[c], plane.slot, plane.bytes, lane);
    const auto known = std::ranges::find(values, value);
    division.numbers.push_back(static_cast<std::uint8_t>(known - values.begin()));
    if (known == values.end()) values.push_back(value);
  }
  return values.size() > 1 ? std::optional(division) : std::nullopt;
}

WindowSteps::Outcome WindowSteps::require_same(const std::vector<SizedPlane>& planes,
                                               const LaneMask& lanes) {
  bool is_undefined = false, is_uncertain = false;
  std::optional<Division> by_itself;
  for (const SizedPlane& plane : planes) {
    lanes.for_each([&](unsigned lane) {
      const Difference found = difference(plane, lane);
      is_undefined |= found.is_undefined;
      is_uncertain |= found.is_uncertain || found.is_found;
      if (found.is_found && !found.is_uncertain && !by_itself) by_itself = division_by(plane, lane);
    });
  }
  if (is_undefined) return Outcome::unknown;
  if (!is_uncertain) return Outcome::known;
  if (by_itself) division_ = by_itself;
  return division_ ? Outcome::divided : Outcome::unknown;
}

// A branch must be the same for all values.
WindowSteps::Outcome WindowSteps::compare_branch(const LookBackOperands& operands) {
  return require_same(operands.planes, copies_[0]->active);
}

// Whether the lanes are together on every implementation, as far as they were before the loads.
bool WindowSteps::is_guaranteed() const {
  const Guarantee& guarantee = copies_[0]->guarantee;
  return guarantee.holds() && (guarantee.assumption() == 0 ||
                               guarantee.assumption() == start_->subgroup->guarantee.assumption());
}

// The first copy gets what the operand may be.
void WindowSteps::join(const SizedPlane& plane, unsigned lane) {
  Subgroup& subgroup = *copies_[0];
  const Difference found = difference(plane, lane);
  if (found.is_uncertain || found.is_found)
    mark(subgroup, plane.slot, lane, plane.bytes == 0 ? IndeterminateBits::all : found.bits);
}

// All copies get the results of the first one.
void WindowSteps::take_results(const std::vector<Slot>& results) {
  const Subgroup& first = *copies_[0];
  for (const Plane& plane : first.program->registers.planes) {
    if (std::ranges::find(results, plane.slot) == results.end()) continue;
    first.active.for_each([&](unsigned lane) {
      const std::uint64_t bits = component_bits(first, plane.slot, plane.type.bytes, lane);
      for (std::size_t c = 1; c < count_; ++c) {
        Subgroup& subgroup = *copies_[c];
        PlaneHeader& header = subgroup.header(plane.slot);
        set_bits(subgroup, {plane.slot, plane.type.bytes}, lane, bits);
        header.undefined.reset(lane);
        header.implementation_dependent.reset(lane);
        if (is_undefined(first, plane.slot, lane)) header.undefined.set(lane);
        if (is_marked(first, plane.slot, lane))
          mark(subgroup, plane.slot, lane, marked_bits(first, plane.slot, lane));
      }
    });
  }
}

// `record`: the first one of the operation; receives the one after it.
WindowSteps::Outcome WindowSteps::run_group_operation(const LookBackOperands& operands,
                                                      const Record*& record) {
  Subgroup& first = *copies_[0];
  if (operands.kind == LookBackOperands::Kind::unknown || !is_guaranteed()) return Outcome::unknown;
  std::vector<std::pair<SizedPlane, std::vector<std::byte>>> saved;
  const IndeterminateBits saved_bits = first.indeterminate_bits;
  bool is_undefined = false;
  std::optional<Division> division;
  for (const SizedPlane& plane : operands.planes) {
    const std::size_t bytes = slot_unit * plane_units(plane.bytes, first.padded_lanes);
    const std::byte* at = first.registers + std::size_t{plane.slot} * slot_unit;
    saved.push_back({plane, {at, at + bytes}});
    first.active.for_each([&](unsigned lane) {
      const Difference found = difference(plane, lane);
      is_undefined |= found.is_undefined;
      if (found.is_found && !found.is_uncertain && (!division || descends_)) {
        if (const auto by_lane = division_by(plane, lane)) division = by_lane;
      }
      join(plane, lane);
    });
  }
  if (is_undefined) return Outcome::unknown;
  if (division) division_ = division;
  std::vector<Slot> results;
  while (record != nullptr && record->handler != &end_joint_operation) {
    if (record->result != no_slot) results.push_back(record->result);
    const Record* next = record->handler(first, record);
    if (next != record + 1) return Outcome::unknown;
    record = next;
    ++records_;
  }
  for (const auto& [plane, content] : saved)
    std::memcpy(first.registers + std::size_t{plane.slot} * slot_unit, content.data(),
                content.size());
  for (const auto& [plane, content] : saved) {
    first.active.for_each([&, &plane = plane](unsigned lane) {
      first.indeterminate_bits.set(plane.slot, lane, saved_bits.of(plane.slot, lane));
    });
  }
  take_results(results);
  return Outcome::known;
}

// --- where a part ends ---

WindowSteps::Outcome WindowSteps::add_sums(const std::vector<SizedPlane>& sums,
                                           LookBackWindows::Step& step) {
  const Subgroup& before = *start_->subgroup;
  const Subgroup& after = *copies_[0];
  for (unsigned lane = 0; lane < after.size; ++lane) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const SizedPlane& begin = words_.sums[i];
      const Slot end = sums[i].slot;
      std::uint64_t added = 0;
      if (in_loop_.test(lane) && end != no_slot) {
        if (is_undefined(before, begin.slot, lane)) return Outcome::unknown;
        added = component_bits(after, end, begin.bytes, lane) -
                component_bits(before, begin.slot, begin.bytes, lane);
      }
      step.added.push_back(added & (~std::uint64_t{0} >> (64 - 8 * begin.bytes)));
    }
  }
  return Outcome::known;
}

WindowSteps::Outcome WindowSteps::end_at_load(const Record& record, LookBackWindows::Step& step) {
  Subgroup& first = *copies_[0];
  const auto next = LookBackLoad::read(first.data + record.extra);
  const bool is_same_loop = next.is_together && next.loop == words_.loop &&
                            next.sums.size() == words_.sums.size() &&
                            lanes_in_loop(first, next) == in_loop_;
  if (!is_same_loop || !is_guaranteed()) return Outcome::unknown;
  std::vector<SizedPlane> planes = next.live;
  planes.push_back({record.operand[0], 8});
  Outcome outcome = require_same(planes, first.active);
  if (outcome == Outcome::known) outcome = require_same(next.sums, in_loop_);
  if (outcome != Outcome::known) return outcome;
  // What other lanes have found may be used later.
  for (const Plane& plane : first.program->registers.planes) {
    (in_loop_ & ~first.active).for_each([&](unsigned lane) {
      const Difference found = difference({plane.slot, plane.type.bytes}, lane);
      if (found.is_undefined) first.header(plane.slot).undefined.set(lane);
      if (found.is_uncertain || found.is_found)
        mark(first, plane.slot, lane, IndeterminateBits::all);
    });
  }
  const auto key = key_of(first, record, next);
  if (!key) return Outcome::unknown;
  step.next = look_backs_.windows().node_of(*key);
  if (!look_backs_.windows().is_known(step.next) && seen_.insert(step.next).second)
    open_.push_back({Copy(first), &record, step.next});
  return add_sums(next.sums, step);
}

WindowSteps::Outcome WindowSteps::end_at_exit(const Record& record, LookBackWindows::Step& step) {
  const Subgroup& first = *copies_[0];
  const auto end = LookBackEnd::read(first.data + record.extra);
  if (!end.is_together || end.loop != words_.loop || first.active != in_loop_ ||
      end.sums.size() != words_.sums.size() || !is_guaranteed())
    return Outcome::unknown;
  std::vector<SizedPlane> used = end.sums;
  std::erase_if(used, [](const SizedPlane& plane) { return plane.slot == no_slot; });
  const Outcome outcome = require_same(used, in_loop_);
  if (outcome != Outcome::known) return outcome;
  add_control(first, record, step.exit);
  return add_sums(end.sums, step);
}

}  // namespace spirv_oracle
