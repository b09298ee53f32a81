// Runs a dispatch on the memory that its descriptors name.
#pragma once

#include "vulkan/commands/command.h"
#include "vulkan/commands/hazards.h"
#include "vulkan/objects/device.h"

namespace spirv_oracle::vulkan {

// `place`: the command, for reports. Device::execution must be locked. The device is lost if the dispatch cannot finish.
void run_dispatch(const DispatchCommand& command, Device& device, Hazards& hazards,
                  const std::string& place);

// Reports bytes of a memory that are undefined if the host can read it, or reads it now.
void report_undefined_output(const StateCount& undefined, const DeviceMemory& memory,
                             const std::string& place, bool host_reads = false);

// The history of the undefined values in a part that is copied.
void copy_history(const MemoryPart& from, const MemoryPart& to);

}  // namespace spirv_oracle::vulkan
