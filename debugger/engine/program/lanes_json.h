// Lanes in answers of the debugger.
#pragma once

#include <nlohmann/json.hpp>

#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

// The numbers of the lanes.
inline nlohmann::json lanes_json(const LaneMask& lanes) {
  nlohmann::json list = nlohmann::json::array();
  lanes.for_each([&](unsigned lane) { list.push_back(lane); });
  return list;
}

}  // namespace spirv_oracle
