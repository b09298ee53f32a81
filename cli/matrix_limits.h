// The products of cooperative matrices in `--device-limits`.
#pragma once

#include <string_view>

#include "interpreter/device_limits.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// Adds a product that the device offers, such as "16x16x16:float16:float16:float32" of a subgroup, or
// "32x32x16:float16:float16:float32:workgroup256", whose sizes are multiples of these. Errors: bad_input.
Result<void> add_matrix_product(std::string_view text, DeviceLimits& limits);

// Those that an NVIDIA H200 lists.
void offer_products_of_h200(DeviceLimits& limits);

}  // namespace spirv_oracle
