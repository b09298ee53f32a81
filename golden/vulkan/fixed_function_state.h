// The state of a draw as structures of Vulkan.
#pragma once

#include <vector>

#include "golden/bundle/bundle.h"
#include "golden/vulkan/device.h"
#include "golden/vulkan/loader.h"

namespace spirv_oracle::golden {

// What VkGraphicsPipelineCreateInfo points to, except for the stages. It points to itself, and so must stay where it is.
class FixedFunctionState {
 public:
  // `color_count`: the number of color attachments of the subpass.
  FixedFunctionState(const DeviceDescription& device, const BundleDraw& draw,
                     std::uint32_t color_count);
  FixedFunctionState(const FixedFunctionState&) = delete;
  FixedFunctionState& operator=(const FixedFunctionState&) = delete;

  void set(VkGraphicsPipelineCreateInfo& info) const;

 private:
  void make_vertex_input(const VertexInputState& state);
  void make_input_assembly(const InputAssemblyState& state);
  void make_viewports(const BundleDraw& draw);
  void make_lines(const DeviceDescription& device, const RasterizationState& state);
  void make_rasterization(const DeviceDescription& device, const RasterizationState& state);
  void make_multisample(const MultisampleState& state);
  void make_depth_stencil(const DepthStencilState& state);
  void make_blend(const BlendState& state, std::uint32_t color_count);

  std::vector<VkVertexInputBindingDescription> bindings_;
  std::vector<VkVertexInputAttributeDescription> attributes_;
  std::vector<VkViewport> viewports_;
  std::vector<VkRect2D> scissors_;
  std::vector<VkPipelineColorBlendAttachmentState> blend_attachments_;
  VkSampleMask sample_mask_ = 0;
  VkPipelineVertexInputStateCreateInfo vertex_input_{};
  VkPipelineInputAssemblyStateCreateInfo input_assembly_{};
  VkPipelineTessellationDomainOriginStateCreateInfo origin_{};
  VkPipelineTessellationStateCreateInfo tessellation_{};
  VkPipelineViewportStateCreateInfo viewport_{};
  VkPipelineRasterizationLineStateCreateInfoEXT lines_{};
  VkPipelineRasterizationStateCreateInfo rasterization_{};
  VkPipelineMultisampleStateCreateInfo multisample_{};
  VkPipelineDepthStencilStateCreateInfo depth_stencil_{};
  VkPipelineColorBlendStateCreateInfo blend_{};
};

}  // namespace spirv_oracle::golden
