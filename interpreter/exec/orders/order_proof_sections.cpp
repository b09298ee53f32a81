// The part of a proof that concerns locks, and updates by compare-exchange.
#include "interpreter/exec/orders/order_proof.h"

#include <algorithm>

namespace spirv_oracle {
namespace {

// Whether the access commutes with others of its kind, and its result is not used.
bool only_commutes(const AtomicEffect& effect) {
  return effect.operation > AtomicOperation::load &&
         effect.operation < AtomicOperation::float_add && !effect.result_is_used;
}

}  // namespace

void OrderProof::attempt(ForcedFailures::Attempt attempt, std::span<const Slot> operands,
                         bool has_failed) {
  if (!holds_) return;
  if (has_other_writes_ || attempt.subgroup.separate != nullptr) return fail();
  const Writes& writes = writes_[static_cast<std::uint32_t>(attempt.subgroup.workgroup_index)];
  const bool is_announced = !has_failed && writes.state == Writes::State::announced &&
                            writes.last_origin == attempt.record.origin;
  attempt.writes = writes.count - (is_announced ? 1 : 0);
  if (has_failed) {
    failures_.fail(attempt);
  } else if (!failures_.try_again(attempt)) {
    return fail();
  }
  if (failures_.compared() > limits_.planes || failures_.memory() > limits_.memory) return fail();
  if (step_ == Step::find) return;
  const WorkgroupDifference* const difference = failures_.difference_at(attempt);
  if (difference == nullptr) return;
  const auto differs = [&](Slot slot) {
    return slot != no_slot && difference->differs(attempt.subgroup.id, slot, attempt.lanes);
  };
  if (std::ranges::any_of(operands, differs)) return fail();
  difference->mark(*attempt.subgroup.workgroup, ForcedFailures::except(attempt));
}

std::optional<OrderProof::Response> OrderProof::access_lock(const Access& access) {
  const AtomicEffect& effect = access.effect;
  const auto workgroup = static_cast<std::uint32_t>(access.subgroup.workgroup_index);
  const ReversibleRaces::Location location = location_of(access);
  const bool may_operate = effect.operation == AtomicOperation::store ||
                           effect.operation == AtomicOperation::compare_exchange ||
                           effect.operation == AtomicOperation::add ||
                           access.ticket != TicketUse::none;
  // What it does before it has its turn could delay it.
  if (sections_.has_drawn(workgroup, access.invocation) && access.ticket != TicketUse::waits)
    fail();
  LockSections::Effect found = LockSections::Effect::none;
  if (may_operate && !access.update) {
    found = sections_.access({location, access.size, workgroup, access.invocation, effect.operation,
                              effect.result_is_used, access.is_repeated, access.original,
                              access.value, access.comparator, access.ticket});
  } else if (sections_.access_otherwise(location)) {
    found = LockSections::Effect::breaks;
  }
  const bool must_commute = found == LockSections::Effect::none && sections_.is_inside(workgroup);
  if (found == LockSections::Effect::breaks ||
      (must_commute && (access.update || !only_commutes(effect)))) {
    fail();
    return Response{};
  }
  if (found == LockSections::Effect::none) return std::nullopt;
  if (access.is_on_uncertain_path) fail();
  pause_.reset();
  const bool acquires = found == LockSections::Effect::acquires;
  if (acquires && !failures_.succeed(access.subgroup, access.record, access.lane)) fail();
  writes_before(access);
  std::uint64_t& changes = changes_[location];
  if (found != LockSections::Effect::waits) {
    note_change(changes);
    count_write(access);
  } else if (waits_first() && !sections_.is_inside(workgroup)) {
    pause_ = Pause{&changes, changes};
  }
  return Response{pause_.has_value(),
                  access.ticket == TicketUse::draws || access.ticket == TicketUse::waits};
}

bool OrderProof::is_ordered_by_barriers(const UpdatingAccess& earlier, const Access& later,
                                        const Orders& orders) {
  if (earlier.workgroup != later.subgroup.workgroup_index) return false;
  if (earlier.invocation == later.invocation) return true;
  const RaceOrder& order = orders.by_barriers;
  return !order.has_ended() && order.knows(later.place.storage, later.invocation,
                                           order.agent_of(earlier.workgroup, earlier.invocation),
                                           static_cast<Stamp>(earlier.stamp));
}

// The updates of a location order nothing, and neither do loads of it. They are not a part of the search for races.
std::optional<OrderProof::Response> OrderProof::access_updated(const Access& access,
                                                               const Orders& orders) {
  const ReversibleRaces::Location location = location_of(access);
  const bool is_load = !access.update && access.effect.operation == AtomicOperation::load;
  Loads* const loads = is_load ? &loads_[location] : nullptr;
  if (is_load) ++loads->count;
  const std::pair extent{access.place.offset, access.size};
  const std::uint64_t last = (access.place.offset + access.size - 1) / 4;
  bool is_updated = false;
  for (ReversibleRaces::Location word = location; word.word <= last; ++word.word) {
    if (access.update) updated_.insert(word);
    is_updated |= updated_.contains(word);
  }
  if (!is_updated) return std::nullopt;
  for (ReversibleRaces::Location word = location; word.word <= last; ++word.word) {
    if (extents_.try_emplace(word, extent).first->second != extent) fail();
  }
  if (access.is_on_uncertain_path && !is_load) fail();
  writes_before(access);
  pause_.reset();
  if (is_load) {
    load_updated(access, orders, *loads);
    return Response{false, loads->is_unordered(loads->count)};
  }
  const bool succeeds = !access.update || access.original == access.comparator;
  if (!access.update && !only_commutes(access.effect)) fail();
  if (access.update && succeeds && !failures_.succeed(access.subgroup, access.record, access.lane))
    fail();
  if (succeeds) {
    update(access, orders);
    count_write(access);
  }
  return Response{false, access.update.has_value()};
}

void OrderProof::load_updated(const Access& access, const Orders& orders, Loads& loads) {
  Updates& updates = updates_[location_of(access)];
  const auto is_ordered = [&](const UpdatingAccess& earlier) {
    return is_ordered_by_barriers(earlier, access, orders);
  };
  if (updates.have_several_workgroups || !std::ranges::all_of(updates.latest, is_ordered)) {
    note_unordered(loads, loads.count);
    return;
  }
  updates.loads.push_back({static_cast<std::uint32_t>(access.subgroup.workgroup_index),
                           access.invocation, orders.by_barriers.epoch(access.invocation),
                           loads.count});
  if (updates.loads.size() * sizeof(UpdatingAccess) > limits_.memory) fail();
}

// A run that marks makes the same accesses as the one before.
void OrderProof::note_unordered(Loads& loads, std::uint32_t number) {
  if (loads.is_unordered(number)) return;
  if (step_ == Step::mark) fail();
  if (loads.unordered.size() <= number) loads.unordered.resize(number + 1);
  loads.unordered[number] = true;
}

// An exchange that succeeds is one operation that commutes with other such exchanges.
void OrderProof::update(const Access& access, const Orders& orders) {
  const ReversibleRaces::Location location = location_of(access);
  const AtomicOperation operation = access.update.value_or(access.effect.operation);
  Updates& updates = updates_[location];
  if (updates.operation == AtomicOperation::load) updates.operation = operation;
  if (updates.operation != operation) fail();
  std::erase_if(updates.loads, [&](const UpdatingAccess& load) {
    if (is_ordered_by_barriers(load, access, orders)) return false;
    note_unordered(loads_[location], load.number);
    return true;
  });
  if (updates.have_several_workgroups) return;
  const auto workgroup = static_cast<std::uint32_t>(access.subgroup.workgroup_index);
  const UpdatingAccess made{workgroup, access.invocation,
                            orders.by_barriers.epoch(access.invocation), 0};
  if (!updates.latest.empty() && updates.latest.front().workgroup != workgroup) {
    updates.have_several_workgroups = true;
    updates.latest.clear();
    return;
  }
  const auto earlier =
      std::ranges::find(updates.latest, access.invocation, &UpdatingAccess::invocation);
  if (earlier != updates.latest.end()) {
    *earlier = made;
  } else {
    updates.latest.push_back(made);
  }
}

void OrderProof::access_inside(const Subgroup& subgroup, const ReversibleRaces::Location& location,
                               bool writes, std::uint32_t origin) {
  const auto workgroup = static_cast<std::uint32_t>(subgroup.workgroup_index);
  const auto role = latest_with_role_.find(workgroup);
  LockSections::Plain plain{location, workgroup, 0, writes, std::nullopt};
  if (role != latest_with_role_.end()) plain.roles = role->second;
  if (announced_.origin == origin) plain.update = announced_.operation;
  sections_.access(plain);
}

}  // namespace spirv_oracle
