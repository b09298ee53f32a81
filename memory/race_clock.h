// What an invocation knows of the progress of others: of each, up to where its memory accesses happen
// before what the invocation does next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "memory/race_memory.h"
#include "memory/race_site.h"

namespace spirv_oracle {

// A point in the order of execution. An invocation begins a new epoch, with a stamp that it had not
// before, whenever it lets others know of its accesses. 0 is before everything.
using Stamp = std::uint32_t;

// The invocations of one instance of a scope, by a number that no other instance has.
struct InvocationGroup {
  MemoryScope scope = MemoryScope::invocation;
  std::uint32_t number = 0;
  friend auto operator<=>(const InvocationGroup&, const InvocationGroup&) = default;
};

// Of invocations by their agents (RaceOrder), and of all invocations of workgroups. Neighbours that are
// known up to the same stamp take one entry together.
class RaceClock {
 public:
  // Of agents whose numbers differ in the lowest bits, those in `lanes`; or of a workgroup.
  struct Entry {
    std::uint32_t group = 0;
    std::uint32_t lanes = 1;
    Stamp stamp = 0;
  };

  // What it allocates counts into `memory`.
  explicit RaceClock(RaceMemory* memory = nullptr) : entries_(RaceAllocator<Entry>(memory)) {}
  static std::shared_ptr<RaceClock> make(RaceMemory* memory) {
    return std::allocate_shared<RaceClock>(RaceAllocator<RaceClock>(memory), memory);
  }
  RaceMemory* memory() const { return entries_.get_allocator().memory; }

  // What is known of one agent of that workgroup; and without the base.
  Stamp of(std::uint32_t agent, std::uint32_t workgroup) const;
  Stamp of_entries(std::uint32_t agent, std::uint32_t workgroup) const;
  // Of `count` agents from this one on.
  void raise(std::uint32_t agent, std::uint32_t count, Stamp stamp);
  void raise_workgroup(std::uint32_t workgroup, Stamp stamp);
  void join(const RaceClock& other);
  // Becomes a copy that has room for one more.
  void copy(const RaceClock& other);
  // What all who might look at a clock know anyway: of these agents, who are one workgroup, up to a stamp.
  // Nothing where there are none.
  struct Settled {
    std::uint32_t agent = 0;
    std::uint32_t count = 0;
    std::uint32_t workgroup = ~0u;
    Stamp up_to = 0;

    bool has(const Entry& entry) const;
  };
  // Whether joining the other one changes nothing. (It may be false where that is so.) With `settled`, bases
  // of that workgroup count as known, too.
  bool includes(const RaceClock& other) const;
  bool includes(const RaceClock& other, const Settled& settled) const;
  void forget(const Settled& settled);
  bool empty() const { return entries_.empty() && base_.clock == nullptr; }

  // The invocation that has published it, if it is no more than what that one knew: whoever knows of it up to
  // the stamp knows all of the clock. 0: there is none.
  struct Publisher {
    std::uint32_t agent = 0;
    Stamp stamp = 0;
  };
  const Publisher& publisher() const { return publisher_; }
  void set_publisher(Publisher publisher) { publisher_ = publisher; }

  // What all of a workgroup knew at some time, which most clocks of its invocations have below them: it is
  // not copied into each.
  struct Base {
    std::shared_ptr<const RaceClock> clock;  // which has none itself
    std::uint32_t workgroup = 0;
    std::uint32_t number = 0;  // later ones have greater numbers
  };
  void join_base(const Base& base);
  // Takes what the base knows over, so that there is none.
  void flatten();

 private:
  using Entries = std::vector<Entry, RaceAllocator<Entry>>;
  static constexpr unsigned row_shift = 5;
  static constexpr std::uint32_t row_size = 1u << row_shift;
  static constexpr std::uint32_t of_workgroup = 1u << 31;

  void raise(Entry entry);

  void spend(std::size_t entries) const {
    if (memory() != nullptr) memory()->effort += entries;
  }
  void join_entries(const Entries& other);
  bool has(const Base& base) const;

  Entries entries_;  // by group, then by stamp; those of one group have no lane in common
  Base base_;
  Publisher publisher_;
};

// Clocks are shared by all who know the same; null knows nothing.
using SharedClock = std::shared_ptr<const RaceClock>;
std::shared_ptr<RaceClock> copied(const RaceClock& clock);
SharedClock joined(const SharedClock& a, const SharedClock& b);

}  // namespace spirv_oracle
