// What the user has assigned. Each assignment is an event of the run: a replay repeats it at its position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "debugger/engine/program/paused_run.h"
#include "debugger/engine/program/position.h"

namespace spirv_oracle {

// A request `assign` or `write_memory`.
struct Assignment {
  Position position;
  DebugFocus focus;  // when the user made it
  nlohmann::json request;
};

class Assignments {
 public:
  // Adds an assignment, which has just been made. Drops those at later positions, which belong to a run that this one changes,
  // and returns their number.
  std::size_t add(Assignment assignment);
  // The next assignment that a replay has to make at or before a position. Null if there is none. Valid until the next
  // add().
  const Assignment* take_next(const Position& here);
  // The moment of the next assignment that a replay has to make.
  std::optional<std::uint64_t> next_moment() const;
  // Which assignments were undone or repeated since the last call, as text for the user. Empty if there are none.
  std::string take_changes();

  // For the process that takes over, at an earlier or later position.
  nlohmann::json as_json() const;
  void take_over(const nlohmann::json& json, const Position& here);

 private:
  std::vector<Assignment> assignments_;  // by position
  std::size_t made_ = 0;                 // how many of them are made in this state of the run
  std::size_t reported_ = 0;             // likewise, when the user was last told
};

}  // namespace spirv_oracle
