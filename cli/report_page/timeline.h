// When each tangle executed which line, as JSON for a report page.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/report_page/source_rows.h"
#include "interpreter/execution_trace.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {

enum class BarrierKind : std::uint8_t { none, workgroup, subgroup, memory };

// The kind of an instruction; for a control barrier, by its execution scope.
BarrierKind barrier_kind(const Module& module, std::uint32_t instruction);

class Timeline {
 public:
  // The page omits what exceeds these limits, and says so.
  static constexpr std::size_t max_segments_of_subgroup = 4000, max_segments = 60'000,
                               max_subgroups = 512;

  Timeline(const Module& module, const ExecutionTrace& trace, const SourceRows& rows);

  // The number of shown instructions that the subgroup had executed before that one. None if it is not recorded.
  std::optional<std::uint64_t> step_of(std::uint64_t time) const;

  // { masks, subgroups: [{ workgroup, subgroup, segments, left_out }], subgroups_left_out, executions, recorded }
  // A segment is [executions, row or -1, index into masks, BarrierKind]; lanes are hexadecimal.
  nlohmann::ordered_json as_json() const;

 private:
  struct Segment {
    std::uint64_t executions = 0;
    std::int64_t row = -1;
    std::size_t mask = 0;
    BarrierKind barrier = BarrierKind::none;
  };
  struct SubgroupTimeline {
    std::uint64_t workgroup = 0;
    std::uint32_t subgroup = 0;
    std::uint64_t steps = 0;
    std::uint64_t left_out = 0;  // executions
    std::vector<Segment> segments;
  };

  void add(const TraceEvent& event);
  std::size_t mask_index(const LaneMask& lanes);

  const Module& module_;
  const ExecutionTrace& trace_;
  const SourceRows& rows_;
  std::vector<SubgroupTimeline> subgroups_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::size_t> numbers_;  // of subgroups_
  std::vector<std::uint64_t> steps_;                                        // by event
  std::vector<std::string> masks_;
  std::map<std::string, std::size_t> mask_numbers_;
  std::size_t segments_ = 0;
};

}  // namespace spirv_oracle
