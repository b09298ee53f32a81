// The options that choose a Vulkan device.
#pragma once

#include <vector>

#include "golden/vulkan/batch.h"
#include "support/command_line.h"

namespace spirv_oracle::golden {

// --device and --icd. The rows set `choice`, which must outlive them.
std::vector<OptionRow> device_rows(DeviceChoice& choice);

}  // namespace spirv_oracle::golden
