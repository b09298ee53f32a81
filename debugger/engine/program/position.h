// A state of the run, to which the debugger can go back.
#pragma once

#include <compare>
#include <cstdint>

#include <nlohmann/json.hpp>

namespace spirv_oracle {

// Before a record, or within it, at a finding.
struct Position {
  std::uint64_t moment = 0;  // the number of records so far, and of dispatches that have ended
  bool within = false;
  friend auto operator<=>(const Position&, const Position&) = default;
};

// {"moment", "within"}. nlohmann::json finds these functions by their names.
inline void to_json(nlohmann::json& json, const Position& position) {
  json = {{"moment", position.moment}, {"within", position.within}};
}
inline void from_json(const nlohmann::json& json, Position& position) {
  position = {json.at("moment"), json.at("within")};
}

}  // namespace spirv_oracle
