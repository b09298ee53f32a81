// Finds the stop points that the run hits, except watchpoints.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "debugger/engine/program/executed_records.h"
#include "debugger/engine/stops/hit_counter.h"
#include "debugger/engine/stops/noted_findings.h"
#include "debugger/engine/stops/stop_points.h"
#include "debugger/engine/stops/undefined_results.h"

namespace spirv_oracle {

class StopHits {
 public:
  // All of them must outlive this object.
  StopHits(StopPoints& stops, HitCounter& counter, const ExecutedRecords& executed)
      : stops_(stops), counter_(counter), executed_(executed) {}

  void start_dispatch() { undefined_results_.clear(); }
  // The reason to stop before the next record or at a finding; none if no stop point is hit. `prints`: log points print their
  // text. If run.lacks_values(), the result means nothing.
  std::optional<nlohmann::json> before_record(const PausedRun& run, bool prints);
  std::optional<nlohmann::json> at_finding(const PausedRun& run, const NotedFinding& finding,
                                           std::uint64_t moment, bool prints);

 private:
  // The lanes in which the point is hit before the next record.
  LaneMask hit_lanes(const StopPoint& point, const PausedRun& run);
  // The lanes that execute the next record, if the tangle has lost or got lanes as the kind says.
  LaneMask lanes_of_changed_tangle(StopKind kind, const PausedRun& run) const;
  std::string text_of_hit(const StopPoint& point, const PausedRun& run,
                          const LaneMask& lanes) const;

  StopPoints& stops_;
  HitCounter& counter_;
  const ExecutedRecords& executed_;
  UndefinedResults undefined_results_;
};

}  // namespace spirv_oracle
