// Runs a dispatch on the memory that its descriptors name.
#pragma once

#include "vulkan/commands/command.h"
#include "vulkan/commands/hazards.h"
#include "vulkan/objects/device.h"

namespace spirv_oracle::vulkan {

// `place`: the command, for reports. Device::execution must be locked. The device is lost if the dispatch cannot finish.
void run_dispatch(const DispatchCommand& command, Device& device, Hazards& hazards,
                  const std::string& place);

// Reports undefined values that are written to memory that the host can read.
void report_undefined_output(const ShadowedBytes& contents, const MemoryPart& to,
                             const std::string& place);

// The history of the undefined values in a part that is copied.
void copy_history(const MemoryPart& from, const MemoryPart& to);

}  // namespace spirv_oracle::vulkan
