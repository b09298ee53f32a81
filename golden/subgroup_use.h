// Whether results may depend on subgroups at all.
#pragma once

#include "golden/bundle.h"

namespace spirv_oracle::golden {

// Whether the module has a capability of subgroups: otherwise no subgroup size need be asked for.
bool uses_subgroups(const Bundle& bundle);

}  // namespace spirv_oracle::golden
