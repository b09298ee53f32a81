// A dispatch of a shader with all that it needs, created at random moments: its buffers have memory, and descriptors name
// them. The command buffer with the dispatch still records.
#pragma once

#include "vulkan/test/random_objects_for_test.h"

namespace spirv_oracle::vulkan::test {

class RandomDispatch {
 public:
  // `is_array`: for the last shader, whose first binding has two descriptors; or else for the first one.
  RandomDispatch(RandomBytes& bytes, RandomHandles& handles, const RandomObjects& objects)
      : bytes_(bytes),
        handles_(handles),
        is_array_(bytes.one_in(2)),
        words_(objects.shader_words(is_array_ ? 2 : 0)) {
    create_buffers();
    create_set();
    create_pipeline();
    record();
  }

 private:
  VkDevice device() { return handles_.all<VkDevice>().front(); }
  // Calls a function that creates an object of the device.
  template <class F, class Handle, class Info>
  Handle create(const char* function, const Info& info) {
    Handle made = VK_NULL_HANDLE;
    handles_.add(call<F>(function, device(), &info, nullptr, &made), made);
    return made;
  }

  void create_buffers() {
    auto memory_info = structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
    memory_info.allocationSize = 256 * infos_.size();
    memory_info.memoryTypeIndex = bytes_.number(2);
    const auto memory =
        create<PFN_vkAllocateMemory, VkDeviceMemory>("vkAllocateMemory", memory_info);
    auto buffer_info = structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
    buffer_info.size = 256;
    buffer_info.usage = 0x1FF;
    for (std::size_t i = 0; i < infos_.size(); ++i) {
      infos_[i] = {create<PFN_vkCreateBuffer, VkBuffer>("vkCreateBuffer", buffer_info), 0,
                   VK_WHOLE_SIZE};
      call<PFN_vkBindBufferMemory>("vkBindBufferMemory", device(), infos_[i].buffer, memory,
                                   VkDeviceSize{256 * i});
    }
  }

  void create_set() {
    const VkDescriptorSetLayoutBinding bindings[] = {
        {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, is_array_ ? 2u : 1u, VK_SHADER_STAGE_COMPUTE_BIT,
         nullptr},
        {1, is_array_ ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
         VK_SHADER_STAGE_COMPUTE_BIT, nullptr}};
    auto layout_info = structure<VkDescriptorSetLayoutCreateInfo>(
        VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
    layout_info.flags =
        bytes_.one_in(4) ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR : 0;
    layout_info.bindingCount = 2;
    layout_info.pBindings = bindings;
    set_layout_ = create<PFN_vkCreateDescriptorSetLayout, VkDescriptorSetLayout>(
        "vkCreateDescriptorSetLayout", layout_info);
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 8},
                                          {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 8}};
    auto pool_info =
        structure<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
    pool_info.maxSets = 4;
    pool_info.poolSizeCount = 2;
    pool_info.pPoolSizes = sizes;
    auto info =
        structure<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
    info.descriptorPool =
        create<PFN_vkCreateDescriptorPool, VkDescriptorPool>("vkCreateDescriptorPool", pool_info);
    info.descriptorSetCount = 1;
    info.pSetLayouts = &set_layout_;
    handles_.add(
        call<PFN_vkAllocateDescriptorSets>("vkAllocateDescriptorSets", device(), &info, &set_),
        set_);
    for (const VkDescriptorSetLayoutBinding& binding : bindings) {
      auto write = structure<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
      write.dstSet = set_;
      write.dstBinding = binding.binding;
      write.descriptorCount = binding.descriptorCount;
      write.descriptorType = binding.descriptorType;
      write.pBufferInfo = infos_.data() + 2 * binding.binding;
      call<PFN_vkUpdateDescriptorSets>("vkUpdateDescriptorSets", device(), 1u, &write, 0u, nullptr);
    }
  }

  void create_pipeline() {
    const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, 16};
    auto layout_info =
        structure<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
    layout_info.setLayoutCount = 1;
    layout_info.pSetLayouts = &set_layout_;
    layout_info.pushConstantRangeCount = 1;
    layout_info.pPushConstantRanges = &range;
    auto shader_info =
        structure<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
    shader_info.codeSize = 4 * words_.size();
    shader_info.pCode = words_.data();
    auto info =
        structure<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
    info.stage = structure<VkPipelineShaderStageCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.pName = "main";
    info.stage.module =
        create<PFN_vkCreateShaderModule, VkShaderModule>("vkCreateShaderModule", shader_info);
    info.layout = layout_ =
        create<PFN_vkCreatePipelineLayout, VkPipelineLayout>("vkCreatePipelineLayout", layout_info);
    handles_.add(
        call<PFN_vkCreateComputePipelines>("vkCreateComputePipelines", device(), VkPipelineCache{},
                                           1u, &info, nullptr, &pipeline_),
        pipeline_);
  }

  void record() {
    const auto pool_info =
        structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
    auto info =
        structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
    info.commandPool =
        create<PFN_vkCreateCommandPool, VkCommandPool>("vkCreateCommandPool", pool_info);
    info.commandBufferCount = 1;
    VkCommandBuffer buffer = nullptr;
    handles_.add(
        call<PFN_vkAllocateCommandBuffers>("vkAllocateCommandBuffers", device(), &info, &buffer),
        buffer);
    const auto begin =
        structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
    const std::array<std::uint32_t, 4> constants{bytes_.number(4)};
    call<PFN_vkBeginCommandBuffer>("vkBeginCommandBuffer", buffer, &begin);
    call<PFN_vkCmdBindPipeline>("vkCmdBindPipeline", buffer, VK_PIPELINE_BIND_POINT_COMPUTE,
                                pipeline_);
    call<PFN_vkCmdBindDescriptorSets>("vkCmdBindDescriptorSets", buffer,
                                      VK_PIPELINE_BIND_POINT_COMPUTE, layout_, 0u, 1u, &set_, 0u,
                                      nullptr);
    call<PFN_vkCmdPushConstants>("vkCmdPushConstants", buffer, layout_,
                                 VkShaderStageFlags{VK_SHADER_STAGE_COMPUTE_BIT}, 0u, 16u,
                                 constants.data());
    call<PFN_vkCmdDispatch>("vkCmdDispatch", buffer, 1 + bytes_.number(3), 1u, 1u);
  }

  RandomBytes& bytes_;
  RandomHandles& handles_;
  const bool is_array_;
  const ShaderWords& words_;
  std::array<VkDescriptorBufferInfo, 4> infos_{};
  VkDescriptorSetLayout set_layout_ = VK_NULL_HANDLE;
  VkDescriptorSet set_ = VK_NULL_HANDLE;
  VkPipelineLayout layout_ = VK_NULL_HANDLE;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
};

}  // namespace spirv_oracle::vulkan::test
