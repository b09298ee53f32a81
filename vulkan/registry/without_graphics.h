// Commands for queues with graphics, which no queue of this device has.
#pragma once

#include "vulkan/findings/reporter.h"

namespace spirv_oracle::vulkan {

// Reports the use of such a command.
VkResult needs_graphics(const void* handle, const char* command);

}  // namespace spirv_oracle::vulkan
