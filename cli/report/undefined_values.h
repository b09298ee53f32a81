// Decides which undefined values are reported: those that reach something.
#pragma once

#include <vector>

#include "interpreter/dispatch.h"

namespace spirv_oracle {

// Removes findings about undefined values that reach neither an output nor anything reported or
// printed. If the run did not track values, they stay if the outputs contain undefined values, or
// if behavior is undefined.
void leave_out_unused_values(const DispatchResult& result,
                             const std::vector<const BufferResult*>& outputs,
                             std::vector<Finding>& findings);

}  // namespace spirv_oracle
