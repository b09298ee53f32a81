// Ctrl-C while a dispatch runs.
#pragma once

#include <csignal>

#include <atomic>

namespace spirv_oracle {

// While one exists, the first SIGINT sets its flag; the next one does what it does otherwise, which is to end
// the process. Where SIGINT is ignored, it stays so. Only one may exist at a time.
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
