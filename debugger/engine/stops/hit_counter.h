// Counts the hits of stop points, and prints the text of log points.
#pragma once

#include <string>
#include <utility>

#include "debugger/engine/stops/stop_points.h"
#include "debugger/engine/transport/output.h"

namespace spirv_oracle {

class HitCounter {
 public:
  explicit HitCounter(DebugOutput& output) : output_(output) {}

  // Counts a hit in these lanes of a running subgroup, if the condition of the point is true in one of them; reduces `lanes` to
  // the lanes in which it is. Returns whether the hit stops the run: there were enough hits before, and the point is not a log point.
  // `prints`: log points print their text. If run.lacks_values(), the result means nothing.
  bool count(StopPoint& point, const PausedRun& run, bool prints, const Subgroup& subgroup,
             LaneMask& lanes);
  // Whether a condition was evaluated since the last call. That may take long.
  bool take_evaluated() { return std::exchange(has_evaluated_, false); }
  // The point cannot be hit: tells the user why.
  void report_problem(StopPoint& point, const std::string& problem);

 private:
  DebugOutput& output_;
  bool has_evaluated_ = false;
};

// The reason of a stop, see docs/debugger_protocol.md. `lanes`: those in which a point is hit.
nlohmann::json stop_reason(const char* reason, std::string text, const LaneMask& lanes);

}  // namespace spirv_oracle
