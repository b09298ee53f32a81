// Finds the pairs of atomic accesses that another schedule may execute in the opposite order: the reversible races of dynamic
// partial-order reduction (Flanagan and Godefroid, POPL 2005; Abdulla, Aronis, Jonsson and Sagonas, "Source Sets", JACM 2017).
// Two accesses to one location depend on each other unless neither changes it, or both commute and their results are not used.
// Dependent accesses are a race if nothing else orders them: program order, control barriers, and dependences between other
// accesses.
//
// Workgroups are the threads. Within a workgroup, only what control barriers order is ordered, so that another order of
// subgroups or lanes counts as another schedule.
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
    std::uint32_t invocation = 0;  // of the workgroup
    std::uint64_t stamp = 0;       // when; for IsOrdered
    AtomicOperation operation = AtomicOperation::load;
    bool changes = false;         // or may have changed the value
    bool result_is_used = false;  // so that it does not commute
    // Numbers of the caller: `place` is 0, or differs between accesses of one invocation.
    std::uint32_t role = 0, place = 0;
    std::uint64_t writes = 0;
  };
  // Whether control barriers order an earlier access of the same workgroup before the new one.
  using IsOrdered = std::function<bool(const Access& earlier)>;
  // `before`: the access that the invocation of the new one made at the same place of the program before the earlier one, with
  // nothing else in between that changed the value; null: it made none.
  using OnRace = std::function<void(const Access& earlier, const Access* before)>;

  // Keeps up to about `max_memory` bytes.
  ReversibleRaces(std::uint32_t workgroups, std::uint64_t max_memory)
      : workgroups_(workgroups), max_memory_(max_memory) {}

  // Adds the next access of the execution. Calls `on_race` for each earlier one with which it is in a race. Returns false, and
  // finds nothing, if that needs too much memory.
  bool add(const Location& location, const Access& access, const IsOrdered& is_ordered,
           const OnRace& on_race);
  // The workgroup makes no more accesses.
  void finish_workgroup(std::uint32_t workgroup);

 private:
  // By workgroup: the number of its accesses that are ordered before. Empty: none.
  using Clock = std::vector<std::uint32_t>;
  struct Member {
    Access access;
    std::uint32_t number = 0;  // among those of its workgroup
  };
  struct Cell {
    // Accesses that do not depend on each other; those before them on which they depend; and those on which these depend.
    std::vector<Member> group, earlier, oldest;
    std::optional<AtomicOperation> kind;
    Clock before, with_group;
  };
  struct Thread {
    Clock clock;
    std::uint32_t accesses = 0;
    // The latest access after which more accesses of other workgroups were ordered before: those of other invocations know
    // that only after a barrier.
    Access learned;
    bool has_learned = false;
  };

  static std::optional<AtomicOperation> independent_kind(const Access& access);
  bool join(Clock& clock, const Clock& other);
  static std::uint32_t at(const Clock& clock, std::uint32_t workgroup) {
    return workgroup < clock.size() ? clock[workgroup] : 0;
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
