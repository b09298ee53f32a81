// Descriptors that are pushed into a command buffer, without a set of the program.

#include <fmt/format.h>

#include "vulkan/commands/command_buffer.h"
#include "vulkan/findings/call.h"
#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"

namespace spirv_oracle::vulkan {
namespace {

// The set for the descriptors that are pushed now, which keeps those that were pushed before. Dispatches that were recorded
// keep the set that they have. Null after a finding.
std::shared_ptr<DescriptorSet> start_push(CommandBuffer& buffer, VkPipelineLayout layout_handle,
                                          std::uint32_t number) {
  const auto layout = find<PipelineLayout>(layout_handle, "layout", buffer.device);
  if (!layout) return nullptr;
  if (number >= layout->sets.size() || !layout->sets[number]->is_pushed) {
    complain(rules::argument_invalid, *layout,
             fmt::format("has no layout for push descriptors as set {}", number),
             "VUID-vkCmdPushDescriptorSet-set-00365");
    return nullptr;
  }
  const auto bound = buffer.sets.find(number);
  const bool continues = bound != buffer.sets.end() && bound->second.set->layout->is_pushed &&
                         bound->second.set->layout->bindings == layout->sets[number]->bindings;
  if (continues) return bound->second.set->copy();
  auto set = std::make_shared<DescriptorSet>(layout->sets[number]);
  set->device = buffer.device;
  set->set_name(fmt::format("push descriptors {}", number).c_str());
  return set;
}

void finish_push(CommandBuffer& buffer, std::uint32_t number,
                 const std::shared_ptr<DescriptorSet>& set) {
  buffer.sets[number] = {set, set->updates, {}};
}

}  // namespace

VKAPI_ATTR void VKAPI_CALL cmd_push_descriptor_set(VkCommandBuffer handle,
                                                   VkPipelineBindPoint point,
                                                   VkPipelineLayout layout, std::uint32_t number,
                                                   std::uint32_t count,
                                                   const VkWriteDescriptorSet* writes) {
  const auto buffer = find_recording(handle);
  if (!buffer || point != VK_PIPELINE_BIND_POINT_COMPUTE) return;
  const auto set = start_push(*buffer, layout, number);
  if (!set) return;
  for (std::uint32_t i = 0; i < count; ++i) write_descriptors(*buffer->device, *set, writes[i]);
  finish_push(*buffer, number, set);
}

VKAPI_ATTR void VKAPI_CALL cmd_push_descriptor_set_with_template(
    VkCommandBuffer handle, VkDescriptorUpdateTemplate template_handle, VkPipelineLayout layout,
    std::uint32_t number, const void* data) {
  const auto buffer = find_recording(handle);
  if (!buffer) return;
  const auto from =
      find<DescriptorUpdateTemplate>(template_handle, "descriptorUpdateTemplate", buffer->device);
  const auto set = from ? start_push(*buffer, layout, number) : nullptr;
  if (!set) return;
  write_descriptors(*buffer->device, *set, *from, data);
  finish_push(*buffer, number, set);
}

VKAPI_ATTR void VKAPI_CALL cmd_push_descriptor_set2(VkCommandBuffer buffer,
                                                    const VkPushDescriptorSetInfo* info) {
  if ((info->stageFlags & VK_SHADER_STAGE_COMPUTE_BIT) == 0) return;
  cmd_push_descriptor_set(buffer, VK_PIPELINE_BIND_POINT_COMPUTE, info->layout, info->set,
                          info->descriptorWriteCount, info->pDescriptorWrites);
}

VKAPI_ATTR void VKAPI_CALL cmd_push_descriptor_set_with_template2(
    VkCommandBuffer buffer, const VkPushDescriptorSetWithTemplateInfo* info) {
  cmd_push_descriptor_set_with_template(buffer, info->descriptorUpdateTemplate, info->layout,
                                        info->set, info->pData);
}

}  // namespace spirv_oracle::vulkan
