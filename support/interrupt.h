// Handles Ctrl-C while a dispatch runs.
#pragma once

#include <csignal>

#include <atomic>

namespace spirv_oracle {

// While an InterruptFlag exists, the first SIGINT sets its flag. The next one has its usual effect
// and ends the process. If SIGINT is ignored, it remains ignored. Only one flag may exist at a
// time.
class InterruptFlag {
 public:
  InterruptFlag();
  ~InterruptFlag();
  InterruptFlag(const InterruptFlag&) = delete;
  InterruptFlag& operator=(const InterruptFlag&) = delete;

  static const std::atomic<bool>& get();

 private:
  struct sigaction before_ {};
};

}  // namespace spirv_oracle
