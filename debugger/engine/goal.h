// What the run does until it pauses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "debugger/engine/program/position.h"

namespace spirv_oracle {

struct Goal {
  enum class Kind : std::uint8_t {
    run,    // forward, until something stops it
    go_to,  // to `target`; `stop` says why
    search  // to `target`, for the last place before it where run would stop
  };
  Kind kind = Kind::run;
  nlohmann::json motion;  // of run and search
  Position from;          // of run
  Position target;        // of the others
  nlohmann::json stop;
  nlohmann::json request;  // the id of the request to answer when the run pauses
  nlohmann::json
      question;  // the request itself, if it needs the history or values that were not kept
  // Of a search: the number of records before the target in which it searches for the ends of motions. If it finds none, the
  // search begins again with more.
  std::uint64_t window = 4096;
  std::optional<Position> hit;  // of a search: the last hit so far, which `stop` describes

  // Goes to a position. `request`: the id of the request.
  static Goal go_to(nlohmann::json request, Position target, nlohmann::json stop);
  static Goal go_to_start(nlohmann::json request);
  static Goal search(nlohmann::json request, nlohmann::json motion, Position target);

  // The first moment from which a search checks every record; 0: from its start.
  std::uint64_t window_begin() const;
  // The kind of motion, as docs/debugger_protocol.md names it. "continue" if there is none.
  std::string motion_kind() const;
  // Whether stop points and the ends of motions count there.
  bool may_stop_at(const Position& here) const;
};

// For the process that takes over the goal. Leaves out `hit`, which it searches for again.
void to_json(nlohmann::json& json, const Goal& goal);
void from_json(const nlohmann::json& json, Goal& goal);

}  // namespace spirv_oracle
