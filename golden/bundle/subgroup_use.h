// Whether results may depend on subgroups.
#pragma once

#include "golden/bundle/bundle.h"

namespace spirv_oracle::golden {

// Whether the module has a subgroup capability. If not, it needs no particular subgroup size.
bool uses_subgroups(const Bundle& bundle);

// Whether a device must run the module with the subgroup size of the bundle.
bool needs_subgroup_size(const Bundle& bundle);

}  // namespace spirv_oracle::golden
