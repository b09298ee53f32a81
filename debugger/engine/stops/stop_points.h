// The places and events at which the run stops for the user.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "debugger/engine/expression/expression.h"
#include "debugger/engine/program/code_map.h"
#include "debugger/engine/program/paused_run.h"
#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

enum class StopKind : std::uint8_t {
  line,
  function,
  instruction,
  watch,
  finding,
  divergence,
  reconvergence,
  barrier,
  undefined,
  implementation_dependent,
  pixel
};

// As docs/debugger_protocol.md defines it.
struct StopPoint {
  int id = 0;
  StopKind kind = StopKind::line;
  nlohmann::json arguments;
  std::optional<Expression> condition;
  std::uint64_t hits = 0;       // from the start of the run to the current moment, if they count
  std::uint64_t hits_from = 1;  // stops at this hit and later ones
  std::optional<std::uint64_t> workgroup;
  std::optional<std::uint32_t> subgroup;
  std::optional<unsigned> lane;
  std::uint32_t x = 0, y = 0, layer = 0;  // of a pixel
  bool is_done = false;                   // it stops once, and has
  std::string mistake;                    // in its arguments; "" if there is none
  std::string problem;                 // why it cannot be hit in the running dispatch; "" if it can
  std::uint32_t place = 0;             // for a line: the line where it was placed
  std::vector<std::uint32_t> records;  // where it may be hit, for kinds that know it
  bool stops_on_read = false, stops_on_write = false;  // for a watch
  // Likewise, once it is found: where the watched variable or value is.
  std::optional<AddressRange> range;  // in memory
  std::vector<Slot> planes;           // in registers, of each lane in each subgroup
  std::uint32_t dispatch = 0;         // where it has those

  // Whether every record must be checked for this kind.
  bool needs_every_record() const {
    return kind == StopKind::divergence || kind == StopKind::reconvergence ||
           kind == StopKind::undefined || kind == StopKind::implementation_dependent;
  }
  // Those of `lanes` to which the point applies; none if it does not apply to the executing subgroup or workgroup.
  LaneMask lanes_asked_for(const PausedRun& run, const LaneMask& lanes) const;
};

class StopPoints {
 public:
  // Replaces all points. Points with the same id as before keep their hits. The result reports errors in single points.
  nlohmann::json set(const nlohmann::json& stops);
  // The argument of the last set().
  const nlohmann::json& as_json() const { return json_; }
  void clear() { points_.clear(); }
  // For each point, in their order, whether it stops once and has.
  nlohmann::json done() const;
  void set_done(const nlohmann::json& done);
  // Where the watched variables are, for a process that takes over.
  nlohmann::json watched_places() const;
  void set_watched_places(const nlohmann::json& places);
  // Whether where the run stops depends on how often points were hit before.
  bool count_hits() const;
  // Whether the same is known of the points that set() would set: they are among these.
  bool have_counting_points_of(const nlohmann::json& stops) const;
  // Finds the records of all points in a program.
  void resolve(const CodeMap& code);
  std::vector<StopPoint>& all() { return points_; }
  const std::vector<StopPoint>& all() const { return points_; }
  // Notes that the run has stopped at the points with these ids, for points that stop once.
  void note_stop(const nlohmann::json& ids);
  bool need_every_record() const;
  // Whether where the run stops depends on what is undefined or implementation-dependent, or on findings.
  bool need_marks() const;
  bool watch_memory() const;

  // The answer to set().
  nlohmann::json describe() const;

 private:
  static StopPoint parse(const nlohmann::json& stop);
  static void resolve(StopPoint& point, const CodeMap& code);

  nlohmann::json json_ = nlohmann::json::array();
  std::vector<StopPoint> points_;
};

}  // namespace spirv_oracle
