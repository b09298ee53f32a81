// A vector clock: for each other invocation, up to which stamp its memory accesses happen before
// the next action of the clock's owner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "memory/race_memory.h"
#include "memory/race_site.h"

namespace spirv_oracle {

// A point in the order of execution. Whenever an invocation releases its accesses, it begins a new
// epoch with a new stamp. 0 precedes everything.
using Stamp = std::uint32_t;

// The invocations of one instance of a scope. No two instances have the same number.
struct InvocationGroup {
  MemoryScope scope = MemoryScope::invocation;
  std::uint32_t number = 0;
  friend auto operator<=>(const InvocationGroup&, const InvocationGroup&) = default;
};

// Stamps by invocation, identified by agent (RaceOrder), and stamps for all invocations of a workgroup.
// Neighbors with the same stamp share one entry.
class RaceClock {
 public:
  // An entry for agents whose numbers differ only in the lowest bits (those in `lanes`), or for a
  // workgroup.
  struct Entry {
    std::uint32_t group = 0;
    std::uint32_t lanes = 1;
    Stamp stamp = 0;
  };

  // Counts its allocations in `memory`.
  explicit RaceClock(RaceMemory* memory = nullptr) : entries_(RaceAllocator<Entry>(memory)) {}
  static std::shared_ptr<RaceClock> make(RaceMemory* memory) {
    return std::allocate_shared<RaceClock>(RaceAllocator<RaceClock>(memory), memory);
  }
  RaceMemory* memory() const { return entries_.get_allocator().memory; }

  // The stamp of an agent of the workgroup; the second function ignores the base.
  Stamp of(std::uint32_t agent, std::uint32_t workgroup) const;
  Stamp of_entries(std::uint32_t agent, std::uint32_t workgroup) const;
  // Raises the stamps of `count` agents, beginning with this one.
  void raise(std::uint32_t agent, std::uint32_t count, Stamp stamp);
  void raise_workgroup(std::uint32_t workgroup, Stamp stamp);
  void join(const RaceClock& other);
  // Becomes a copy of the other clock, with room for one more entry.
  void copy(const RaceClock& other);
  // What the clock of every possible reader already contains: these agents, which are one workgroup,
  // up to a stamp. Empty without agents.
  struct Watermark {
    std::uint32_t agent = 0;
    std::uint32_t count = 0;
    std::uint32_t workgroup = ~0u;
    Stamp up_to = 0;

    bool has(const Entry& entry) const;
  };
  // Whether joining the other clock changes nothing. May be false even then. With `watermark`, bases
  // of that workgroup count as contained.
  bool includes(const RaceClock& other) const;
  bool includes(const RaceClock& other, const Watermark& watermark) const;
  void forget(const Watermark& watermark);
  bool empty() const { return entries_.empty() && base_.clock == nullptr; }

  // The invocation that published this clock, if the clock contains no more than that of the
  // invocation did. Every clock with that invocation up to the stamp then includes this clock. 0: no publisher.
  struct Publisher {
    std::uint32_t agent = 0;
    Stamp stamp = 0;
  };
  const Publisher& publisher() const { return publisher_; }
  void set_publisher(Publisher publisher) { publisher_ = publisher; }

  // What the clocks of all invocations of a workgroup had in common at some time. They share it
  // instead of copying it.
  struct Base {
    std::shared_ptr<const RaceClock> clock;  // has no base itself
    std::uint32_t workgroup = 0;
    std::uint32_t number = 0;  // later bases have greater numbers
  };
  void join_base(const Base& base);
  // Copies the contents of the base into this clock, which then has no base.
  void flatten();

 private:
  using Entries = std::vector<Entry, RaceAllocator<Entry>>;
  static constexpr unsigned row_shift = 5;
  static constexpr std::uint32_t row_size = 1u << row_shift;
  static constexpr std::uint32_t of_workgroup = 1u << 31;

  void raise(Entry entry);
  void raise(Entry entry, Entries::iterator first);

  void spend(std::size_t entries) const {
    if (memory() != nullptr) memory()->effort += entries;
  }
  void join_entries(const Entries& other);
  bool has(const Base& base) const;

  Entries entries_;  // by group, then by stamp; entries of one group have no lane in common
  Base base_;
  Publisher publisher_;
};

// All owners with the same clock share one object. Null: the clock is empty.
using SharedClock = std::shared_ptr<const RaceClock>;
std::shared_ptr<RaceClock> copied(const RaceClock& clock);
SharedClock joined(const SharedClock& a, const SharedClock& b);

}  // namespace spirv_oracle
