// What a dispatch reads: for commands that write the same bytes, although nothing orders them.

#include <algorithm>

#include "vulkan/commands/dispatch_bindings.h"

namespace spirv_oracle::vulkan {

std::vector<ReadablePart> DispatchBindings::readable_parts() const {
  std::vector<ReadablePart> parts;
  const auto add = [&](const MemoryPart& part, Accesses access) {
    parts.push_back({part, {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, access}});
  };
  for (const Memory::Resource& resource : memory_->resources()) {
    for (const MemoryPart& part : resource.parts) add(part, accesses_.at(resource.key));
  }
  for (const MemoryPart& part : memory_->addressed())
    add(part, VK_ACCESS_2_SHADER_STORAGE_READ_BIT);
  return parts;
}

std::vector<DispatchBindings::UnorderedWrite> DispatchBindings::unordered_writes(
    Hazards& hazards) const {
  std::vector<UnorderedWrite> writes;
  for (const auto& [part, kind] : readable_parts()) {
    for (const Hazards::Unordered& found : hazards.unordered_writes(part, kind)) {
      auto write = std::ranges::find_if(writes, [&](const UnorderedWrite& one) {
        return one.writer == found.place && one.missing == found.missing;
      });
      if (write == writes.end())
        write = writes.insert(write, {found.place, found.rule, found.missing, {}});
      write->parts.push_back({part.memory, found.begin, found.end - found.begin});
    }
  }
  return writes;
}

}  // namespace spirv_oracle::vulkan
