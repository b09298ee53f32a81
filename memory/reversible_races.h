// Finds the pairs of atomic accesses that another schedule may execute in the opposite order: the reversible races of dynamic
// partial-order reduction (Flanagan and Godefroid, POPL 2005; Abdulla, Aronis, Jonsson and Sagonas, "Source Sets", JACM 2017).
// Two accesses to one location depend on each other unless neither changes it, or both commute and their results are not used.
// Dependent accesses are a race if nothing else orders them: program order, control barriers, and dependences between other
// accesses. These dependences count only if the first access also happens before the second one, as the caller knows: relaxed
// atomics on different locations may be seen in another order than they are executed.
//
// Workgroups are the threads. Within a workgroup, only what control barriers order is ordered, so that another order of
// subgroups or lanes counts as another schedule.
//
// Two kinds of dependences do not order accesses in all executions, so they count less:
// - An attempt, an access with a place that does not change the value, may not happen in another one. Nothing is after it.
// - At an access that has a role, in another execution another workgroup may take the role. What it does from there on is ordered
//   after what any workgroup with the role has done before. Accesses that are ordered otherwise only by roles are races, too, and
//   marked as such.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "memory/atomic_operation.h"

namespace spirv_oracle {

class ReversibleRaces {
 public:
  // A word of an object; of memory that each workgroup has for itself, with the number of the workgroup + 1.
  struct Location {
    std::uint32_t object = 0;
    std::uint64_t word = 0;
    std::uint64_t workgroup = 0;
    friend auto operator<=>(const Location&, const Location&) = default;
  };
  struct Access {
    std::uint32_t workgroup = 0;
    std::uint32_t invocation = 0;        // of the workgroup
    std::uint64_t stamp = 0, epoch = 0;  // when; for IsOrdered
    AtomicOperation operation = AtomicOperation::load;
    bool changes = false;         // or may have changed the value
    bool result_is_used = false;  // so that it does not commute
    // Numbers of the caller: `place` is 0, or differs between accesses of one invocation.
    std::uint32_t role = 0, place = 0;
    bool takes_role = false;  // another workgroup may make it instead
    std::uint64_t writes = 0;
  };
  // Whether an earlier access of another invocation happens before the new one; within a workgroup: by control barriers.
  using IsOrdered = std::function<bool(const Access& earlier)>;
  struct Race {
    Access earlier;
    // The access that the invocation of the later one made at the same place of the program before the earlier one, with
    // nothing else in between that changed the value; null: it made none.
    const Access* before = nullptr;
    // Whether dependences through roles order the accesses.
    bool is_ordered_by_roles = false;
  };
  using OnRace = std::function<void(const Race&)>;
  // The accesses of a workgroup that are ordered before, by their numbers.
  struct Before {
    std::uint32_t first = 0, last = 0;  // last = 0: none
  };
  using Clock = std::vector<Before>;  // by workgroup; empty: none

  // Keeps up to about `max_memory` bytes.
  ReversibleRaces(std::uint32_t workgroups, std::uint64_t max_memory)
      : workgroups_(workgroups), max_memory_(max_memory) {}

  // Adds the next access of the execution. `has_roles`: accesses to the location have roles. Calls `on_race` for each earlier
  // one with which it is in a race. Returns false, and finds nothing, if that needs too much memory.
  bool add(const Location& location, bool has_roles, const Access& access,
           const IsOrdered& is_ordered, const OnRace& on_race);
  // What is ordered before the next access of the workgroup, also through roles; and the number of its latest access.
  const Clock& clock(std::uint32_t workgroup) { return threads_[workgroup].known.by_roles; }
  std::uint32_t latest(std::uint32_t workgroup) { return threads_[workgroup].accesses; }
  // The workgroup makes no more accesses.
  void finish_workgroup(std::uint32_t workgroup);

 private:
  struct Clocks {
    Clock always, by_roles;
  };
  struct Member {
    Access access;
    std::uint32_t number = 0;  // among those of its workgroup
  };
  struct Cell {
    // Accesses that do not depend on each other; those before them on which they depend; and those on which these depend.
    std::vector<Member> group, earlier, oldest;
    std::optional<AtomicOperation> kind;
    Clocks before, with_group;
  };
  struct Thread {
    Clocks known;
    std::uint32_t accesses = 0;
    std::uint32_t latest_role = 1;  // the number of the access; 1: none
    // The latest access after which more accesses of other workgroups were ordered before: those of other invocations know
    // that only after a barrier.
    Access learned;
    bool has_learned = false;
  };

  static std::optional<AtomicOperation> independent_kind(const Access& access);
  bool join(Clock& clock, const Clock& other);
  bool join(Clocks& clocks, const Clocks& other, bool has_roles);
  void count(Thread& thread, std::uint32_t workgroup);
  void forget(Clock& clock);
  static bool holds(const Clock& clock, const Member& member) {
    const std::uint32_t workgroup = member.access.workgroup;
    return workgroup < clock.size() && clock[workgroup].first <= member.number &&
           member.number <= clock[workgroup].last;
  }
  // Whether one invocation made both at one place.
  static bool is_repeated(const Access& a, const Access& b);
  static void put(Cell& cell, const Member& member);

  std::uint32_t workgroups_;
  std::uint64_t used_ = 0, max_memory_;
  std::map<Location, Cell> cells_;
  std::unordered_map<std::uint32_t, Thread> threads_;
};

}  // namespace spirv_oracle
