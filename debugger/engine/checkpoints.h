// States to which a run can go back. Each one is a forked copy of this process that waits; the kernel shares the memory that
// has not changed since. To go back, a copy of such a process wakes and becomes the running one.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <vector>

#include <nlohmann/json.hpp>

#include "debugger/engine/transport/channel.h"

namespace spirv_oracle {

// There are checkpoints, at records of the run, and starts of dispatches, from which a dispatch is prepared again.
class Checkpoints {
 public:
  // `max_bytes`: the limit for the unshared memory of all these processes together.
  explicit Checkpoints(std::uint64_t max_bytes) : max_bytes_(max_bytes) {}

  // Whether enough time has passed since the last checkpoint.
  bool is_due() const;
  // Makes a checkpoint of the current state. Returns null in the process that continues, and the message of wake() in a
  // process that is woken later with this state. `client` is closed in the checkpoint, and open again when it wakes.
  nlohmann::json make(std::uint64_t moment, Channel& client);
  // Makes a start of a dispatch, and returns what make() does; has_start() says whether it could be made.
  nlohmann::json make_start(std::uint64_t moment, Channel& client);
  // Whether the last start is at this moment or a later one.
  bool has_start(std::uint64_t moment) const {
    return !starts_.empty() && starts_.back().moment >= moment;
  }
  // The last checkpoint at or before a moment; if there is none, the first one.
  std::size_t find(std::uint64_t moment) const;
  std::uint64_t moment(std::size_t index) const { return checkpoints_[index].moment; }
  std::size_t count() const { return checkpoints_.size(); }
  // Continues in a copy of that checkpoint. Ends this process and all later checkpoints and starts.
  [[noreturn]] void wake(std::size_t index, nlohmann::json message, const Channel& client);
  // Continues in a copy of the last start. Ends this process and all checkpoints.
  [[noreturn]] void wake_start(nlohmann::json message, const Channel& client);
  // Ends the last start, which is not needed any more.
  void forget_start();
  // {"moments", "starts": their number, "bytes": of checkpoints and starts}
  nlohmann::json describe() const;

 private:
  using Clock = std::chrono::steady_clock;

  struct Process {
    std::uint64_t moment = 0;
    pid_t number = 0;
    int socket = -1;  // connected to the process
  };
  using Processes = std::vector<Process>;

  nlohmann::json make_in(Processes& list, std::uint64_t moment, Channel& client);
  [[noreturn]] void wake_process(const Process& process, nlohmann::json message,
                                 const Channel& client);
  static void remove(Processes& list, std::size_t index);
  // Ends all from that moment on.
  static void forget_from(Processes& list, std::uint64_t moment);
  static nlohmann::json numbers_of(const Processes& list);
  // Leaves out the processes that have ended since this one was copied.
  static void keep_only(Processes& list, const nlohmann::json& numbers);
  void limit_memory();
  void thin_out();
  void forget_unused_starts();
  // Memory of the processes that they do not share.
  std::uint64_t own_bytes() const;
  std::size_t process_count() const { return checkpoints_.size() + starts_.size(); }

  std::uint64_t max_bytes_;
  Processes checkpoints_;             // by moment
  Processes starts_;                  // likewise; none of dispatches that need none
  std::uint64_t measured_bytes_ = 0;  // when limit_memory() last measured own_bytes()
  std::size_t measured_count_ = 0;    // of processes then; 0: never
  Clock::time_point last_ = Clock::now();
  std::chrono::milliseconds interval_{20};
};

}  // namespace spirv_oracle
