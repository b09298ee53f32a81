#include <fmt/format.h>

#include <algorithm>

#include "golden/bundle/module_summary.h"
#include "golden/bundle/subgroup_use.h"
#include "golden/vulkan/device_draw.h"
#include "golden/vulkan/formats.h"

namespace spirv_oracle::golden {
namespace {

// The feature that a state needs.
struct StateRule {
  std::string_view feature;
  VkBool32 VkPhysicalDeviceFeatures::*member;
  bool (*is_needed)(const PipelineState& state);
};

bool is_dual_source(const BlendEquation& equation) {
  return equation.source >= BlendFactor::source1_color ||
         equation.destination >= BlendFactor::source1_color;
}

bool blends_dual_source(const PipelineState& state) {
  return std::ranges::any_of(state.blend.attachments, [](const BlendAttachment& attachment) {
    return attachment.enabled &&
           (is_dual_source(attachment.color) || is_dual_source(attachment.alpha));
  });
}

constexpr std::array state_rules = std::to_array<StateRule>({
    {"depthClamp", &VkPhysicalDeviceFeatures::depthClamp,
     [](const PipelineState& state) { return state.rasterization.depth_clamp; }},
    {"fillModeNonSolid", &VkPhysicalDeviceFeatures::fillModeNonSolid,
     [](const PipelineState& state) {
       return state.rasterization.polygon_mode != PolygonMode::fill;
     }},
    {"wideLines", &VkPhysicalDeviceFeatures::wideLines,
     [](const PipelineState& state) { return state.rasterization.line_width != 1; }},
    {"depthBiasClamp", &VkPhysicalDeviceFeatures::depthBiasClamp,
     [](const PipelineState& state) {
       return state.rasterization.depth_bias && state.rasterization.depth_bias->clamp != 0;
     }},
    {"depthBounds", &VkPhysicalDeviceFeatures::depthBounds,
     [](const PipelineState& state) { return state.depth_stencil.depth_bounds.has_value(); }},
    {"logicOp", &VkPhysicalDeviceFeatures::logicOp,
     [](const PipelineState& state) { return state.blend.logic_operation.has_value(); }},
    {"dualSrcBlend", &VkPhysicalDeviceFeatures::dualSrcBlend, blends_dual_source},
    {"sampleRateShading", &VkPhysicalDeviceFeatures::sampleRateShading,
     [](const PipelineState& state) { return state.multisample.sample_shading; }},
    {"alphaToOne", &VkPhysicalDeviceFeatures::alphaToOne,
     [](const PipelineState& state) { return state.multisample.alpha_to_one; }},
    {"multiViewport", &VkPhysicalDeviceFeatures::multiViewport,
     [](const PipelineState& state) { return state.viewports.size() > 1; }},
    {"independentBlend", &VkPhysicalDeviceFeatures::independentBlend,
     [](const PipelineState& state) { return state.blend.attachments.size() > 1; }},
});

bool is_line(Topology topology) {
  return topology == Topology::line_list || topology == Topology::line_strip ||
         topology == Topology::line_list_with_adjacency ||
         topology == Topology::line_strip_with_adjacency;
}

// How the device draws lines. Vulkan has no stipple for lines that are not strict.
std::string missing_line_feature(const DeviceDescription& device, const PipelineState& state) {
  const bool has_lines = is_line(state.input_assembly.topology) ||
                         state.rasterization.polygon_mode == PolygonMode::line;
  if (!has_lines) return "";
  const bool is_strict = device.properties.limits.strictLines != 0;
  const bool has_stipple = state.rasterization.line_stipple.has_value();
  switch (state.rasterization.line_mode) {
    case LineMode::rectangular:
      if (has_stipple && device.lines.stippledRectangularLines == 0)
        return "stippledRectangularLines";
      return is_strict || device.lines.rectangularLines != 0 ? "" : "strictLines";
    case LineMode::bresenham:
      if (has_stipple && device.lines.stippledBresenhamLines == 0) return "stippledBresenhamLines";
      return device.lines.bresenhamLines != 0 ? "" : "bresenhamLines";
    case LineMode::parallelogram:
      if (has_stipple) return "a stipple of lines that are not strict";
      return is_strict ? "lines that are not strict" : "";
  }
  return "";
}

// What needs extensions that are not used yet.
std::string draw_missing_extension(const DeviceDescription& device, const BundleDraw& draw) {
  const PipelineState& state = draw.state;
  if (std::string missing = missing_line_feature(device, state); !missing.empty()) return missing;
  if (state.rasterization.provoking_vertex == ProvokingVertex::last)
    return "the last vertex as provoking one, which is not supported yet";
  if (draw.call.index_buffer && draw.call.index_buffer->type == IndexType::uint8)
    return "indices of 8 bits, which are not supported yet";
  const auto has_divisor = [](const VertexBinding& binding) {
    return binding.rate == VertexInputRate::instance && binding.divisor != 1;
  };
  if (std::ranges::any_of(state.vertex_input.bindings, has_divisor))
    return "divisors of instance rates, which are not supported yet";
  return "";
}

std::string draw_missing_limit(const DeviceDescription& device, const BundleDraw& draw) {
  const VkPhysicalDeviceLimits& limits = device.properties.limits;
  if (draw.width == 0 || draw.height == 0) return "a framebuffer without pixels";
  if (draw.width > limits.maxFramebufferWidth) return "maxFramebufferWidth";
  if (draw.height > limits.maxFramebufferHeight) return "maxFramebufferHeight";
  if (draw.state.input_assembly.topology == Topology::patch_list &&
      draw.state.input_assembly.patch_control_points > limits.maxTessellationPatchSize)
    return "maxTessellationPatchSize";
  if (draw.state.viewports.size() > limits.maxViewports) return "maxViewports";
  for (const VertexAttribute& attribute : draw.state.vertex_input.attributes) {
    if (vulkan_vertex_format(attribute.format, attribute.is_scaled) == VK_FORMAT_UNDEFINED)
      return fmt::format("the format of the vertex attribute {}", attribute.location);
    if (attribute.offset > limits.maxVertexInputAttributeOffset)
      return "maxVertexInputAttributeOffset";
  }
  for (const VertexBinding& binding : draw.state.vertex_input.bindings) {
    if (binding.stride > limits.maxVertexInputBindingStride) return "maxVertexInputBindingStride";
  }
  return "";
}

// Subgroup operations in a stage.
std::string missing_subgroups(const DeviceDescription& device, const Bundle& bundle) {
  if (!uses_subgroups(bundle)) return "";
  const auto is_missing = [&](Stage stage, const std::vector<std::uint32_t>& words) {
    if ((device.subgroups.supportedStages & stage_flag(stage)) != 0) return false;
    const auto module = load_module(words, {false, ""});
    return !module || uses_subgroups(capability_names(**module));
  };
  if (is_missing(Stage::fragment, bundle.words)) return "subgroup operations in fragment shaders";
  for (const BundleStage& stage : bundle.draw->stages) {
    if (is_missing(stage.stage, stage.words))
      return fmt::format("subgroup operations in {} shaders", stage_name(stage.stage));
  }
  return "";
}

}  // namespace

std::string missing_draw_feature(const DeviceDescription& device, const Bundle& bundle) {
  if (!bundle.draw) return "";
  if (!device.draws) return "a queue for graphics";
  for (const StateRule& rule : state_rules) {
    if (rule.is_needed(bundle.draw->state) && device.features.*(rule.member) == 0)
      return std::string(rule.feature);
  }
  if (std::string missing = missing_subgroups(device, bundle); !missing.empty()) return missing;
  if (std::string missing = draw_missing_extension(device, *bundle.draw); !missing.empty())
    return missing;
  const VkPhysicalDeviceLimits& limits = device.properties.limits;
  for (const BundleResource& resource : bundle.resources) {
    const std::uint32_t number = resource.key.binding;
    if (resource.kind == draw_kinds::vertex_buffer && number >= limits.maxVertexInputBindings)
      return "maxVertexInputBindings";
    if (resource.kind == draw_kinds::color_attachment && number >= limits.maxColorAttachments)
      return "maxColorAttachments";
  }
  return draw_missing_limit(device, *bundle.draw);
}

}  // namespace spirv_oracle::golden
