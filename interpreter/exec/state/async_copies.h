// The asynchronous copies of a workgroup that have begun, and for which no invocation has waited.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "interpreter/ir/record.h"

namespace spirv_oracle {

class AsyncCopies {
 public:
  struct Copy {
    const Record* record = nullptr;                           // that began it
    std::uint64_t destination = 0, source = 0;                // addresses
    std::uint64_t destination_stride = 0, source_stride = 0;  // bytes from one element to the next
    std::uint64_t count = 0;                                  // number of elements
    std::uint32_t element_bytes = 0;
    std::uint32_t begun = 0;  // the stamp of accesses after its beginning (memory/race_order.h)
  };

  // Must be called when a workgroup begins.
  void start() {
    events_.clear();
    next_ = 1;
  }
  // Begins a copy for an event; 0: a new event. Returns the event.
  std::uint64_t begin(std::uint64_t event, const Copy& copy) {
    if (event == 0) event = next_++;
    events_[event].push_back(copy);
    return event;
  }
  // Whether a copy for the event has begun, and no invocation has waited for it.
  bool is_pending(std::uint64_t event) const { return events_.contains(event); }
  // Removes and returns the copies of an event for which the workgroup has waited.
  std::vector<Copy> finish(std::uint64_t event) {
    auto copies = events_.extract(event);
    return copies.empty() ? std::vector<Copy>() : std::move(copies.mapped());
  }
  // The copies for which no invocation has waited.
  const std::map<std::uint64_t, std::vector<Copy>>& pending() const { return events_; }

 private:
  std::map<std::uint64_t, std::vector<Copy>> events_;
  std::uint64_t next_ = 1;
};

}  // namespace spirv_oracle
