// The critical sections of a dispatch: what workgroups access while they hold a lock, and which of that another order of the
// sections changes (docs/soundness.md, "Critical sections").
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "memory/atomic_operation.h"
#include "memory/race_shadow.h"
#include "memory/reversible_races.h"

namespace spirv_oracle {

// What an instruction does with a ticket lock (lowering/synchronization/ticket_locks.h).
enum class TicketUse : std::uint8_t {
  none,
  draws,  // increments the counter of tickets
  waits,  // loads the number that is served
  serves  // stores the number after the ticket
};

class LockSections {
 public:
  using Location = ReversibleRaces::Location;
  // Words whose contents depend on the order of the sections, by object.
  using Words = std::map<std::uint32_t, GeneralRaces>;
  // An access by an atomic that may take or release a lock.
  struct Atomic {
    Location location;
    unsigned bytes = 4;
    std::uint32_t workgroup = 0, invocation = 0;
    AtomicOperation operation = AtomicOperation::load;
    bool result_is_used = false;
    bool is_repeated = false;  // until it succeeds
    std::uint64_t original = 0, value = 0, comparator = 0;
    TicketUse ticket = TicketUse::none;  // if it waits, `comparator` is the ticket
  };
  enum class Effect : std::uint8_t {
    none,      // the location is not a lock
    acquires,  // it was free
    waits,     // it was held
    releases,
    draws,  // a ticket
    breaks  // the location is a lock for other accesses
  };
  struct Plain {
    Location location;
    std::uint32_t workgroup = 0;
    std::uint32_t roles = 0;  // that the workgroup has had
    bool writes = false;
    std::optional<AtomicOperation> update = std::nullopt;  // a part of a CommutingUpdate
  };

  void start_run();
  Effect access(const Atomic& atomic);
  // Another kind of access by an atomic. Returns whether the location is a lock.
  bool access_otherwise(const Location& location);
  void access(const Plain& plain);
  bool is_inside(std::uint32_t workgroup) const { return held_.contains(workgroup); }
  bool any_is_held() const { return !held_.empty() || !drawn_.empty(); }
  bool has_tickets() const { return !counters_.empty(); }
  // Whether an invocation has drawn a ticket, and does not hold the lock yet; any one of the workgroup.
  bool has_drawn(std::uint32_t workgroup, std::uint32_t invocation) const {
    return drawn_.contains({workgroup, invocation});
  }
  bool has_drawn(std::uint32_t workgroup) const {
    const auto first = drawn_.lower_bound({workgroup, 0});
    return first != drawn_.end() && first->first.first == workgroup;
  }
  // Whether all that sections wrote to the word in the run before were updates by one operation.
  bool only_updates(const Location& location) const;
  // What differs between orders of the sections: between_writes, if their last value does.
  Words words() const;

 private:
  struct Invocation {
    std::uint32_t workgroup = 0, invocation = 0, roles = 0;
    friend bool operator==(const Invocation&, const Invocation&) = default;
  };
  struct Lock {
    std::uint64_t free = 0, held = 0;
    unsigned bytes = 4;
    std::optional<Invocation> holder;
    // Of a ticket lock: where tickets are drawn, and that of the holder.
    std::optional<Location> counter;
    std::uint64_t ticket = 0;
  };
  // The locks that a workgroup holds, all of them taken by one invocation.
  struct Held {
    std::uint32_t invocation = 0;
    std::vector<Location> locks;
    bool has_released = false;
  };
  struct Drawn {
    Location counter;
    std::uint64_t ticket = 0;
  };
  // Whose sections make one kind of access.
  struct Holders {
    std::optional<Invocation> one;
    bool has_several = false;
    void add(const Invocation& invocation) {
      has_several |= one && *one != invocation;
      one = invocation;
    }
  };
  struct Word {
    Holders all, writers;
    std::optional<AtomicOperation> update;
    bool has_other_writes = false;  // stores, or updates by several operations
  };
  static bool may_take(const Atomic& atomic);
  Effect take(Lock& lock, const Atomic& atomic);
  Effect release(Lock& lock, const Atomic& atomic);
  Effect draw(const Atomic& atomic);
  Effect await_turn(const Atomic& atomic);
  Effect serve(Lock& lock, const Atomic& atomic);
  bool is_nested(const Location& outer, const Location& inner) const;

  std::map<Location, Lock> locks_;
  std::set<Location> others_;                                       // that other atomics access
  std::set<Location> counters_;                                     // of tickets
  std::map<std::pair<std::uint32_t, std::uint32_t>, Drawn> drawn_;  // by workgroup and invocation
  std::unordered_map<std::uint32_t, Held> held_;                    // by workgroup
  std::map<Location, std::set<Location>> nested_;  // the locks that are taken while one is held
  std::map<Location, Word> words_, known_words_;   // of this run, and of the one before
};

}  // namespace spirv_oracle
