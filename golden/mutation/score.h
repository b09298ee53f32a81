// Determines which wrong drivers a bundle detects.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "golden/bundle/bundle.h"
#include "golden/mutation/draw_faults.h"
#include "golden/mutation/fault.h"

namespace spirv_oracle::golden {

struct FaultsToTry {
  std::vector<Fault> instructions;
  std::vector<DriverFault> drivers;  // in bundles of dispatches
  std::vector<DrawFault> draws;      // in bundles of draws
};
FaultsToTry every_fault();

// A wrong driver that was compared with a bundle.
struct FaultTrial {
  // With the fault; "driver" for a fault of the whole driver, "draw" for one of the fixed functions.
  std::string instruction;
  std::string fault;
  bool is_found = false;
  bool ends = true;  // whether the run of the wrong driver ended; if it did not, the fault is found
};

// Runs the bundle with each wrong driver that it can distinguish from a right one: the module
// contains the instruction, and the subgroups are large enough. Errors: bad_input if a module does
// not run, or if a bundle rejects the results of the oracle itself. `is_needed` selects faults of
// instructions; without it, all are tried.
using IsNeeded = std::function<bool(std::string_view instruction, std::string_view fault)>;
Result<std::vector<FaultTrial>> try_faults(const Bundle& bundle, const FaultsToTry& faults,
                                           const IsNeeded& is_needed = nullptr);

}  // namespace spirv_oracle::golden
