// The time at which work must stop.
#pragma once

#include <algorithm>
#include <chrono>

namespace spirv_oracle {

using Deadline = std::chrono::steady_clock::time_point;

inline constexpr Deadline no_deadline = Deadline::max();

// The time that is `seconds` from now. No deadline for 0, and if the clock cannot represent the
// time.
inline Deadline deadline_after(double seconds) {
  const Deadline now = std::chrono::steady_clock::now();
  const std::chrono::duration<double> most = Deadline::max() - now;
  if (seconds <= 0 || seconds >= most.count() - 1) return no_deadline;
  return now +
         std::chrono::duration_cast<Deadline::duration>(std::chrono::duration<double>(seconds));
}

inline bool is_past(Deadline deadline) {
  return deadline != no_deadline && std::chrono::steady_clock::now() > deadline;
}

// The value for Limits::timeout_seconds: 0 without a deadline; otherwise more than 0, even if
// it has passed.
inline double seconds_until(Deadline deadline) {
  if (deadline == no_deadline) return 0;
  const std::chrono::duration<double> left = deadline - std::chrono::steady_clock::now();
  return std::max(left.count(), 1e-6);
}

}  // namespace spirv_oracle
