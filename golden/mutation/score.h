// Determines which wrong drivers a bundle detects.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "golden/bundle/bundle.h"
#include "golden/mutation/fault.h"

namespace spirv_oracle::golden {

// A wrong driver that was compared with a bundle.
struct FaultTrial {
  std::string instruction;  // with the fault; "driver" for a fault of the whole driver
  std::string fault;
  bool is_found = false;
  bool ends = true;  // whether the run of the wrong driver ended; if it did not, the fault is found
};

// Runs the bundle with each wrong driver that it can distinguish from a right one: the module
// contains the instruction, and the subgroups are large enough. Errors: bad_input if a module does
// not run, or if a bundle rejects the results of the oracle itself. `is_needed` selects faults of
// instructions; without it, all are tried.
using IsNeeded = std::function<bool(std::string_view instruction, std::string_view fault)>;
Result<std::vector<FaultTrial>> try_faults(const Bundle& bundle, const std::vector<Fault>& faults,
                                           std::span<const DriverFault> driver_faults,
                                           const IsNeeded& is_needed = nullptr);

}  // namespace spirv_oracle::golden
