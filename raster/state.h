// The fixed-function state of a graphics pipeline as data, with the names of Vulkan. The defaults are those of a pipeline
// that draws one triangle list into one color attachment, without any optional operation.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "interpreter/images/image_shape.h"
#include "interpreter/images/texel_format.h"

namespace spirv_oracle {

// "Primitive Topologies".
enum class Topology : std::uint8_t {
  point_list,
  line_list,
  line_strip,
  triangle_list,
  triangle_strip,
  triangle_fan,
  line_list_with_adjacency,
  line_strip_with_adjacency,
  triangle_list_with_adjacency,
  triangle_strip_with_adjacency,
  patch_list,
};

enum class PolygonMode : std::uint8_t { fill, line, point };
enum class CullMode : std::uint8_t { none, front, back, front_and_back };
enum class FrontFace : std::uint8_t { counter_clockwise, clockwise };
enum class ProvokingVertex : std::uint8_t { first, last };
// "Line Segment Rasterization". Strict lines are rectangular; lines that are not strict are parallelograms.
enum class LineMode : std::uint8_t { rectangular, parallelogram, bresenham };

// "Line Stipple": lineStippleFactor, 1 to 256, and lineStipplePattern.
struct LineStipple {
  std::uint32_t factor = 1;
  std::uint16_t pattern = 0xFFFF;

  // Whether what has this value of the stipple counter is drawn.
  bool draws(std::uint64_t counter) const { return (pattern >> (counter / factor % 16) & 1u) != 0; }
};

struct Viewport {
  double x = 0, y = 0, width = 0, height = 0;  // pixels; the height may be negative
  double min_depth = 0, max_depth = 1;
};

struct ScissorRectangle {
  std::int32_t x = 0, y = 0;
  std::uint32_t width = 0, height = 0;
};

// "Depth Bias Computation".
struct DepthBias {
  double constant_factor = 0;
  double clamp = 0;
  double slope_factor = 0;
};

struct RasterizationState {
  bool depth_clamp = false;         // depthClampEnable: also disables clipping by depth
  bool rasterizer_discard = false;  // rasterizerDiscardEnable
  PolygonMode polygon_mode = PolygonMode::fill;
  CullMode cull_mode = CullMode::none;
  FrontFace front_face = FrontFace::counter_clockwise;
  ProvokingVertex provoking_vertex = ProvokingVertex::first;
  std::optional<DepthBias> depth_bias;  // depthBiasEnable
  double line_width = 1;                // pixels
  LineMode line_mode = LineMode::rectangular;
  std::optional<LineStipple> line_stipple = {};  // stippledLineEnable
};

struct MultisampleState {
  std::uint32_t samples = 1;  // 1, 2, 4, 8 or 16, with the standard sample locations
  std::uint32_t sample_mask = 0xFFFFFFFF;
  bool sample_shading = false;  // sampleShadingEnable
  double min_sample_shading = 1;
  bool alpha_to_coverage = false;
  bool alpha_to_one = false;
};

enum class StencilOperation : std::uint8_t {
  keep,
  zero,
  replace,
  increment_and_clamp,
  decrement_and_clamp,
  invert,
  increment_and_wrap,
  decrement_and_wrap,
};

// VkStencilOpState.
struct StencilFace {
  StencilOperation fail = StencilOperation::keep;
  StencilOperation pass = StencilOperation::keep;
  StencilOperation depth_fail = StencilOperation::keep;
  CompareOperation compare = CompareOperation::always;
  std::uint32_t compare_mask = 0xFF;
  std::uint32_t write_mask = 0xFF;
  std::uint32_t reference = 0;
};

struct DepthBounds {
  double min = 0, max = 1;
};

struct DepthStencilState {
  bool depth_test = false;
  bool depth_write = false;  // has no effect without depth_test
  CompareOperation depth_compare = CompareOperation::less;
  std::optional<DepthBounds> depth_bounds;  // depthBoundsTestEnable
  bool stencil_test = false;
  StencilFace front, back;
};

enum class BlendFactor : std::uint8_t {
  zero,
  one,
  source_color,
  one_minus_source_color,
  destination_color,
  one_minus_destination_color,
  source_alpha,
  one_minus_source_alpha,
  destination_alpha,
  one_minus_destination_alpha,
  constant_color,
  one_minus_constant_color,
  constant_alpha,
  one_minus_constant_alpha,
  source_alpha_saturate,
  source1_color,
  one_minus_source1_color,
  source1_alpha,
  one_minus_source1_alpha,
};

enum class BlendOperation : std::uint8_t { add, subtract, reverse_subtract, min, max };

struct BlendEquation {
  BlendFactor source = BlendFactor::one;
  BlendFactor destination = BlendFactor::zero;
  BlendOperation operation = BlendOperation::add;
};

// VkPipelineColorBlendAttachmentState.
struct BlendAttachment {
  bool enabled = false;  // blendEnable
  BlendEquation color = {}, alpha = {};
  std::array<bool, 4> write_mask = {true, true, true, true};  // red, green, blue, alpha
};

// "Logical Operations", in the order of the table.
enum class LogicOperation : std::uint8_t {
  clear,
  and_,
  and_reverse,
  copy,
  and_inverted,
  no_operation,
  xor_,
  or_,
  nor,
  equivalent,
  invert,
  or_reverse,
  copy_inverted,
  or_inverted,
  nand,
  set,
};

struct BlendState {
  std::optional<LogicOperation> logic_operation;  // logicOpEnable
  std::array<double, 4> constants = {0, 0, 0, 0};
  // By color attachment; missing ones have the defaults. Color attachment N gets the outputs with Location N.
  std::vector<BlendAttachment> attachments;
};

enum class VertexInputRate : std::uint8_t { vertex, instance };

struct VertexBinding {
  std::uint32_t binding = 0;
  std::uint64_t stride = 0;  // bytes
  VertexInputRate rate = VertexInputRate::vertex;
  std::uint32_t divisor = 1;  // for VertexInputRate::instance; 0: the first instance's for all
};

struct VertexAttribute {
  std::uint32_t location = 0;
  std::uint32_t binding = 0;
  // USCALED and SSCALED formats are integer formats with is_scaled. Components of 64 bits are permitted.
  TexelFormat format;
  bool is_scaled = false;
  std::uint64_t offset = 0;  // bytes
};

struct VertexInputState {
  std::vector<VertexBinding> bindings;
  std::vector<VertexAttribute> attributes;
};

struct InputAssemblyState {
  Topology topology = Topology::triangle_list;
  bool primitive_restart = false;
  std::uint32_t patch_control_points = 3;
  bool has_lower_left_origin = false;  // VK_TESSELLATION_DOMAIN_ORIGIN_LOWER_LEFT
};

struct PipelineState {
  VertexInputState vertex_input;
  InputAssemblyState input_assembly;
  // ViewportIndex selects one of each. No viewport: one that covers the framebuffer. No scissor: the whole framebuffer.
  std::vector<Viewport> viewports;
  std::vector<ScissorRectangle> scissors;
  RasterizationState rasterization;
  MultisampleState multisample;
  DepthStencilState depth_stencil;
  BlendState blend;
};

}  // namespace spirv_oracle
