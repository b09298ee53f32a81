// Remarks about a script that still runs.
#pragma once

#include <string>
#include <string_view>

#include "amber/script/tokenizer.h"

namespace spirv_oracle::amber {

// A rule of Vulkan for applications, which the script breaks. Amber does not check it, so the
// script runs.
struct UsageRule {
  std::string_view clause;  // as in a Finding; "" if the remark is only a note
  std::string_view vuid;    // the rule's name in the Vulkan specification
};

constexpr UsageRule full_subgroups{"usage.full-subgroups",
                                   "VUID-VkPipelineShaderStageCreateInfo-flags-02759"};
constexpr UsageRule full_subgroups_of_required_size{
    "usage.full-subgroups", "VUID-VkPipelineShaderStageCreateInfo-pNext-02757"};
constexpr UsageRule full_subgroups_of_varying_size{
    "usage.full-subgroups", "VUID-VkPipelineShaderStageCreateInfo-flags-02758"};
constexpr UsageRule descriptor_type{"usage.descriptor-type",
                                    "VUID-VkComputePipelineCreateInfo-layout-07990"};
constexpr UsageRule descriptor_range{"usage.descriptor-range",
                                     "VUID-VkDescriptorBufferInfo-range-00342"};
constexpr UsageRule push_constant_range{"usage.push-constant-range",
                                        "VUID-VkComputePipelineCreateInfo-layout-07987"};
constexpr UsageRule feedback_loop{"usage.feedback-loop", "VUID-vkCmdDraw-None-09000"};

struct Remark {
  ScriptPosition place;
  UsageRule rule;
  std::string message;
};

}  // namespace spirv_oracle::amber
