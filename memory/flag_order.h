// How atomics would order invocations if each of them were an acquire and a release. A race that this order
// excludes lacks memory barriers around its atomics, and nothing else.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "memory/race_order.h"

namespace spirv_oracle {

class FlagOrder {
 public:
  FlagOrder(const FlagOrder&) = delete;
  FlagOrder& operator=(const FlagOrder&) = delete;
  explicit FlagOrder(RaceShape shape);

  struct Suspended;
  void start_workgroup(std::uint64_t number);
  std::unique_ptr<Suspended> make_suspended() const;
  void exchange_workgroup(Suspended& other);
  // Gets all barriers, with these semantics.
  RaceOrder& order() { return order_; }
  static MemorySemantics semantics();

  // An atomic access to a location that the caller numbers. `origin` is returned by flags_between().
  void access(std::size_t object, std::uint64_t offset, std::uint32_t invocation,
              std::uint32_t origin, bool reads, bool writes);

  // The atomics, by their origins, that would order accesses.
  struct Flags {
    std::uint32_t released_at = 0;
    std::uint32_t acquired_at = 0;
    // Whether other invocations of their workgroups executed them.
    bool released_by_other = false, acquired_by_other = false;
  };
  // Those that would order an access of `agent` before the next action of `invocation`. `stamp`: the epoch of
  // the access in this order.
  std::optional<Flags> flags_between(std::uint32_t agent, Stamp stamp,
                                     std::uint32_t invocation) const;

 private:
  struct Location {
    explicit Location(RaceMemory* memory) : releases(RaceAllocator<RaceSide::Release>(memory)) {}
    RaceSide::Releases releases;
  };
  // An invocation of the running workgroup has read a value that others wrote.
  struct Acquisition {
    std::uint32_t invocation = 0;
    std::uint32_t acquired_at = 0;
    SharedClock clock;
  };
  // An invocation has written a value that others may read.
  struct Publication {
    std::uint32_t agent = 0;
    std::uint32_t released_at = 0;
    Stamp epoch = 0;
  };
  static constexpr std::size_t max_acquisitions = 4096, max_publications = std::size_t{1} << 16;

  // The first one after an access, by the same invocation or, if it has none, by its workgroup.
  const Publication* find_publication(std::uint32_t agent, Stamp stamp) const;
  static constexpr std::uint64_t max_effort = std::uint64_t{1} << 25;

  // Atomics are not followed any more when it is exhausted.
  RaceMemory memory_{.limit = std::uint64_t{64} << 20};
  RaceOrder order_;
  std::map<std::pair<std::size_t, std::uint64_t>, Location> locations_;
  std::deque<Acquisition> acquisitions_;
  std::vector<Publication> publications_;  // in the order of execution
};

struct FlagOrder::Suspended {
  std::unique_ptr<RaceOrder::Suspended> order;
  std::deque<Acquisition> acquisitions;
};

}  // namespace spirv_oracle
