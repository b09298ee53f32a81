#include "amber/graphics/draw_input.h"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <span>

#include "amber/script/script_images.h"
#include "data/scalar.h"

namespace spirv_oracle::amber {
namespace {

// Those of Amber, whose scripts cannot set them.
constexpr std::array<double, 4> blend_constants{1, 1, 1, 1};

const Pipeline& pipeline_named(const Script& script, const std::string& name) {
  return script.pipelines.find(name)->second;
}

const Buffer& buffer_named(const Script& script, const std::string& name) {
  return script.buffers.find(name)->second;
}

// Vertices with two floats at location 0.
void set_corners(const std::vector<float>& coordinates, DrawInput& input) {
  constexpr std::uint8_t bits = 32;
  const TexelFormat format{
      "R32G32_SFLOAT",
      2 * sizeof(float),
      {{{bits, 0, TexelEncoding::sfloat}, {bits, bits, TexelEncoding::sfloat}}}};
  VertexInputState& vertex_input = input.state.vertex_input;
  vertex_input.bindings = {{.binding = 0, .stride = format.bytes}};
  vertex_input.attributes = {{.location = 0, .binding = 0, .format = format}};
  input.corners = ShadowedBytes::zero(coordinates.size() * sizeof(float));
  std::memcpy(input.corners.bytes.data(), coordinates.data(), input.corners.bytes.size());
  input.call.vertex_count = static_cast<std::uint32_t>(coordinates.size() / 2);
}

struct Rectangle {
  float x = 0, y = 0, width = 0, height = 0;
};

// From pixels to normalized device coordinates, with the roundings of Amber.
Rectangle normalized(const Rectangle& pixels, const Pipeline& pipeline) {
  const auto frame_width = static_cast<float>(pipeline.graphics.framebuffer_size[0]);
  const auto frame_height = static_cast<float>(pipeline.graphics.framebuffer_size[1]);
  return {pixels.x / frame_width * 2.0F - 1.0F, pixels.y / frame_height * 2.0F - 1.0F,
          pixels.width / frame_width * 2.0F, pixels.height / frame_height * 2.0F};
}

template <class Draw>
Rectangle rectangle_of(const Draw& draw) {
  return {static_cast<float>(draw.x), static_cast<float>(draw.y), static_cast<float>(draw.width),
          static_cast<float>(draw.height)};
}

Result<void> add_vertex_data(const Script& script, const VertexData& data, DrawInput& input) {
  const Buffer& buffer = buffer_named(script, data.buffer);
  const auto format = vertex_format_of(data.format.value_or(buffer.type));
  if (!format) return tl::unexpected(format.error());
  const auto binding = static_cast<std::uint32_t>(input.vertex_data.size());
  VertexInputState& vertex_input = input.state.vertex_input;
  vertex_input.bindings.push_back(
      {.binding = binding,
       .stride = data.stride.value_or(data.format ? format->texel.bytes : buffer.layout->stride),
       .rate = data.per_instance ? VertexInputRate::instance : VertexInputRate::vertex});
  vertex_input.attributes.push_back({.location = data.location,
                                     .binding = binding,
                                     .format = format->texel,
                                     .is_scaled = format->is_scaled,
                                     .offset = data.offset});
  input.vertex_data[binding] = data.buffer;
  return {};
}

Result<IndexType> index_type_of(const Buffer& buffer) {
  const DataType& type = buffer.type;
  const bool is_scalar = type.format == nullptr && !type.structure && type.rows * type.columns == 1;
  if (is_scalar && !is_float(type.scalar)) {
    if (scalar_size(type.scalar) == 1) return IndexType::uint8;
    if (scalar_size(type.scalar) == 2) return IndexType::uint16;
    if (scalar_size(type.scalar) == 4) return IndexType::uint32;
  }
  return bad_input(
      fmt::format("INDEX_DATA '{}' has type {}, but indices are integers of 8, 16 or 32 bits",
                  buffer.name, type.name));
}

// The number of vertices or indices of a draw without a COUNT: all elements of the buffer from the first one on.
Result<std::uint32_t> default_count(const Script& script, const Pipeline& pipeline,
                                    const DrawArrays& draw) {
  const std::vector<VertexData>& data = pipeline.graphics.vertex_data;
  if (!draw.is_indexed && data.empty()) {
    return bad_input(fmt::format(
        "pipeline '{}' has no VERTEX_DATA that gives the number of vertices: add a COUNT",
        pipeline.name));
  }
  const Buffer& buffer =
      buffer_named(script, draw.is_indexed ? pipeline.graphics.index_buffer : data.front().buffer);
  if (draw.first >= buffer.element_count) {
    return bad_input(fmt::format("START_IDX {} is not less than the {} elements of '{}'",
                                 draw.first, buffer.element_count, buffer.name));
  }
  return static_cast<std::uint32_t>(buffer.element_count - draw.first);
}

}  // namespace

Result<PipelineState> pipeline_state(const Script& script, const Pipeline& pipeline) {
  PipelineState state = pipeline.graphics.fixed;
  state.blend.constants = blend_constants;
  const Buffer* first = nullptr;
  for (const Binding& binding : pipeline.bindings) {
    if (binding.kind != BindingKind::color && binding.kind != BindingKind::depth_stencil) continue;
    const Buffer& buffer = buffer_named(script, binding.buffers.front());
    if (first == nullptr) first = &buffer;
    if (buffer.image->samples != first->image->samples) {
      return bad_input(fmt::format(
          "the attachments of pipeline '{}' have different SAMPLES: '{}' has {}, '{}' has {}",
          pipeline.name, first->name, first->image->samples, buffer.name, buffer.image->samples));
    }
    const std::size_t count = binding.location + std::size_t{1};
    if (binding.kind == BindingKind::color && state.blend.attachments.size() < count)
      state.blend.attachments.resize(count, pipeline.graphics.blend);
  }
  if (first != nullptr) state.multisample.samples = first->image->samples;
  return state;
}

Result<DrawInput> draw_input(const Script& script, const DrawRectangle& draw) {
  constexpr std::uint32_t corner_count = 4;
  const Pipeline& pipeline = pipeline_named(script, draw.pipeline);
  auto state = pipeline_state(script, pipeline);
  if (!state) return tl::unexpected(state.error());
  DrawInput input{.state = std::move(*state)};
  input.state.input_assembly.primitive_restart = false;
  input.state.input_assembly.topology =
      draw.is_patch ? Topology::patch_list : Topology::triangle_strip;
  if (draw.is_patch) input.state.input_assembly.patch_control_points = corner_count;
  Rectangle area = rectangle_of(draw);
  if (draw.in_pixels) area = normalized(area, pipeline);
  const float right = area.x + area.width;
  const float bottom = area.y + area.height;
  set_corners({area.x, bottom, area.x, area.y, right, bottom, right, area.y}, input);
  return input;
}

Result<DrawInput> draw_input(const Script& script, const DrawGrid& draw, std::uint64_t max_bytes) {
  constexpr std::uint64_t coordinates_per_cell = 12;
  const std::uint64_t cells = std::uint64_t{draw.columns} * draw.rows;
  if (cells > max_bytes / (coordinates_per_cell * sizeof(float)) || cells >> 28 != 0)
    return limit_reached(
        fmt::format("the grid of {} x {} cells is too large", draw.columns, draw.rows));
  const Pipeline& pipeline = pipeline_named(script, draw.pipeline);
  auto state = pipeline_state(script, pipeline);
  if (!state) return tl::unexpected(state.error());
  DrawInput input{.state = std::move(*state)};
  input.state.input_assembly.primitive_restart = false;
  input.state.input_assembly.topology = Topology::triangle_list;
  const Rectangle area = normalized(rectangle_of(draw), pipeline);
  const float cell_width = area.width / static_cast<float>(draw.columns);
  const float cell_height = area.height / static_cast<float>(draw.rows);
  std::vector<float> coordinates;
  coordinates.reserve(cells * coordinates_per_cell);
  for (std::uint32_t row = 0; row < draw.rows; ++row) {
    const float top = area.y + cell_height * static_cast<float>(row);
    const float bottom = area.y + cell_height * static_cast<float>(row + 1);
    for (std::uint32_t column = 0; column < draw.columns; ++column) {
      const float left = area.x + cell_width * static_cast<float>(column);
      const float right = area.x + cell_width * static_cast<float>(column + 1);
      coordinates.insert(coordinates.end(), {right, bottom, left, bottom, left, top, right, bottom,
                                             left, top, right, top});
    }
  }
  set_corners(coordinates, input);
  return input;
}

Result<DrawInput> draw_input(const Script& script, const DrawArrays& draw) {
  const Pipeline& pipeline = pipeline_named(script, draw.pipeline);
  auto state = pipeline_state(script, pipeline);
  if (!state) return tl::unexpected(state.error());
  DrawInput input{.state = std::move(*state)};
  input.state.input_assembly.topology = draw.topology;
  for (const VertexData& data : pipeline.graphics.vertex_data) {
    if (auto done = add_vertex_data(script, data, input); !done)
      return tl::unexpected(done.error());
  }
  const auto count =
      draw.count ? Result<std::uint32_t>(*draw.count) : default_count(script, pipeline, draw);
  if (!count) return tl::unexpected(count.error());
  input.call.vertex_count = *count;
  input.call.first_vertex = draw.first;
  input.call.instance_count = draw.instances;
  input.call.first_instance = draw.first_instance;
  if (!draw.is_indexed) return input;
  const auto type = index_type_of(buffer_named(script, pipeline.graphics.index_buffer));
  if (!type) return tl::unexpected(type.error());
  input.call.index_buffer = IndexBuffer{.contents = nullptr, .type = *type};
  return input;
}

}  // namespace spirv_oracle::amber
