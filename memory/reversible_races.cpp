#include "memory/reversible_races.h"

#include <algorithm>

namespace spirv_oracle {

// The kind of accesses that do not depend on each other: loads, or one operation that commutes and whose results are not used.
// None for an access that depends on all others.
std::optional<AtomicOperation> ReversibleRaces::independent_kind(const Access& access) {
  const bool commutes =
      access.operation > AtomicOperation::load && access.operation < AtomicOperation::float_add;
  if (commutes && !access.result_is_used) return access.operation;
  return access.changes ? std::nullopt : std::optional(AtomicOperation::load);
}

// Returns whether the clock changed.
bool ReversibleRaces::join(Clock& clock, const Clock& other) {
  if (other.empty()) return false;
  if (clock.empty()) {
    used_ += workgroups_ * sizeof(std::uint32_t);
    clock.resize(workgroups_);
  }
  bool has_changed = false;
  for (std::size_t i = 0; i < clock.size(); ++i) {
    has_changed |= other[i] > clock[i];
    clock[i] = std::max(clock[i], other[i]);
  }
  return has_changed;
}

bool ReversibleRaces::is_repeated(const Access& a, const Access& b) {
  return a.workgroup == b.workgroup && a.invocation == b.invocation && a.place == b.place;
}

// What is ordered after the latest access of an invocation at a place is after its earlier ones.
void ReversibleRaces::put(Cell& cell, const Member& member) {
  const auto other = std::ranges::find_if(cell.group, [&](const Member& earlier) {
    return is_repeated(earlier.access, member.access);
  });
  if (other != cell.group.end()) {
    *other = member;
  } else {
    cell.group.push_back(member);
  }
}

bool ReversibleRaces::add(const Location& location, const Access& access,
                          const IsOrdered& is_ordered, const OnRace& on_race) {
  Cell& cell = cells_[location];
  Thread& thread = threads_[access.workgroup];
  const auto is_after = [&](const Access& earlier) {
    return earlier.invocation == access.invocation || is_ordered(earlier);
  };
  if (thread.has_learned && !is_after(thread.learned)) on_race(thread.learned, nullptr);
  const auto kind = independent_kind(access);
  if (!kind || cell.kind != kind) {
    cell.oldest = std::move(cell.earlier);
    cell.earlier = std::move(cell.group);
    cell.before = std::move(cell.with_group);
    cell.group.clear();
    cell.with_group.clear();
    cell.kind = kind;
  }
  const auto before = std::ranges::find_if(cell.oldest, [&](const Member& member) {
    return access.place != 0 && is_repeated(member.access, access);
  });
  for (const Member& member : cell.earlier) {
    const Access& earlier = member.access;
    const bool is_before = earlier.workgroup == access.workgroup
                               ? is_after(earlier)
                               : at(thread.clock, earlier.workgroup) >= member.number;
    if (!is_before) on_race(earlier, before == cell.oldest.end() ? nullptr : &before->access);
  }
  if (join(thread.clock, cell.before)) {
    thread.learned = access;
    thread.has_learned = true;
  }
  if (thread.clock.empty()) {
    used_ += workgroups_ * sizeof(std::uint32_t);
    thread.clock.resize(workgroups_);
  }
  thread.clock[access.workgroup] = ++thread.accesses;
  join(cell.with_group, cell.before);
  join(cell.with_group, thread.clock);
  put(cell, {access, thread.accesses});
  used_ += sizeof(Member);
  return used_ <= max_memory_;
}

void ReversibleRaces::finish_workgroup(std::uint32_t workgroup) {
  const auto thread = threads_.find(workgroup);
  if (thread == threads_.end()) return;
  used_ -= std::min<std::uint64_t>(used_, thread->second.clock.size() * sizeof(std::uint32_t));
  threads_.erase(thread);
}

}  // namespace spirv_oracle
