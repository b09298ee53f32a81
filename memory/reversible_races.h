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
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "memory/atomic_operation.h"
#include "memory/race_memory.h"
#include "memory/workgroup_clock.h"

namespace spirv_oracle {

class ReversibleRaces {
 public:
  // A word of an object; of memory that each workgroup has for itself, with the number of the workgroup + 1, and accessed by it only.
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

  // Keeps up to about `max_memory` bytes, with the clocks that the caller has copied. It must outlive them.
  explicit ReversibleRaces(std::uint64_t max_memory) : memory_(std::make_shared<RaceMemory>()) {
    memory_->limit = max_memory;
  }
  ReversibleRaces(const ReversibleRaces&) = default;
  ReversibleRaces& operator=(const ReversibleRaces&) = delete;
  ~ReversibleRaces() = default;
  // Begins another execution.
  void clear() {
    cells_.clear();
    threads_.clear();
  }

  // Adds the next access of the execution. `has_roles`: accesses to the location have roles. Calls `on_race` for each earlier
  // one with which it is in a race. Returns false, and finds nothing, if that needs too much memory.
  bool add(const Location& location, bool has_roles, const Access& access,
           const IsOrdered& is_ordered, const OnRace& on_race);
  // What is ordered before the next access of the workgroup, also through roles; and the number of its latest access.
  const WorkgroupClock& clock(std::uint32_t workgroup) { return thread(workgroup).known.by_roles; }
  std::uint32_t latest(std::uint32_t workgroup) { return thread(workgroup).accesses; }
  // The workgroup makes no more accesses.
  void finish_workgroup(std::uint32_t workgroup);

 private:
  struct Clocks {
    explicit Clocks(RaceMemory* memory) : always(memory), by_roles(memory) {}
    WorkgroupClock always, by_roles;
  };
  struct Member {
    Access access;
    std::uint32_t number = 0;  // among those of its workgroup
  };
  using Members = std::vector<Member, RaceAllocator<Member>>;
  struct Cell {
    explicit Cell(RaceMemory* memory)
        : group(RaceAllocator<Member>(memory)),
          earlier(group),
          oldest(group),
          before(memory),
          with_group(memory) {}
    // Accesses that do not depend on each other; those before them on which they depend; and those on which these depend.
    Members group, earlier, oldest;
    std::optional<AtomicOperation> kind;
    Clocks before, with_group;
  };
  struct Thread {
    explicit Thread(RaceMemory* memory) : known(memory) {}
    Clocks known;
    std::map<Location, Cell> own_cells;  // of the memory that the workgroup has for itself
    std::uint32_t accesses = 0;
    std::uint32_t latest_role = 1;  // the number of the access; 1: none
    // The latest access after which more accesses of other workgroups were ordered before: those of other invocations know
    // that only after a barrier.
    Access learned;
    bool has_learned = false;
  };

  static std::optional<AtomicOperation> independent_kind(const Access& access);
  static bool join(Clocks& clocks, const Clocks& other, bool has_roles);
  Thread& thread(std::uint32_t workgroup) {
    return threads_.try_emplace(workgroup, memory_.get()).first->second;
  }
  Cell& cell(const Location& location, Thread& thread);
  static void count(Thread& thread, std::uint32_t workgroup);
  static bool holds(const WorkgroupClock& clock, const Member& member) {
    const WorkgroupClock::Before before = clock.of(member.access.workgroup);
    return before.first <= member.number && member.number <= before.last;
  }
  // Whether one invocation made both at one place.
  static bool is_repeated(const Access& a, const Access& b);
  static void put(Cell& cell, const Member& member);

  std::shared_ptr<RaceMemory> memory_;
  std::map<Location, Cell> cells_;
  std::unordered_map<std::uint32_t, Thread> threads_;
};

}  // namespace spirv_oracle
