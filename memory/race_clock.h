// What an invocation knows of the progress of others: of each, up to where its memory accesses happen
// before what the invocation does next.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "memory/race_site.h"

namespace spirv_oracle {

// A point in the order of execution. An invocation begins a new epoch, with a stamp that nobody had
// before, whenever it lets others know of its accesses. 0 is before everything.
using Stamp = std::uint32_t;

// The invocations of one instance of a scope, by a number that no other instance has.
struct InvocationGroup {
  MemoryScope scope = MemoryScope::invocation;
  std::uint32_t number = 0;
  friend auto operator<=>(const InvocationGroup&, const InvocationGroup&) = default;
};

class RaceClock {
 public:
  struct Entry {
    InvocationGroup group;
    Stamp stamp = 0;
  };

  // What is known of all in the group; that of groups around it is not looked at.
  Stamp of(InvocationGroup group) const;
  void raise(InvocationGroup group, Stamp stamp);
  void join(const RaceClock& other);
  // Forgets what is known of the groups for which `is_part` holds.
  template <class IsPart>
  void erase_if(IsPart is_part) {
    std::erase_if(entries_, [&](const Entry& entry) { return is_part(entry.group); });
  }
  bool empty() const { return entries_.empty(); }

 private:
  std::vector<Entry> entries_;  // by group
};

// Clocks are shared by all who know the same; null knows nothing.
using SharedClock = std::shared_ptr<const RaceClock>;
SharedClock joined(const SharedClock& a, const SharedClock& b);

}  // namespace spirv_oracle
