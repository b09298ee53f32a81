// How the options say that dispatches run.
#pragma once

#include "interpreter/policy.h"

namespace spirv_oracle {

Policy dispatch_policy();
// Of a run that finds out what another one depends on.
Policy probing_policy();

}  // namespace spirv_oracle
