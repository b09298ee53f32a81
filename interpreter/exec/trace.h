// Collects what a run executes (interpreter/execution_trace.h).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "interpreter/execution_trace.h"
#include "interpreter/ir/op.h"

namespace spirv_oracle {

struct DebugAccess;  // ir/debug_tables.h
struct Subgroup;

class TraceRecorder {
 public:
  static constexpr std::size_t max_events = 2'000'000;
  static constexpr std::size_t max_places = 1'000'000;

  // One record is about to be executed; records of one instruction count once.
  void record(const Subgroup& subgroup, const Op& op);
  // Starts a workgroup, or goes on with one.
  void start_workgroup(std::uint64_t index);

  ExecutionTrace take() { return std::move(trace_); }

 private:
  struct Segment {
    std::uint32_t object = 0;
    std::uint64_t number = 0;
    friend auto operator<=>(const Segment&, const Segment&) = default;
  };

  // What a subgroup executed last: it may stop in the middle of an instruction, at a barrier.
  struct Last {
    TraceEvent event;
    std::uint32_t origin = 0;
  };

  void record_access(const Subgroup& subgroup, const TraceEvent& event, const DebugAccess& access);
  // The access at hand, whose lanes are places_.
  void count(const TracedAccess& traced, const DebugAccess& access);

  ExecutionTrace trace_;
  std::uint64_t workgroup_ = 0;
  std::unordered_map<std::uint64_t, std::vector<Last>> last_;  // by workgroup; by subgroup
  std::vector<Last>* of_workgroup_ = nullptr;                  // of the running one
  std::vector<Segment> segments_;                              // of the access at hand
  std::vector<TracedPlace> places_;
};

}  // namespace spirv_oracle
