// Whether results may depend on subgroups.
#pragma once

#include <string>
#include <vector>

#include "golden/bundle/bundle.h"

namespace spirv_oracle::golden {

// Whether one of the capabilities is for subgroups. If not, a module needs no particular subgroup size.
bool uses_subgroups(const std::vector<std::string>& capabilities);
// Those of all modules of the bundle.
bool uses_subgroups(const Bundle& bundle);

// Whether a device must run the module with the subgroup size of the bundle.
bool needs_subgroup_size(const Bundle& bundle);

}  // namespace spirv_oracle::golden
