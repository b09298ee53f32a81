// Wrong drivers that compute what a device left.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "golden/bundle.h"
#include "golden/comparison.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

// A wrong driver, and how far it is like the device.
struct FaultMatch {
  std::string instruction;  // that is wrong; "" for a fault of the whole driver
  std::string name, description;
  std::uint64_t same = 0;   // differing components that this driver leaves just so
  std::uint64_t other = 0;  // further components that it gets wrong, and the device does not
};

struct FaultSearch {
  std::uint64_t differences = 0;    // components that differ
  std::vector<FaultMatch> matches;  // that share a difference with the device, the best first
  bool complete = true;             // false: not all wrong drivers were tried
};

// Tries the wrong drivers of golden/mutation/ with faults in the given instructions, and then in all others of the module,
// as far as a limit on their steps lets it. Depends on nothing but its arguments.
FaultSearch find_matching_faults(const Bundle& bundle, const Module& module,
                                 const Dispatch& dispatch, const Outputs& outputs,
                                 const std::vector<std::string>& suspects);

// Lines that name the best ones; "" where none is like the device.
std::string matches_text(const FaultSearch& search);

}  // namespace spirv_oracle::golden
