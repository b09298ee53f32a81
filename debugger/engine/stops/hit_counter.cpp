#include "debugger/engine/stops/hit_counter.h"

#include <utility>

#include "debugger/engine/program/lanes_json.h"
#include "debugger/engine/stops/log_text.h"

namespace spirv_oracle {
namespace {

// As users call the point.
const char* kind_name(const StopPoint& point) {
  if (point.arguments.contains("log")) return "log point";
  switch (point.kind) {
    case StopKind::line:
    case StopKind::function:
    case StopKind::instruction:
      return "breakpoint";
    case StopKind::watch:
      return "watchpoint";
    default:
      return "catchpoint";
  }
}

}  // namespace

bool HitCounter::count(StopPoint& point, const PausedRun& run, bool prints,
                       const Subgroup& subgroup, LaneMask& lanes) {
  if (!point.problem.empty()) return false;
  if (point.condition) {
    has_evaluated_ = true;
    const auto holds = point.condition->where_true(run, subgroup, lanes);
    if (run.lacks_values()) return false;
    if (!holds) {
      report_problem(point, holds.error().message);
      return false;
    }
    lanes = *holds;
    if (lanes.none()) return false;
  }
  ++point.hits;
  if (point.hits < point.hits_from || point.is_done) return false;
  const auto log = point.arguments.find("log");
  if (log == point.arguments.end() || !log->is_string()) return true;
  if (prints) {
    const std::string text = log_text(log->get<std::string>(), run, subgroup, lanes);
    if (!run.lacks_values()) output_.send_console_text(text);
  }
  return false;
}

void HitCounter::report_problem(StopPoint& point, const std::string& problem) {
  point.problem = problem;
  output_.send_console_text(kind_name(point) + (" " + std::to_string(point.id)) + ": " + problem +
                            "\n");
}

nlohmann::json stop_reason(const char* reason, std::string text, const LaneMask& lanes) {
  return {{"reason", reason},
          {"text", std::move(text)},
          {"lane", lanes.lowest()},
          {"lanes", lanes_json(lanes)}};
}

}  // namespace spirv_oracle
