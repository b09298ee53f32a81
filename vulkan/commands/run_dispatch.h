// Runs a dispatch on the memory that its descriptors name.
#pragma once

#include "vulkan/commands/command.h"
#include "vulkan/commands/hazards.h"
#include "vulkan/objects/device.h"

namespace spirv_oracle::vulkan {

// `place`: the command, for reports. Device::execution must be locked. The device is lost if the dispatch cannot finish.
void run_dispatch(const DispatchCommand& command, Device& device, Hazards& hazards,
                  const std::string& place);

// Undefined bytes that were written to a memory.
struct UndefinedBytes {
  std::uint64_t first = 0, count = 0;  // `first`: in the memory

  // Adds those of `contents`, which was written at `offset`. Offsets must ascend.
  void add(const ShadowedBytes& contents, std::uint64_t offset);
};
// Reports them if the host can read the memory, or reads it now.
void report_undefined_output(const UndefinedBytes& undefined, const DeviceMemory& memory,
                             const std::string& place, bool host_reads = false);

// The history of the undefined values in a part that is copied.
void copy_history(const MemoryPart& from, const MemoryPart& to);

}  // namespace spirv_oracle::vulkan
