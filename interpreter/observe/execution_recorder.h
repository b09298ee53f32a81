// Records the instructions and memory accesses of a run.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "interpreter/exec/state/record_observer.h"
#include "interpreter/execution_trace.h"

namespace spirv_oracle {

struct DebugAccess;  // ir/debug_tables.h

// The Observers::watch of such a run.
class ExecutionRecorder final : public RecordObserver {
 public:
  static constexpr std::size_t max_events = 2'000'000;
  static constexpr std::size_t max_places = 1'000'000;

  ExecutionTrace take() { return std::move(trace_); }

  bool wants_preparation() override { return false; }  // it records no marks
  void finish_run(bool) override {}
  void start_dispatch(const Program& program) override;
  void start_workgroup(Workgroup&) override {}
  void finish_workgroup(Workgroup& workgroup) override;
  void finish_dispatch(const DispatchEnd&) override {}
  void note_finding(const Subgroup&, const Record&, const Clause&, const LaneMask&,
                    const std::string&) override {}
  void print(const std::string&) override {}

 protected:
  // Counts consecutive records of one instruction once.
  void look(Subgroup& subgroup, const Record* record) override;

 private:
  struct Segment {
    std::uint32_t object = 0;
    std::uint64_t number = 0;
    friend auto operator<=>(const Segment&, const Segment&) = default;
  };
  // The last execution of a subgroup. A subgroup may stop in the middle of an instruction, at a barrier.
  struct Last {
    TraceEvent event;
    std::uint32_t origin = 0;
  };

  const TraceEvent* event_of(const Subgroup& subgroup, const Record& record);
  void record_access(const Subgroup& subgroup, const TraceEvent& event, const DebugAccess& access);
  // Fills places_ and segments_ with the places where the lanes access memory.
  void find_places(const Subgroup& subgroup, const DebugAccess& access, TracedAccess& traced);
  // Counts the current access.
  void count(const TracedAccess& traced, const DebugAccess& access);

  const Program* program_ = nullptr;
  std::vector<RecordStep> step_table_;
  ExecutionTrace trace_;
  std::unordered_map<std::uint64_t, std::vector<Last>> last_;  // by workgroup; by subgroup
  std::vector<Segment> segments_;                              // of the current access
  std::vector<TracedAddress> places_;                          // likewise, by lane
  std::uint64_t last_image_access_ = ~std::uint64_t{0};        // time of the event
};

}  // namespace spirv_oracle
