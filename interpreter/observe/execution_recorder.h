// Records what a run executes.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "interpreter/exec/record_watch.h"
#include "interpreter/execution_trace.h"

namespace spirv_oracle {

struct DebugAccess;  // ir/debug_tables.h

// Dispatch::watch of the run.
class ExecutionRecorder final : public RecordWatch {
 public:
  static constexpr std::size_t max_events = 2'000'000;
  static constexpr std::size_t max_places = 1'000'000;

  ExecutionTrace take() { return std::move(trace_); }

  void start_dispatch(const Program& program) override { program_ = &program; }
  void start_workgroup(Workgroup&) override {}
  void finish_workgroup(Workgroup& workgroup) override;
  void finish_dispatch() override {}
  void note_finding(const Subgroup&, const Op&, const Clause&, const LaneMask&,
                    const std::string&) override {}
  void print(const std::string&) override {}

 protected:
  // Records of one instruction count once.
  void look(Subgroup& subgroup, const Op* op) override;

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

  const TraceEvent* event_of(const Subgroup& subgroup, const Op& op);
  void record_access(const Subgroup& subgroup, const TraceEvent& event, const DebugAccess& access);
  // Where the lanes access memory: fills places_ and segments_.
  void find_places(const Subgroup& subgroup, const DebugAccess& access, TracedAccess& traced);
  // The access at hand.
  void count(const TracedAccess& traced, const DebugAccess& access);

  const Program* program_ = nullptr;
  ExecutionTrace trace_;
  std::unordered_map<std::uint64_t, std::vector<Last>> last_;  // by workgroup; by subgroup
  std::vector<Segment> segments_;                              // of the access at hand
  std::vector<TracedPlace> places_;                            // likewise, by lane
};

}  // namespace spirv_oracle
