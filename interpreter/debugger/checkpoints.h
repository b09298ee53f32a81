// States to which a run can go back. Each checkpoint is a forked copy of this process that waits; the kernel shares the
// memory that has not changed since. To go back, a copy of a checkpoint wakes and becomes the running process.
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
  // `max_bytes`: the limit for the unshared memory of all checkpoints together.
  explicit Checkpoints(std::uint64_t max_bytes) : max_bytes_(max_bytes) {}

  // Whether enough time has passed since the last checkpoint.
  bool is_due() const;
  // Makes a checkpoint of the current state. Returns null in the process that continues, and the message of wake() in a
  // process that is woken later with this state. `client` is closed in the checkpoint, and open again when it wakes.
  nlohmann::json make(std::uint64_t moment, Channel& client);
  // The last checkpoint at or before a moment; if there is none, the first one.
  std::size_t find(std::uint64_t moment) const;
  std::uint64_t moment(std::size_t index) const { return checkpoints_[index].moment; }
  std::size_t count() const { return checkpoints_.size(); }
  // Continues in a copy of that checkpoint. Ends this process and all later checkpoints.
  [[noreturn]] void wake(std::size_t index, const nlohmann::json& message, const Channel& client);
  // Ends all checkpoints from that one on.
  void forget_from(std::size_t index);
  // {"moments", "bytes"}
  nlohmann::json describe() const;

 private:
  using Clock = std::chrono::steady_clock;

  struct Checkpoint {
    std::uint64_t moment = 0;
    pid_t process = 0;
    int socket = -1;  // connected to the process
  };

  void remove(std::size_t index);
  void limit_memory();
  void thin_out();
  // Memory of the checkpoints that they do not share.
  std::uint64_t own_bytes() const;

  std::uint64_t max_bytes_;
  std::vector<Checkpoint> checkpoints_;
  std::uint64_t measured_bytes_ = 0;  // when limit_memory() last measured own_bytes()
  std::size_t measured_count_ = 0;    // of checkpoints then; 0: never
  Clock::time_point last_ = Clock::now();
  std::chrono::milliseconds interval_{20};
};

}  // namespace spirv_oracle
