// What a run is doing, on a line of a terminal.
#pragma once

#include <chrono>
#include <mutex>
#include <ostream>
#include <string>

#include "interpreter/dispatch.h"

namespace spirv_oracle {

// Shows itself when a run takes more than two seconds. May be used by several threads.
class ProgressLine {
 public:
  explicit ProgressLine(std::ostream& out) : out_(out) {}
  ~ProgressLine() { erase(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const Progress& progress);
  // Before something else is printed.
  void erase();

 private:
  using Clock = std::chrono::steady_clock;

  std::ostream& out_;
  std::mutex mutex_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point run_start_ = start_;  // a command may run a dispatch several times
  std::uint64_t steps_ = 0;
  bool is_shown_ = false;
};

// Not longer than a line.
std::string progress_text(const Progress& progress, double seconds);

}  // namespace spirv_oracle
