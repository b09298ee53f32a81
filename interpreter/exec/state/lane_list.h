// Lanes as text.
#pragma once

#include <string>

#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

// "0-3,7"; "" for none.
std::string lane_list(const LaneMask& lanes);

}  // namespace spirv_oracle
