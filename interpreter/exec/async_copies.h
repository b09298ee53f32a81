// Asynchronous copies of a workgroup that have begun and nobody has waited for.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "interpreter/ir/op.h"

namespace spirv_oracle {

class AsyncCopies {
 public:
  struct Copy {
    const Op* op = nullptr;                                   // that began it
    std::uint64_t destination = 0, source = 0;                // addresses
    std::uint64_t destination_stride = 0, source_stride = 0;  // bytes from one element to the next
    std::uint64_t count = 0;                                  // of elements
    std::uint32_t element_bytes = 0;
  };

  // A workgroup begins.
  void start() {
    events_.clear();
    next_ = 1;
  }
  // Begins a copy for an event, 0: for a new one. Gives the event.
  std::uint64_t begin(std::uint64_t event, const Copy& copy) {
    if (event == 0) event = next_++;
    events_[event].push_back(copy);
    return event;
  }
  // Whether somebody began a copy for the event and nobody has waited for it.
  bool is_pending(std::uint64_t event) const { return events_.contains(event); }
  // The copies of an event, which are waited for.
  std::vector<Copy> finish(std::uint64_t event) {
    auto copies = events_.extract(event);
    return copies.empty() ? std::vector<Copy>() : std::move(copies.mapped());
  }
  // All that are left.
  const std::map<std::uint64_t, std::vector<Copy>>& pending() const { return events_; }

 private:
  std::map<std::uint64_t, std::vector<Copy>> events_;
  std::uint64_t next_ = 1;
};

}  // namespace spirv_oracle
