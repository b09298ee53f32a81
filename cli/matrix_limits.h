// The products of cooperative matrices in `--device-limits`.
#pragma once

#include <string_view>

#include "interpreter/device_limits.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// Adds a product that the device offers. "16x16x16:float16:float16:float32" is one of subgroup scope.
// "32x32x16:float16:float16:float32:workgroup256" is one of a workgroup of 256 invocations, whose sizes are multiples of these
// sizes. Errors: bad_input.
Result<void> add_matrix_product(std::string_view text, DeviceLimits& limits);

// Adds the products that an NVIDIA H200 offers.
void offer_products_of_h200(DeviceLimits& limits);

}  // namespace spirv_oracle
