// The options that choose a Vulkan device.
#pragma once

#include <vector>

#include "cli/command_line.h"
#include "golden/vulkan/batch.h"

namespace spirv_oracle::golden {

// --device and --icd. The rows set `choice`, which must outlive them.
std::vector<OptionRow> device_rows(DeviceChoice& choice);

}  // namespace spirv_oracle::golden
