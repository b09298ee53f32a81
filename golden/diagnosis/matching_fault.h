// Searches for wrong drivers that produce the outputs of a device.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "golden/bundle/bundle.h"
#include "golden/bundle/comparison.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

// A wrong driver, and how well it matches the device.
struct FaultMatch {
  std::string instruction;  // with the fault; "" for a fault of the whole driver
  std::string name, description;
  std::uint64_t same = 0;   // differing components in which this driver produces the same value
  std::uint64_t other = 0;  // other components that this driver gets wrong, and the device does not
};

struct FaultSearch {
  std::uint64_t differences = 0;  // components that differ
  std::vector<FaultMatch>
      matches;           // drivers that share a difference with the device, the best first
  bool complete = true;  // false if a limit prevented some wrong drivers from running
};

// Tries the wrong drivers of golden/mutation/ with faults in the given instructions, then in all
// others of the module, within a limit of steps. Deterministic.
FaultSearch find_matching_faults(const Bundle& bundle, const Module& module,
                                 const Dispatch& dispatch, const Outputs& outputs,
                                 const std::vector<std::string>& suspects);

// Lines that name the best matches; "" if there is none.
std::string matches_text(const FaultSearch& search);
// The best matches as a list of objects.
nlohmann::ordered_json matches_json(const FaultSearch& search);

}  // namespace spirv_oracle::golden
