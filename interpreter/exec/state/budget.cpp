#include "interpreter/exec/state/budget.h"

#include <algorithm>
#include <utility>

namespace spirv_oracle {

std::uint64_t WorkgroupLimits::steps_used() const {
  return budget_.steps.load(std::memory_order_relaxed) + pending_;
}

std::uint64_t WorkgroupLimits::steps_left() const {
  return budget_.max_steps - std::min(budget_.max_steps, steps_used());
}

void WorkgroupLimits::count(std::uint64_t steps, std::uint64_t lane_instructions) {
  steps_ += steps;
  lane_instructions_ += lane_instructions;
  pending_ += steps;
  if (pending_ >= most_pending()) add_pending();
}

// Workers that all add at each barrier would wait for each other. The run ends at most this many steps late for each.
std::uint64_t WorkgroupLimits::most_pending() const {
  constexpr std::uint64_t most = 4096;
  return budget_.workers == 1 ? 0 : std::min(most, budget_.max_steps / 1024);
}

void WorkgroupLimits::add_pending() {
  budget_.steps.fetch_add(pending_, std::memory_order_relaxed);
  pending_ = 0;
}

void WorkgroupLimits::start_workgroup() {
  end_ = WorkgroupEnd::finished;
  add_pending();
}

WorkgroupEnd WorkgroupLimits::reached(WorkgroupEnd of_memory) const {
  if (steps_used() > budget_.max_steps) return WorkgroupEnd::step_limit;
  if (budget_.output.load(std::memory_order_relaxed) > budget_.max_output)
    return WorkgroupEnd::output_limit;
  if (of_memory != WorkgroupEnd::finished) return of_memory;
  if (budget_.interrupt != nullptr && budget_.interrupt->load(std::memory_order_relaxed))
    return WorkgroupEnd::interrupted;
  if (budget_.deadline != std::chrono::steady_clock::time_point::max() &&
      std::chrono::steady_clock::now() > budget_.deadline)
    return WorkgroupEnd::time_limit;
  return budget_.stop.load(std::memory_order_relaxed) ? WorkgroupEnd::stopped
                                                      : WorkgroupEnd::finished;
}

void WorkgroupLimits::end_run(WorkgroupEnd end) {
  end_ = end;
  budget_.stop = true;
}

void WorkgroupLimits::end_run_at(LimitLocation place, WorkgroupEnd end) {
  place_ = std::move(place);
  end_run(end);
}

}  // namespace spirv_oracle
