#include "golden/vulkan/fixed_function_state.h"

#include "golden/vulkan/formats.h"

namespace spirv_oracle::golden {
namespace {

// The enumerants of these types have the order of our enumerations.
static_assert(VK_PRIMITIVE_TOPOLOGY_PATCH_LIST == static_cast<int>(Topology::patch_list));
static_assert(VK_POLYGON_MODE_POINT == static_cast<int>(PolygonMode::point));
static_assert(VK_CULL_MODE_FRONT_AND_BACK == static_cast<int>(CullMode::front_and_back));
static_assert(VK_FRONT_FACE_CLOCKWISE == static_cast<int>(FrontFace::clockwise));
static_assert(VK_STENCIL_OP_DECREMENT_AND_WRAP ==
              static_cast<int>(StencilOperation::decrement_and_wrap));
static_assert(VK_COMPARE_OP_ALWAYS == static_cast<int>(CompareOperation::always));
static_assert(VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA ==
              static_cast<int>(BlendFactor::one_minus_source1_alpha));
static_assert(VK_BLEND_OP_MAX == static_cast<int>(BlendOperation::max));
static_assert(VK_LOGIC_OP_SET == static_cast<int>(LogicOperation::set));

template <class To, class From>
To same(From value) {
  return static_cast<To>(static_cast<int>(value));
}

VkBool32 boolean(bool value) { return value ? VK_TRUE : VK_FALSE; }
float to_float(double value) { return static_cast<float>(value); }

template <class T>
std::uint32_t count_of(const std::vector<T>& list) {
  return static_cast<std::uint32_t>(list.size());
}

VkStencilOpState stencil_of(const StencilFace& face) {
  return {same<VkStencilOp>(face.fail),
          same<VkStencilOp>(face.pass),
          same<VkStencilOp>(face.depth_fail),
          same<VkCompareOp>(face.compare),
          face.compare_mask,
          face.write_mask,
          face.reference};
}

VkPipelineColorBlendAttachmentState blend_of(const BlendAttachment& attachment) {
  VkPipelineColorBlendAttachmentState state{};
  state.blendEnable = boolean(attachment.enabled);
  state.srcColorBlendFactor = same<VkBlendFactor>(attachment.color.source);
  state.dstColorBlendFactor = same<VkBlendFactor>(attachment.color.destination);
  state.colorBlendOp = same<VkBlendOp>(attachment.color.operation);
  state.srcAlphaBlendFactor = same<VkBlendFactor>(attachment.alpha.source);
  state.dstAlphaBlendFactor = same<VkBlendFactor>(attachment.alpha.destination);
  state.alphaBlendOp = same<VkBlendOp>(attachment.alpha.operation);
  for (unsigned i = 0; i < 4; ++i)
    if (attachment.write_mask[i]) state.colorWriteMask |= 1u << i;
  return state;
}

}  // namespace

FixedFunctionState::FixedFunctionState(const DeviceDescription& device, const BundleDraw& draw,
                                       std::uint32_t color_count) {
  make_vertex_input(draw.state.vertex_input);
  make_input_assembly(draw.state.input_assembly);
  make_viewports(draw);
  make_rasterization(device, draw.state.rasterization);
  make_multisample(draw.state.multisample);
  make_depth_stencil(draw.state.depth_stencil);
  make_blend(draw.state.blend, color_count);
}

void FixedFunctionState::make_vertex_input(const VertexInputState& state) {
  for (const VertexBinding& binding : state.bindings) {
    bindings_.push_back({binding.binding, static_cast<std::uint32_t>(binding.stride),
                         binding.rate == VertexInputRate::instance ? VK_VERTEX_INPUT_RATE_INSTANCE
                                                                   : VK_VERTEX_INPUT_RATE_VERTEX});
  }
  for (const VertexAttribute& attribute : state.attributes) {
    attributes_.push_back({attribute.location, attribute.binding,
                           vulkan_vertex_format(attribute.format, attribute.is_scaled),
                           static_cast<std::uint32_t>(attribute.offset)});
  }
  vertex_input_.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO;
  vertex_input_.vertexBindingDescriptionCount = count_of(bindings_);
  vertex_input_.pVertexBindingDescriptions = bindings_.data();
  vertex_input_.vertexAttributeDescriptionCount = count_of(attributes_);
  vertex_input_.pVertexAttributeDescriptions = attributes_.data();
}

void FixedFunctionState::make_input_assembly(const InputAssemblyState& state) {
  input_assembly_.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO;
  input_assembly_.topology = same<VkPrimitiveTopology>(state.topology);
  input_assembly_.primitiveRestartEnable = boolean(state.primitive_restart);
  origin_.sType = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_DOMAIN_ORIGIN_STATE_CREATE_INFO;
  origin_.domainOrigin = state.has_lower_left_origin ? VK_TESSELLATION_DOMAIN_ORIGIN_LOWER_LEFT
                                                     : VK_TESSELLATION_DOMAIN_ORIGIN_UPPER_LEFT;
  tessellation_.sType = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO;
  tessellation_.pNext = &origin_;
  tessellation_.patchControlPoints = state.patch_control_points;
}

void FixedFunctionState::make_viewports(const BundleDraw& draw) {
  for (const Viewport& viewport : draw.state.viewports) {
    viewports_.push_back({to_float(viewport.x), to_float(viewport.y), to_float(viewport.width),
                          to_float(viewport.height), to_float(viewport.min_depth),
                          to_float(viewport.max_depth)});
  }
  if (viewports_.empty())
    viewports_.push_back(
        {0, 0, static_cast<float>(draw.width), static_cast<float>(draw.height), 0, 1});
  for (const ScissorRectangle& scissor : draw.state.scissors)
    scissors_.push_back({{scissor.x, scissor.y}, {scissor.width, scissor.height}});
  scissors_.resize(viewports_.size(), {{0, 0}, {draw.width, draw.height}});
  viewport_.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO;
  viewport_.viewportCount = count_of(viewports_);
  viewport_.pViewports = viewports_.data();
  viewport_.scissorCount = count_of(scissors_);
  viewport_.pScissors = scissors_.data();
}

// Without the extension, the device draws as the bundle says anyway.
void FixedFunctionState::make_lines(const DeviceDescription& device,
                                    const RasterizationState& state) {
  lines_.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_LINE_STATE_CREATE_INFO_EXT;
  if (state.line_mode == LineMode::bresenham)
    lines_.lineRasterizationMode = VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT;
  if (state.line_mode == LineMode::rectangular && device.lines.rectangularLines != 0)
    lines_.lineRasterizationMode = VK_LINE_RASTERIZATION_MODE_RECTANGULAR_EXT;
  const LineStipple stipple = state.line_stipple.value_or(LineStipple{});
  lines_.stippledLineEnable = boolean(state.line_stipple.has_value());
  lines_.lineStippleFactor = stipple.factor;
  lines_.lineStipplePattern = stipple.pattern;
  if (device.lines.sType != 0) rasterization_.pNext = &lines_;
}

void FixedFunctionState::make_rasterization(const DeviceDescription& device,
                                            const RasterizationState& state) {
  make_lines(device, state);
  rasterization_.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
  rasterization_.depthClampEnable = boolean(state.depth_clamp);
  rasterization_.rasterizerDiscardEnable = boolean(state.rasterizer_discard);
  rasterization_.polygonMode = same<VkPolygonMode>(state.polygon_mode);
  rasterization_.cullMode = static_cast<VkCullModeFlags>(state.cull_mode);
  rasterization_.frontFace = same<VkFrontFace>(state.front_face);
  rasterization_.depthBiasEnable = boolean(state.depth_bias.has_value());
  const DepthBias bias = state.depth_bias.value_or(DepthBias{});
  rasterization_.depthBiasConstantFactor = to_float(bias.constant_factor);
  rasterization_.depthBiasClamp = to_float(bias.clamp);
  rasterization_.depthBiasSlopeFactor = to_float(bias.slope_factor);
  rasterization_.lineWidth = to_float(state.line_width);
}

void FixedFunctionState::make_multisample(const MultisampleState& state) {
  sample_mask_ = state.sample_mask;
  multisample_.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO;
  multisample_.rasterizationSamples = static_cast<VkSampleCountFlagBits>(state.samples);
  multisample_.sampleShadingEnable = boolean(state.sample_shading);
  multisample_.minSampleShading = to_float(state.min_sample_shading);
  multisample_.pSampleMask = &sample_mask_;
  multisample_.alphaToCoverageEnable = boolean(state.alpha_to_coverage);
  multisample_.alphaToOneEnable = boolean(state.alpha_to_one);
}

void FixedFunctionState::make_depth_stencil(const DepthStencilState& state) {
  depth_stencil_.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO;
  depth_stencil_.depthTestEnable = boolean(state.depth_test);
  depth_stencil_.depthWriteEnable = boolean(state.depth_write);
  depth_stencil_.depthCompareOp = same<VkCompareOp>(state.depth_compare);
  depth_stencil_.depthBoundsTestEnable = boolean(state.depth_bounds.has_value());
  const DepthBounds bounds = state.depth_bounds.value_or(DepthBounds{});
  depth_stencil_.minDepthBounds = to_float(bounds.min);
  depth_stencil_.maxDepthBounds = to_float(bounds.max);
  depth_stencil_.stencilTestEnable = boolean(state.stencil_test);
  depth_stencil_.front = stencil_of(state.front);
  depth_stencil_.back = stencil_of(state.back);
}

void FixedFunctionState::make_blend(const BlendState& state, std::uint32_t color_count) {
  for (std::uint32_t i = 0; i < color_count; ++i)
    blend_attachments_.push_back(
        blend_of(i < state.attachments.size() ? state.attachments[i] : BlendAttachment{}));
  blend_.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO;
  blend_.logicOpEnable = boolean(state.logic_operation.has_value());
  blend_.logicOp = same<VkLogicOp>(state.logic_operation.value_or(LogicOperation::copy));
  blend_.attachmentCount = color_count;
  blend_.pAttachments = blend_attachments_.data();
  for (unsigned i = 0; i < 4; ++i) blend_.blendConstants[i] = to_float(state.constants[i]);
}

void FixedFunctionState::set(VkGraphicsPipelineCreateInfo& info) const {
  info.pVertexInputState = &vertex_input_;
  info.pInputAssemblyState = &input_assembly_;
  info.pTessellationState = &tessellation_;
  info.pViewportState = &viewport_;
  info.pRasterizationState = &rasterization_;
  info.pMultisampleState = &multisample_;
  info.pDepthStencilState = &depth_stencil_;
  info.pColorBlendState = &blend_;
}

}  // namespace spirv_oracle::golden
