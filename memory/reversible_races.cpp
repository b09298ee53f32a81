#include "memory/reversible_races.h"

#include <algorithm>
#include <utility>

namespace spirv_oracle {

// The kind of accesses that do not depend on each other: loads, or one operation that commutes and whose results are not used.
// None for an access that depends on all others.
std::optional<AtomicOperation> ReversibleRaces::independent_kind(const Access& access) {
  const bool commutes =
      access.operation > AtomicOperation::load && access.operation < AtomicOperation::float_add;
  if (commutes && !access.result_is_used) return access.operation;
  return access.changes ? std::nullopt : std::optional(AtomicOperation::load);
}

bool ReversibleRaces::join(Clocks& clocks, const Clocks& other, bool has_roles) {
  const bool always = !has_roles && clocks.always.join(other.always);
  return clocks.by_roles.join(other.by_roles) || always;
}

void ReversibleRaces::count(Thread& thread, std::uint32_t workgroup) {
  ++thread.accesses;
  thread.known.always.set(workgroup, {thread.latest_role, thread.accesses});
  thread.known.by_roles.set(workgroup, {0, thread.accesses});
}

ReversibleRaces::Cell& ReversibleRaces::cell(const Location& location, Thread& thread) {
  auto& cells = location.workgroup != 0 ? thread.own_cells : cells_;
  return cells.try_emplace(location, memory_.get()).first->second;
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

bool ReversibleRaces::add(const Location& location, bool has_roles, const Access& access,
                          const IsOrdered& is_ordered, const OnRace& on_race) {
  Thread& thread = this->thread(access.workgroup);
  Cell& cell = this->cell(location, thread);
  const auto is_after = [&](const Access& earlier) {
    const bool is_same =
        earlier.workgroup == access.workgroup && earlier.invocation == access.invocation;
    return is_same || is_ordered(earlier);
  };
  if (thread.has_learned && !is_after(thread.learned)) on_race({thread.learned});
  const auto kind = independent_kind(access);
  if (!kind || cell.kind != kind) {
    cell.oldest = std::move(cell.earlier);
    cell.earlier = std::move(cell.group);
    cell.before = std::move(cell.with_group);
    cell.with_group = Clocks(memory_.get());
    cell.group.clear();
    cell.kind = kind;
  }
  const auto before = std::ranges::find_if(cell.oldest, [&](const Member& member) {
    return access.place != 0 && is_repeated(member.access, access);
  });
  for (const Member& member : cell.earlier) {
    const Access& earlier = member.access;
    const bool is_before = is_after(earlier);
    if (is_before && holds(thread.known.always, member)) continue;
    on_race({earlier, before == cell.oldest.end() ? nullptr : &before->access,
             is_before && holds(thread.known.by_roles, member)});
  }
  if (join(thread.known, cell.before, has_roles)) {
    thread.learned = access;
    thread.has_learned = true;
  }
  if (access.takes_role) {
    thread.known.always = WorkgroupClock(memory_.get());
    thread.latest_role = thread.accesses + 1;
  }
  count(thread, access.workgroup);
  join(cell.with_group, cell.before, has_roles);
  const bool is_attempt = access.place != 0 && !access.changes;
  if (!is_attempt) join(cell.with_group, thread.known, has_roles);
  put(cell, {access, thread.accesses});
  return !memory_->exhausted();
}

void ReversibleRaces::finish_workgroup(std::uint32_t workgroup) { threads_.erase(workgroup); }

}  // namespace spirv_oracle
