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
  const auto differs = [&](Slot slot) {
    return slot != no_slot && failures_.differs(attempt, slot);
  };
  if (std::ranges::any_of(operands, differs)) return fail();
  failures_.mark(attempt);
}

std::optional<OrderProof::Response> OrderProof::access_lock(const Access& access) {
  const AtomicEffect& effect = access.effect;
  const auto workgroup = static_cast<std::uint32_t>(access.subgroup.workgroup_index);
  const ReversibleRaces::Location location = location_of(access);
  const bool may_operate = effect.operation == AtomicOperation::store ||
                           effect.operation == AtomicOperation::compare_exchange;
  LockSections::Effect found = LockSections::Effect::none;
  if (may_operate && !access.update) {
    found = sections_.access({location, access.size, workgroup, access.invocation, effect.operation,
                              effect.result_is_used, access.is_repeated, access.original,
                              access.value, access.comparator});
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
    ++changes;
    count_write(access);
  } else if (waits_first() && !sections_.is_inside(workgroup)) {
    pause_ = Pause{&changes, changes};
  }
  return Response{pause_.has_value(), false};
}

// A load of a location that compare-exchanges update depends on the order, unless it is ordered after or before all of them.
std::optional<OrderProof::Response> OrderProof::access_updated(const Access& access,
                                                               const Orders& orders) {
  if (access.update) return update(access, orders);
  if (access.effect.operation != AtomicOperation::load) return std::nullopt;
  const ReversibleRaces::Location location = location_of(access);
  const std::uint32_t number = ++loads_[location];
  if (!updated_.contains(location)) return std::nullopt;
  ReversibleRaces::Access made = without_place(access, orders, writes_before(access));
  made.number = number;
  if (step_ == Step::find) find_races(access, made, orders);
  bool is_unordered = false;
  for (std::uint64_t byte = 0; byte < access.size; byte += 4)
    is_unordered |= unordered_loads_.contains(
        {{location.object, location.word + byte / 4, location.workgroup}, number});
  return Response{false, is_unordered};
}

// An exchange that succeeds is one operation that commutes. Its result depends on the order.
OrderProof::Response OrderProof::update(const Access& access, const Orders& orders) {
  const Response response{false, true};
  ReversibleRaces::Access made = without_place(access, orders, writes_before(access));
  if (access.is_on_uncertain_path) fail();
  const ReversibleRaces::Location first = location_of(access);
  for (std::uint64_t byte = 0; byte < access.size; byte += 4)
    updated_.insert({first.object, first.word + byte / 4, first.workgroup});
  if (access.original != access.comparator) return response;
  if (!failures_.succeed(access.subgroup, access.record, access.lane)) fail();
  made.operation = *access.update;
  made.changes = true;
  made.result_is_used = false;
  if (step_ == Step::find) find_races(access, made, orders);
  count_write(access);
  return response;
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
