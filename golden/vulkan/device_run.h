// One bundle on one device.
#pragma once

#include "golden/bundle/bundle.h"
#include "golden/bundle/comparison.h"
#include "golden/vulkan/device.h"

namespace spirv_oracle::golden {

// Dispatches the bundle and waits for its outputs. missing_feature() must have returned "". Errors:
// mismatch if the driver fails.
Result<Outputs> run_on_device(const VulkanDevice& device, const Bundle& bundle);

}  // namespace spirv_oracle::golden
