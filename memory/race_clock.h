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

// Stamps of groups of agents, as a big-endian Patricia tree (Okasaki and Gill, "Fast Mergeable Integer Maps", Workshop on ML
// 1998). Its leaves hold the stamps of neighboring groups. Copies share parts of the tree until one of them changes, and no
// operation reads what two trees share. So in a chain of invocations, each of which acquires what all earlier ones have
// released, a step takes logarithmic time and memory.
class ClockEntries {
 public:
  // An entry for agents whose numbers differ only in the lowest bits (those in `lanes`), or for a
  // workgroup. Neighbors with the same stamp share one entry.
  struct Entry {
    std::uint32_t group = 0;
    std::uint32_t lanes = 1;
    Stamp stamp = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
  };
  static constexpr unsigned row_shift = 5;
  static constexpr std::uint32_t row_size = 1u << row_shift;
  static constexpr std::uint32_t of_workgroup = 1u << 31;

  // What the clock of every possible reader already contains: these agents, which are one workgroup,
  // up to a stamp. Empty without agents.
  struct Watermark {
    std::uint32_t agent = 0;
    std::uint32_t count = 0;
    std::uint32_t workgroup = ~0u;
    Stamp up_to = 0;

    bool has(const Entry& entry) const;
    // Those of its lanes that are in the watermark.
    std::uint32_t lanes_of(const Entry& entry) const;
    // Whether it may have an entry for groups from `first` on and before `end`.
    bool may_have(std::uint32_t first, std::uint64_t end) const;
  };

  // Counts its allocations in `memory`, which must outlive it and its copies.
  explicit ClockEntries(RaceMemory* memory) : memory_(memory) {}
  RaceMemory* memory() const { return memory_; }
  bool empty() const { return root_ == nullptr; }

  // The stamp of a lane of the group, given as a mask.
  Stamp of(std::uint32_t group, std::uint32_t lane) const;
  // Raises the stamps of lanes of a group.
  void raise(const Entry& entry);
  void join(const ClockEntries& other);
  // Whether all stamps of the other one are in this one or in the watermark.
  bool includes(const ClockEntries& other, const Watermark& watermark) const;
  void forget(const Watermark& watermark);

 private:
  using Entries = std::vector<Entry, RaceAllocator<Entry>>;
  struct Part;
  struct Leaf;
  struct Branch;
  using SharedPart = std::shared_ptr<Part>;

  void spend(std::size_t entries) const {
    if (memory_ != nullptr) memory_->effort += entries;
  }
  SharedPart leaf_of(Entries entries) const;
  SharedPart branch_of(SharedPart part, SharedPart other) const;
  SharedPart copy_of(const Part& part) const;
  SharedPart with_halves(const SharedPart& branch, SharedPart low, SharedPart high) const;
  static const Leaf* leaf_at(const Part* part, std::uint32_t group);
  static void raise(Entries& entries, Entry entry, Entries::iterator first);
  SharedPart joined(const SharedPart& a, const SharedPart& b) const;
  SharedPart joined_leaves(const SharedPart& a, const SharedPart& b) const;
  bool includes(const Part* part, const Part& other, const Watermark& watermark) const;
  static bool includes(const Entries& known, const Entries& entries, const Watermark& watermark);
  SharedPart without(const SharedPart& part, const Watermark& watermark) const;

  RaceMemory* memory_;
  SharedPart root_;  // null: none
};

// Stamps by invocation, identified by agent (RaceOrder), and stamps for all invocations of a workgroup.
class RaceClock {
 public:
  // Counts its allocations in `memory`.
  explicit RaceClock(RaceMemory* memory = nullptr) : entries_(memory) {}
  static std::shared_ptr<RaceClock> make(RaceMemory* memory) {
    return std::allocate_shared<RaceClock>(RaceAllocator<RaceClock>(memory), memory);
  }
  RaceMemory* memory() const { return entries_.memory(); }

  // The stamp of an agent of the workgroup; the second function ignores the base.
  Stamp of(std::uint32_t agent, std::uint32_t workgroup) const;
  Stamp of_entries(std::uint32_t agent, std::uint32_t workgroup) const;
  // Raises the stamps of `count` agents, beginning with this one.
  void raise(std::uint32_t agent, std::uint32_t count, Stamp stamp);
  void raise_workgroup(std::uint32_t workgroup, Stamp stamp);
  void join(const RaceClock& other);
  // Becomes a copy of the other clock, without its publisher.
  void copy(const RaceClock& other);
  using Watermark = ClockEntries::Watermark;
  // Whether joining the other clock changes nothing. May be false even then. With `watermark`, bases
  // of that workgroup count as contained.
  bool includes(const RaceClock& other) const;
  bool includes(const RaceClock& other, const Watermark& watermark) const;
  void forget(const Watermark& watermark) { entries_.forget(watermark); }
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
  bool has(const Base& base) const;

  ClockEntries entries_;
  Base base_;
  Publisher publisher_;
};

// All owners with the same clock share one object. Null: the clock is empty.
using SharedClock = std::shared_ptr<const RaceClock>;
std::shared_ptr<RaceClock> copied(const RaceClock& clock);
SharedClock joined(const SharedClock& a, const SharedClock& b);

}  // namespace spirv_oracle
