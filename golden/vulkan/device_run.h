// One bundle on one device.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "golden/bundle.h"
#include "golden/vulkan/device.h"

namespace spirv_oracle::golden {

using DeviceOutputs = std::map<std::string, std::vector<std::byte>>;  // by the names of resources

// Dispatches the bundle, of which missing_feature() says nothing, and waits for its outputs. Errors: mismatch where the
// driver fails.
Result<DeviceOutputs> run_on_device(const VulkanDevice& device, const Bundle& bundle);

}  // namespace spirv_oracle::golden
