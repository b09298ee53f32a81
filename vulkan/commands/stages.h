// Pipeline stages and access types of commands that compute and transfer (sections "Pipeline Stages" and "Access Types").
#pragma once

#include <array>
#include <string>

#include "vulkan/api/api.h"

namespace spirv_oracle::vulkan {

using Stages = VkPipelineStageFlags2;
using Accesses = VkAccessFlags2;

// The stages in which commands of this device, or the host, access memory.
inline constexpr std::array<Stages, 7> access_stages{
    VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
    VK_PIPELINE_STAGE_2_COPY_BIT,          VK_PIPELINE_STAGE_2_RESOLVE_BIT,
    VK_PIPELINE_STAGE_2_BLIT_BIT,          VK_PIPELINE_STAGE_2_CLEAR_BIT,
    VK_PIPELINE_STAGE_2_HOST_BIT};
// Those of commands.
inline constexpr Stages all_device_stages = [] {
  Stages all = 0;
  for (const Stages stage : access_stages) all |= stage;
  return all & ~Stages{VK_PIPELINE_STAGE_2_HOST_BIT};
}();
inline constexpr Accesses all_accesses = ~Accesses{0};

// A command executes in a stage, and accesses memory in a way. Some commands are counted in several stages, if the text leaves
// that open: any of them is right.
struct AccessKind {
  Stages stage = 0;
  Accesses access = 0;
  auto operator<=>(const AccessKind&) const = default;
};

// Which access_stages a mask of the first or second scope means, without those that are logically earlier or later.
Stages expand_source_stages(Stages mask);
Stages expand_target_stages(Stages mask);
// With them: the scopes of an execution dependency.
Stages with_earlier_stages(Stages expanded);
Stages with_later_stages(Stages expanded);
// The access types that a mask means, such as those in VK_ACCESS_2_SHADER_READ_BIT.
Accesses expand_accesses(Accesses mask);

// "VK_PIPELINE_STAGE_2_COPY_BIT"; the first one, if there are several.
std::string name_of_stage(Stages stage);
std::string name_of_access(Accesses access);

}  // namespace spirv_oracle::vulkan
