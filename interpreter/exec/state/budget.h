// The limits of a run, and how they end it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "interpreter/dispatch.h"

namespace spirv_oracle {

class ProgressMeter;  // exec/state/progress_meter.h

// The limits of a run, shared by all workers.
struct Budget {
  std::uint64_t max_steps = 0;
  std::uint64_t max_output = 0;  // bytes of DebugPrintf
  std::uint64_t max_worker_memory =
      ~std::uint64_t{0};  // bytes that a worker may allocate while it runs
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  const std::atomic<bool>* interrupt = nullptr;  // null: nothing interrupts
  ProgressMeter* progress = nullptr;             // null: no progress is shown
  std::uint32_t workers = 1;
  std::uint32_t residents = 1;  // workgroups in flight per worker, at most
  // Written often, unlike the rest, so it has a cache line of its own.
  alignas(64) std::atomic<std::uint64_t> steps{0};
  alignas(64) std::atomic<std::uint64_t> output{0};
  std::atomic<bool> stop{false};
};

enum class WorkgroupEnd : std::uint8_t {
  finished,
  step_limit,
  time_limit,
  output_limit,
  race_memory_limit,
  memory_limit,
  out_of_memory,  // of the host
  interrupted,
  no_progress,      // unless other workgroups run
  suspected_stall,  // only a single worker can confirm it
  stopped
};

// The place where a limit was reached, for reports.
struct LimitLocation {
  std::uint32_t origin = 0;
  Dim3 workgroup{};
  std::uint32_t subgroup = 0;
  std::string others;  // the places of the other lanes of the subgroup, if they are elsewhere
};

// The share of one workgroup after the other in the budget: what they have used, and how the last one ended.
class WorkgroupLimits {
 public:
  explicit WorkgroupLimits(Budget& budget) : budget_(budget) {}

  const Budget& budget() const { return budget_; }
  // Steps and lane-instructions of all workgroups so far.
  std::uint64_t steps() const { return steps_; }
  std::uint64_t lane_instructions() const { return lane_instructions_; }
  // How the workgroup ended, if it has.
  WorkgroupEnd end() const { return end_; }
  // Where, if at a limit.
  const LimitLocation& place() const { return place_; }

  void start_workgroup();
  // The steps that the run may still execute.
  std::uint64_t steps_left() const;
  void count(std::uint64_t steps, std::uint64_t lane_instructions);
  // The limit that was reached; `finished` if none. `of_memory`: the limit of memory that was reached, likewise.
  WorkgroupEnd reached(WorkgroupEnd of_memory) const;
  // Ends the run with all its workgroups.
  void end_run(WorkgroupEnd end);
  void end_run_at(LimitLocation place, WorkgroupEnd end);

 private:
  std::uint64_t steps_used() const;
  std::uint64_t most_pending() const;
  void add_pending();

  Budget& budget_;
  std::uint64_t pending_ = 0;  // steps that are not in the budget yet
  std::uint64_t steps_ = 0;
  std::uint64_t lane_instructions_ = 0;
  WorkgroupEnd end_ = WorkgroupEnd::finished;
  LimitLocation place_;
};

}  // namespace spirv_oracle
