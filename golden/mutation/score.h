// Which wrong drivers a bundle finds.
#pragma once

#include <string>
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
Result<std::vector<FaultTrial>> try_faults(const Bundle& bundle, const std::vector<Fault>& faults,
                                           std::span<const DriverFault> driver_faults);

}  // namespace spirv_oracle::golden
