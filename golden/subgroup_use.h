// Whether results may depend on subgroups at all.
#pragma once

#include "golden/bundle.h"

namespace spirv_oracle::golden {

// Whether the module has a capability of subgroups: otherwise no subgroup size need be asked for.
bool uses_subgroups(const Bundle& bundle);

// Whether a device has to give the module the subgroup size of the bundle.
bool needs_subgroup_size(const Bundle& bundle);

}  // namespace spirv_oracle::golden
