// How long a motion may take.
#pragma once

#include <chrono>

namespace spirv_oracle {

class MotionTimer {
 public:
  // 0: no limit.
  void set_limit(double seconds) { limit_ = std::chrono::duration<double>(seconds); }
  // To be called when the run resumes.
  void start() { start_ = Clock::now(); }
  bool is_over() const { return limit_.count() > 0 && Clock::now() - start_ > limit_; }

 private:
  using Clock = std::chrono::steady_clock;

  std::chrono::duration<double> limit_{0};
  Clock::time_point start_;
};

}  // namespace spirv_oracle
