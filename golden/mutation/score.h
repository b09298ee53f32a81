// Which wrong drivers a bundle finds.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "golden/bundle.h"
#include "golden/mutation/fault.h"

namespace spirv_oracle::golden {

// A wrong driver that was held against a bundle.
struct FaultTrial {
  std::string instruction;  // that is wrong; "driver" for a fault of the whole driver
  std::string fault;
  bool is_found = false;
  bool ends = true;  // the run of the wrong driver; one that does not end is found
};

// Runs the bundle by each of these wrong drivers that the bundle can tell from a right one: with the instruction in its
// module, and in subgroups of its size. Errors: bad_input, for a module that does not run or a bundle that does not accept
// the results of the oracle itself.
// `is_needed` says which faults of which instructions are worth trying; without it, all are.
using IsNeeded = std::function<bool(std::string_view instruction, std::string_view fault)>;
Result<std::vector<FaultTrial>> try_faults(const Bundle& bundle, const std::vector<Fault>& faults,
                                           std::span<const DriverFault> driver_faults,
                                           const IsNeeded& is_needed = nullptr);

}  // namespace spirv_oracle::golden
