#include "vulkan/commands/stages.h"

#include <algorithm>
#include <utility>

namespace spirv_oracle::vulkan {
namespace {

constexpr Stages transfers = VK_PIPELINE_STAGE_2_COPY_BIT | VK_PIPELINE_STAGE_2_RESOLVE_BIT |
                             VK_PIPELINE_STAGE_2_BLIT_BIT | VK_PIPELINE_STAGE_2_CLEAR_BIT;

// Those that mean the same in both scopes.
Stages expand(Stages mask) {
  Stages stages = mask & (all_device_stages | VK_PIPELINE_STAGE_2_HOST_BIT);
  if ((mask & VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT) != 0) stages |= all_device_stages;
  if ((mask & VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT) != 0) stages |= transfers;
  return stages;
}

constexpr std::pair<Accesses, const char*> access_names[] = {
    {VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT, "VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT"},
    {VK_ACCESS_2_UNIFORM_READ_BIT, "VK_ACCESS_2_UNIFORM_READ_BIT"},
    {VK_ACCESS_2_SHADER_SAMPLED_READ_BIT, "VK_ACCESS_2_SHADER_SAMPLED_READ_BIT"},
    {VK_ACCESS_2_SHADER_STORAGE_READ_BIT, "VK_ACCESS_2_SHADER_STORAGE_READ_BIT"},
    {VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT, "VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT"},
    {VK_ACCESS_2_TRANSFER_READ_BIT, "VK_ACCESS_2_TRANSFER_READ_BIT"},
    {VK_ACCESS_2_TRANSFER_WRITE_BIT, "VK_ACCESS_2_TRANSFER_WRITE_BIT"},
    {VK_ACCESS_2_HOST_READ_BIT, "VK_ACCESS_2_HOST_READ_BIT"},
    {VK_ACCESS_2_HOST_WRITE_BIT, "VK_ACCESS_2_HOST_WRITE_BIT"},
};
constexpr const char* stage_names[] = {
    "VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT", "VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT",
    "VK_PIPELINE_STAGE_2_COPY_BIT",          "VK_PIPELINE_STAGE_2_RESOLVE_BIT",
    "VK_PIPELINE_STAGE_2_BLIT_BIT",          "VK_PIPELINE_STAGE_2_CLEAR_BIT",
    "VK_PIPELINE_STAGE_2_HOST_BIT"};

}  // namespace

Stages expand_source_stages(Stages mask) {
  return (mask & VK_PIPELINE_STAGE_2_BOTTOM_OF_PIPE_BIT) != 0 ? all_device_stages | expand(mask)
                                                              : expand(mask);
}

Stages expand_target_stages(Stages mask) {
  return (mask & VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT) != 0 ? all_device_stages | expand(mask)
                                                           : expand(mask);
}

// A compute pipeline fetches the arguments of an indirect dispatch before it executes the shader. Other commands have one stage.
Stages with_earlier_stages(Stages expanded) {
  const bool has_shader = (expanded & VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT) != 0;
  return has_shader ? expanded | VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT : expanded;
}

Stages with_later_stages(Stages expanded) {
  const bool has_fetch = (expanded & VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT) != 0;
  return has_fetch ? expanded | VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT : expanded;
}

Accesses expand_accesses(Accesses mask) {
  Accesses accesses = mask;
  constexpr Accesses shader_reads =
      VK_ACCESS_2_SHADER_SAMPLED_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_READ_BIT;
  if ((mask & VK_ACCESS_2_SHADER_READ_BIT) != 0) accesses |= shader_reads;
  if ((mask & VK_ACCESS_2_SHADER_WRITE_BIT) != 0) accesses |= VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT;
  if ((mask & VK_ACCESS_2_MEMORY_READ_BIT) != 0) {
    accesses |= shader_reads | VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT |
                VK_ACCESS_2_UNIFORM_READ_BIT | VK_ACCESS_2_TRANSFER_READ_BIT |
                VK_ACCESS_2_HOST_READ_BIT;
  }
  if ((mask & VK_ACCESS_2_MEMORY_WRITE_BIT) != 0) {
    accesses |= VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT |
                VK_ACCESS_2_HOST_WRITE_BIT;
  }
  return accesses;
}

std::string name_of_stage(Stages stage) {
  for (std::size_t i = 0; i < access_stages.size(); ++i) {
    if ((stage & access_stages[i]) != 0) return stage_names[i];
  }
  return "no stage";
}

std::string name_of_access(Accesses access) {
  for (const auto& [bit, name] : access_names) {
    if ((access & bit) != 0) return name;
  }
  return "no access";
}

}  // namespace spirv_oracle::vulkan
