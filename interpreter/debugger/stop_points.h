// Where people want the run to stop.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/debugger/code_map.h"
#include "interpreter/debugger/expression.h"
#include "interpreter/debugger/paused_run.h"
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
  implementation_dependent
};

// As docs/debugger_protocol.md defines it.
struct StopPoint {
  int id = 0;
  StopKind kind = StopKind::line;
  nlohmann::json arguments;
  std::optional<Expression> condition;
  std::uint64_t hits = 0;       // that it had, at the moment at hand
  std::uint64_t hits_from = 1;  // stops at this one and later ones
  std::optional<std::uint64_t> workgroup;
  std::optional<std::uint32_t> subgroup;
  std::optional<unsigned> lane;
  std::string problem;                 // why it cannot be hit; "": it can
  std::uint32_t place = 0;             // of a line: where it is
  std::vector<std::uint32_t> records;  // where it may be hit, of the kinds that know it
  bool stops_on_read = false, stops_on_write = false;  // of a watch
  std::optional<MemoryPlace> range;                    // likewise, once it is found

  // Kinds that need to see every record.
  bool needs_every_record() const {
    return kind == StopKind::divergence || kind == StopKind::reconvergence ||
           kind == StopKind::undefined || kind == StopKind::implementation_dependent;
  }
  // Whether the place of the executing subgroup is the one that is asked for, and of the lanes those that are.
  LaneMask lanes_asked_for(const PausedRun& run, const LaneMask& lanes) const;
};

class StopPoints {
 public:
  // Replaces all of them; those with ids of before keep their hits. Errors in one of them are in the result only.
  nlohmann::json set(const nlohmann::json& stops);
  // As set() took them.
  const nlohmann::json& as_json() const { return json_; }
  // How often each was hit, in their order.
  nlohmann::json hits() const;
  void set_hits(const nlohmann::json& hits);
  // Finds the records of a program.
  void resolve(const CodeMap& code);
  std::vector<StopPoint>& all() { return points_; }
  bool need_every_record() const;
  bool watch_memory() const;

  // What set() answers.
  nlohmann::json describe() const;

 private:
  static StopPoint parse(const nlohmann::json& stop);
  static void resolve(StopPoint& point, const CodeMap& code);

  nlohmann::json json_ = nlohmann::json::array();
  std::vector<StopPoint> points_;
};

}  // namespace spirv_oracle
