// Records that replace denormals by zeros.
#pragma once

#include "interpreter/ir/record.h"

namespace spirv_oracle {

// result = operand 0, flushed; floats of `bytes` bytes. The second handler gives zeros the other
// sign, which OpenCL permits.
Handler flush_handler(unsigned bytes);
Handler flush_to_other_zero_handler(unsigned bytes);

}  // namespace spirv_oracle
