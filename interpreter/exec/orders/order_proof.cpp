#include "interpreter/exec/orders/order_proof.h"

#include <algorithm>
#include <iterator>
#include <type_traits>

#include "interpreter/exec/state/control_state.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

// A role is taken by an access whose result is used, or that does not commute with the others.
bool needs_role(const AtomicEffect& effect) {
  const bool commutes =
      effect.operation > AtomicOperation::load && effect.operation < AtomicOperation::float_add;
  return effect.operation != AtomicOperation::load && (!commutes || effect.result_is_used);
}

bool is_of_floats(AtomicOperation operation) {
  return operation == AtomicOperation::float_add || operation == AtomicOperation::float_min ||
         operation == AtomicOperation::float_max;
}

}  // namespace

ReversibleRaces::Location OrderProof::location_of(const Access& access) {
  const bool is_own = access.place.storage == StorageSemantics::workgroup_memory;
  return {access.place.object, access.place.offset / 4,
          is_own ? access.subgroup.workgroup_index + 1 : 0};
}

OrderProof::OrderProof(const Limits& limits, Approach approach, bool has_other_writes)
    : limits_(limits),
      approach_(approach),
      has_other_writes_(has_other_writes),
      races_(limits.memory),
      look_backs_(limits.memory) {
  // These would hide what it must know.
  approach_.knows_look_back &= !has_other_writes && !approach_.waits_first;
}

void OrderProof::start_run(Step step) {
  step_ = step;
  races_.clear();
  writes_.clear();
  repeats_.clear();
  known_roles_ = roles_;
  known_shared_ = shared_;
  known_updated_ = updated_;
  updates_.clear();
  extents_.clear();
  has_relaxed_dependence_ = false;
  latest_with_role_.clear();
  deferred_.clear();
  pause_.reset();
  changes_.clear();
  changed_.clear();
  sections_.start_run();
  failures_.start_run(step == Step::find);
  announced_ = {};
  for (auto& [location, loads] : loads_) loads.count = 0;
  // The first run shows the latest values, and the next one older ones.
  look_backs_.start_run(step == Step::find && runs_++ != 0);
  for (ProgramPoint& place : points_) place.changes = nullptr;
}

void OrderProof::note_write(const Subgroup& subgroup, const Record& record) {
  Writes& writes = writes_[static_cast<std::uint32_t>(subgroup.workgroup_index)];
  ++writes.count;
  writes.last_origin = record.origin;
  writes.state = Writes::State::announced;
}

std::uint64_t OrderProof::writes_before(const Access& access) {
  Writes& writes = writes_[static_cast<std::uint32_t>(access.subgroup.workgroup_index)];
  if (writes.last_origin != access.record.origin) return writes.count;
  if (writes.state == Writes::State::announced) {
    --writes.count;
    writes.state = Writes::State::open;
  }
  return writes.count - (writes.state == Writes::State::written ? 1 : 0);
}

void OrderProof::count_write(const Access& access) {
  Writes& writes = writes_[static_cast<std::uint32_t>(access.subgroup.workgroup_index)];
  if (writes.last_origin != access.record.origin || writes.state != Writes::State::open) return;
  ++writes.count;
  writes.state = Writes::State::written;
}

void OrderProof::finish_workgroup(std::uint64_t workgroup) {
  races_.finish_workgroup(static_cast<std::uint32_t>(workgroup));
}

// An attempt that was not repeated was no wait: its invocation went on with what it read.
bool OrderProof::finish_run() {
  const auto is_ordered = [this](const Deferred& access) { return is_after_all_roles(access); };
  if (!repeats_.empty() || !std::ranges::all_of(deferred_, is_ordered)) fail();
  if (!failures_.have_ended() || sections_.any_is_held()) fail();
  // Locks and updates order nothing, but what they synchronize may hide that such a dependence does not, either.
  if (has_found_sections() && has_relaxed_dependence_) fail();
  if (knows_look_back() && !look_backs_.finish_run(marks())) fail();
  return holds_;
}

// Where the workgroup is, and which of its invocations makes the access.
OrderProof::Key OrderProof::key_of(const Access& access) {
  Key key{static_cast<std::uint64_t>(&access.record - access.subgroup.code), access.invocation};
  const auto add = [&key]<class Part>(const Part& part) {
    if constexpr (std::is_same_v<Part, LaneMask>) {
      key.insert(key.end(), std::begin(part.words), std::end(part.words));
    } else {
      key.push_back(static_cast<std::uint64_t>(part));
    }
  };
  for (const Subgroup& subgroup : access.subgroup.workgroup->subgroups()) {
    const bool is_running = &subgroup == &access.subgroup;
    for_each_part_of_control(subgroup, is_running ? &access.record : subgroup.resume, add);
  }
  return key;
}

std::uint32_t OrderProof::place_of(const Access& access, const Key& key, bool adds) {
  const auto known = numbers_.find(key);
  if (known == numbers_.end() && !adds) return 0;
  Workgroup& workgroup = *access.subgroup.workgroup;
  const bool is_finding = step_ == Step::find;
  if (is_finding) {
    compared_ += workgroup.program().registers.planes.size() * workgroup.subgroups().size();
    if (compared_ > limits_.planes) fail();
  }
  if (known != numbers_.end()) {
    if (is_finding)
      points_[known->second].difference->compare(
          workgroup, {access.subgroup.id, access.result, LaneMask::single(access.lane)});
    return known->second;
  }
  const auto number = static_cast<std::uint32_t>(points_.size());
  numbers_.emplace(key, number);
  ProgramPoint& place = points_.emplace_back();
  place.difference = std::make_unique<WorkgroupDifference>(workgroup);
  if (!is_finding || place.difference->memory() * points_.size() > limits_.memory) fail();
  return number;
}

// Whether the attempt, which did not change the value, had no effect but to be repeated later.
bool OrderProof::is_wait(const ReversibleRaces::Access& attempt) {
  ProgramPoint& place = points_[attempt.place];
  if (attempt.place == 0 || place.has_effects || has_other_writes_ ||
      writes_[attempt.workgroup].count != attempt.writes)
    return false;
  place.has_race = true;
  return true;
}

// Kept until it is known which accesses have roles.
void OrderProof::defer(const ReversibleRaces::Access& access) {
  deferred_.push_back({access.workgroup, races_.clock(access.workgroup)});
  if (deferred_.size() * sizeof(Deferred) > limits_.memory) fail();
}

// Whoever has which role, each workgroup has had its roles before the access.
bool OrderProof::is_after_all_roles(const Deferred& access) const {
  return std::ranges::all_of(latest_with_role_, [&](const auto& latest) {
    const auto& [workgroup, number] = latest;
    return access.before.of(workgroup).last >= number;
  });
}

void OrderProof::judge(const ReversibleRaces::Location& location,
                       const ReversibleRaces::Access& later, const ReversibleRaces::Race& race) {
  const ReversibleRaces::Access& earlier = race.earlier;
  if (earlier.workgroup == later.workgroup && !race.is_ordered_by_roles) return fail();
  if (earlier.role != 0 && earlier.role == later.role) {
    points_[later.role].has_race = true;
    roles_.insert(later.role);
    shared_.insert(location);
  } else if (race.is_ordered_by_roles) {
    defer(later);
  } else if (!earlier.changes) {
    if (!is_wait(earlier)) return fail();
    repeats_[{earlier.workgroup, earlier.invocation, earlier.place, location}] = earlier.writes;
  } else if (race.before == nullptr || race.before->changes || !is_wait(*race.before)) {
    has_unseen_wait_ |= later.result_is_used;
    fail();
  }
}

// After an attempt that another schedule might not make, the invocation must come back to the same place.
void OrderProof::check_repeated(const ReversibleRaces::Location& location,
                                const ReversibleRaces::Access& made) {
  const auto repeat = repeats_.find({made.workgroup, made.invocation, made.place, location});
  if (repeat != repeats_.end()) {
    if (repeat->second != made.writes) fail();
    repeats_.erase(repeat);
  }
  const auto other = repeats_.lower_bound({made.workgroup, made.invocation, 0, {}});
  const bool has_other = other != repeats_.end() && other->first.workgroup == made.workgroup &&
                         other->first.invocation == made.invocation;
  if (has_other && made.changes) fail();
}

ReversibleRaces::Access OrderProof::describe(const Access& access, const Orders& orders) {
  ReversibleRaces::Access made;
  made.workgroup = static_cast<std::uint32_t>(access.subgroup.workgroup_index);
  made.invocation = access.invocation;
  made.stamp = orders.by_barriers.epoch(access.invocation);
  made.epoch = orders.all.epoch(access.invocation) - (access.releases ? 1 : 0);
  made.operation = access.effect.operation;
  made.changes = access.effect.changes;
  made.result_is_used = access.effect.result_is_used;
  made.writes = writes_before(access);
  if (!needs_role(access.effect) && !is_attempt(made)) return made;
  Key key = key_of(access);
  if (needs_role(access.effect)) made.role = place_of(access, key, true);
  made.takes_role = known_roles_.contains(made.role);
  key.push_back(access.subgroup.workgroup_index);
  made.place = place_of(access, key, is_attempt(made));
  return made;
}

void OrderProof::note_change(std::uint64_t& changes) {
  ++changes;
  if (waits_first()) changed_.push_back(&changes);
}

// A repeated attempt waits until the location changes. After an access with a role, others come to their waits first.
std::optional<OrderProof::Pause> OrderProof::pause_after(const Access& access,
                                                         const ReversibleRaces::Access& made) {
  std::uint64_t& changes = changes_[location_of(access)];
  if (made.changes) note_change(changes);
  std::optional<Pause> pause;
  if (is_attempt(made)) {
    if (is_repeated(made, changes)) pause = Pause{&changes, changes};
  } else if (made.role != 0) {
    pause = Pause{};
  }
  const Subgroup& subgroup = access.subgroup;
  const bool has_turn = subgroup.before_turn.any() || subgroup.after_turn.any();
  return waits_first() && !has_turn ? pause : std::nullopt;
}

OrderProof::Response OrderProof::access(const Access& access, const Orders& orders) {
  const AtomicEffect& effect = access.effect;
  const bool has_no_effect = effect.operation == AtomicOperation::load && !effect.result_is_used;
  if (!holds_ || (has_no_effect && access.is_certain)) return {};
  // Under the minimal reconvergence policy, tangles have registers of their own.
  if (!access.is_certain || is_of_floats(effect.operation) || access.subgroup.separate != nullptr) {
    fail();
    return {};
  }
  if (access.is_look_back && knows_look_back()) {
    if (access.is_on_uncertain_path || !look_backs_.holds()) fail();
    pause_.reset();
    return {};
  }
  if (knows_sections()) {
    if (const auto response = access_lock(access)) return *response;
    if (const auto response = access_updated(access, orders)) return *response;
  }
  const ReversibleRaces::Access made = describe(access, orders);
  if (step_ == Step::find) {
    find_races(access, made, orders);
  } else {
    for (const std::uint32_t number : {made.role, made.place}) {
      if (points_[number].has_race) mark(points_[number], access);
    }
  }
  if (made.changes) count_write(access);
  pause_ = pause_after(access, made);
  return {pause_.has_value(), false};
}

void OrderProof::find_races(const Access& access, const ReversibleRaces::Access& made,
                            const Orders& orders) {
  const StorageSemantics storage = access.place.storage;
  const auto is_ordered = [&](const ReversibleRaces::Access& earlier) {
    const bool is_own = earlier.workgroup == made.workgroup;
    const RaceOrder& order = is_own ? orders.by_barriers : orders.all;
    return !order.has_ended() &&
           order.knows(storage, access.invocation,
                       order.agent_of(earlier.workgroup, earlier.invocation),
                       static_cast<Stamp>(is_own ? earlier.stamp : earlier.epoch));
  };
  const std::uint64_t end = access.place.offset + access.size;
  ReversibleRaces::Location location = location_of(access);
  for (; 4 * location.word < end; ++location.word) {
    check_repeated(location, made);
    const bool fits = races_.add(
        location, known_shared_.contains(location), made, is_ordered,
        [&](const ReversibleRaces::Race& race) {
          const bool has_one_role = race.earlier.role != 0 && race.earlier.role == made.role;
          has_relaxed_dependence_ |=
              race.earlier.changes && !has_one_role && !is_ordered(race.earlier);
          judge(location, made, race);
        });
    if (made.takes_role) latest_with_role_[made.workgroup] = races_.latest(made.workgroup);
    if (!fits) fail();
  }
}

bool OrderProof::is_repeated(const ReversibleRaces::Access& made, const std::uint64_t& changes) {
  ProgramPoint& place = points_[made.place];
  const bool is_repeated = place.changes == &changes && place.seen == changes;
  place.has_effects |= is_repeated && place.writes != made.writes;
  place.writes = made.writes;
  place.changes = &changes;
  place.seen = changes;
  return is_repeated;
}

void OrderProof::mark(const ProgramPoint& place, const Access& access) {
  const std::uint32_t subgroup = access.subgroup.id;
  const LaneMask lanes = LaneMask::single(access.lane);
  // Other operands are another access.
  for (const Slot slot : access.operands) {
    if (slot != no_slot && place.difference->differs(subgroup, slot, lanes)) return fail();
  }
  place.difference->mark(*access.subgroup.workgroup, {subgroup, access.result, lanes});
}

}  // namespace spirv_oracle
