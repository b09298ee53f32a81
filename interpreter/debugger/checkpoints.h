// States of the run to go back to: each is a process, a copy of this one as it was at a moment, that waits. The kernel shares
// the memory that has not changed since. Going back wakes the copy of a checkpoint, which becomes the process that runs.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/debugger/channel.h"

namespace spirv_oracle {

class Checkpoints {
 public:
  // `max_bytes`: memory that all checkpoints together may have for themselves.
  explicit Checkpoints(std::uint64_t max_bytes) : max_bytes_(max_bytes) {}

  // Whether the run has gone on long enough since the last checkpoint.
  bool is_due() const;
  // Makes one of the state at hand. Returns null in the process that goes on; in the one that is woken later, which has this
  // state again, what wake() sent. `client`: is closed in the checkpoint, and open again in what is woken.
  nlohmann::json make(std::uint64_t moment, Channel& client);
  // The last checkpoint before a moment (or at it); the first one where there is none.
  std::size_t find(std::uint64_t moment) const;
  std::uint64_t moment(std::size_t index) const { return checkpoints_[index].moment; }
  std::size_t count() const { return checkpoints_.size(); }
  // Goes on as a copy of that checkpoint; this process ends, and so do later checkpoints.
  [[noreturn]] void wake(std::size_t index, const nlohmann::json& message, const Channel& client);
  // {"moments", "bytes"}
  nlohmann::json describe() const;

 private:
  using Clock = std::chrono::steady_clock;

  struct Checkpoint {
    std::uint64_t moment = 0;
    pid_t process = 0;
    int socket = -1;  // to it
  };

  void remove(std::size_t index);
  void limit_memory();

  std::uint64_t max_bytes_;
  std::vector<Checkpoint> checkpoints_;
  Clock::time_point last_ = Clock::now();
  std::chrono::milliseconds interval_{20};
};

}  // namespace spirv_oracle
