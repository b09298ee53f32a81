// Shows the progress of a run on a line of the terminal.
#pragma once

#include <chrono>
#include <mutex>
#include <ostream>
#include <string>

#include "interpreter/dispatch.h"

namespace spirv_oracle {

// Appears when a run takes more than two seconds. Thread-safe.
class ProgressLine {
 public:
  explicit ProgressLine(std::ostream& out) : out_(out) {}
  ~ProgressLine() { erase(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const Progress& progress);
  // Must be called before anything else is printed.
  void erase();

 private:
  using Clock = std::chrono::steady_clock;

  std::ostream& out_;
  std::mutex mutex_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point run_start_ = start_;  // one command may run several dispatches
  std::uint64_t steps_ = 0;
  bool is_shown_ = false;
};

// Fits on one line.
std::string progress_text(const Progress& progress, double seconds);

}  // namespace spirv_oracle
