// Which undefined values are worth a word: those that reach something.
#pragma once

#include <vector>

#include "interpreter/dispatch.h"

namespace spirv_oracle {

// Leaves findings about undefined values out that reach neither one of the outputs nor what is reported or printed. Where
// it is not known what came of them, they stay if the outputs hold undefined values, or if behavior is undefined.
void leave_out_unused_values(const DispatchResult& result,
                             const std::vector<const BufferResult*>& outputs,
                             std::vector<Finding>& findings);

}  // namespace spirv_oracle
