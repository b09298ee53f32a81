// The call of Vulkan that a thread of the program is in.
#pragma once

#include "driver/call.h"

namespace spirv_oracle::vulkan {

// Reports that the call, which cannot return an error, had no memory.
void call_ran_out_of_memory();

}  // namespace spirv_oracle::vulkan
