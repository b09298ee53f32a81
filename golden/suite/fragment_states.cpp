// The state of pipelines and the parameters of draws, one after another.
#include <cmath>
#include <cstring>

#include "golden/suite/fragments.h"
#include "raster/clear.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::uint32_t framebuffer_side = 8;

constexpr const char* paint = R"(#version 460
layout(location = 0) out vec4 color;
void main() { color = vec4(1, gl_FrontFacing ? 1 : 0, 0, 1); }
)";

SuiteDraw painted() {
  SuiteDraw draw = rectangle_of(framebuffer_side, framebuffer_side);
  draw.framebuffer.color.emplace_back(attachment_of(draw.framebuffer, texel_format("rgba8")));
  return draw;
}

// Vertices with a place and a color of their own or of their instance.
constexpr const char* show = R"(#version 460
layout(location = 0) flat in vec4 shown;
layout(location = 0) out vec4 color;
void main() { color = shown; }
)";

template <class T>
ShadowedBytes bytes_of(const std::vector<T>& values) {
  ShadowedBytes bytes = ShadowedBytes::zero(values.size() * sizeof(T));
  std::memcpy(bytes.bytes.data(), values.data(), bytes.size());
  return bytes;
}

SuiteDraw from_buffers() {
  SuiteDraw draw = painted();
  draw.vertex_glsl = R"(#version 460
layout(location = 0) in vec2 place;
layout(location = 1) in vec4 value;
layout(location = 0) flat out vec4 shown;
void main() {
  shown = value;
  gl_Position = vec4(place.x + gl_InstanceIndex, place.y, 0.5, 1);
}
)";
  // Of each vertex a place, and in the second half of the buffer of instances a color.
  draw.vertex_buffers[0] = bytes_of<float>({9, 9, -1, -1, -0.5, -1, -1, -0.25, -0.5, 0.25, -0.75,
                                            0.75, -0.25, 0.5, -0.25, 0.75, 0.75, -0.75});
  draw.vertex_buffers[1] = bytes_of<std::uint8_t>(
      {7, 7, 7, 7, 255, 0,   0, 255, 7, 7, 7, 7, 0,   255, 0,   255, 7, 7, 7, 7, 0,   0,   255, 255,
       7, 7, 7, 7, 255, 255, 0, 255, 7, 7, 7, 7, 0,   255, 255, 255, 7, 7, 7, 7, 255, 0,   255, 0,
       7, 7, 7, 7, 0,   0,   0, 255, 7, 7, 7, 7, 255, 0,   0,   0,   7, 7, 7, 7, 0,   255, 0,   0});
  draw.state.vertex_input.bindings = {{0, 8, VertexInputRate::vertex, 1},
                                      {1, 8, VertexInputRate::instance, 1}};
  draw.state.vertex_input.attributes = {{0, 0, texel_format("rg32f"), false, 0},
                                        {1, 1, texel_format("rgba8"), false, 4}};
  draw.call.first_vertex = 1;
  draw.call.vertex_count = 4;
  draw.call.instance_count = 2;
  return draw;
}

SuiteDraw from_indices() {
  SuiteDraw draw = from_buffers();
  draw.call.instance_count = 1;
  draw.call.index_buffer = IndexBuffer{nullptr, 2, IndexType::uint16};
  draw.indices = bytes_of<std::uint16_t>({0, 0, 3, 4, 5, 0xFFFF, 5, 6, 7});
  draw.call.vertex_offset = -2;
  draw.call.first_vertex = 1;
  draw.call.vertex_count = 7;
  draw.state.input_assembly.topology = Topology::triangle_fan;
  draw.state.input_assembly.primitive_restart = true;
  return draw;
}

// The left half has a front face, the right half a back face.
SuiteDraw two_faces() {
  SuiteDraw draw = painted();
  draw.vertex_glsl = R"(#version 460
void main() {
  const vec2 places[] = {vec2(-1, -1), vec2(-1, 1), vec2(0, 1), vec2(0, -1), vec2(1, -1), vec2(0, 1)};
  gl_Position = vec4(places[gl_VertexIndex], gl_VertexIndex < 3 ? 0.25 : 0.75, 1);
}
)";
  draw.state.input_assembly.topology = Topology::triangle_list;
  draw.call.vertex_count = 6;
  return draw;
}

SuiteDraw culled() {
  SuiteDraw draw = two_faces();
  draw.state.rasterization.cull_mode = CullMode::back;
  return draw;
}

SuiteDraw lines_of_polygons() {
  SuiteDraw draw = two_faces();
  draw.state.rasterization.polygon_mode = PolygonMode::line;
  return draw;
}

// Each face has operations of its own, and half of each fails the depth test.
SuiteDraw stencil_faces() {
  SuiteDraw draw = two_faces();
  Attachment& attachment = draw.framebuffer.depth_stencil.emplace(
      attachment_of(draw.framebuffer, texel_format("D24_UNORM_S8_UINT")));
  const bool is_cleared =
      clear_depth_stencil(attachment, {1.0, 4}).has_value() &&
      clear_depth_stencil(attachment, {0.0, 4},
                          ScissorRectangle{0, 0, framebuffer_side, framebuffer_side / 2})
          .has_value();
  DepthStencilState& state = draw.state.depth_stencil;
  state.depth_test = is_cleared;
  state.stencil_test = true;
  const auto face = [](StencilOperation pass, StencilOperation depth_fail,
                       CompareOperation compare) {
    StencilFace made;
    made.pass = pass;
    made.depth_fail = depth_fail;
    made.compare = compare;
    made.reference = 4;
    return made;
  };
  state.front =
      face(StencilOperation::increment_and_clamp, StencilOperation::zero, CompareOperation::equal);
  state.back = face(StencilOperation::invert, StencilOperation::decrement_and_wrap,
                    CompareOperation::greater_or_equal);
  return draw;
}

SuiteDraw viewport() {
  SuiteDraw draw = painted();
  draw.state.viewports = {{1, 2, 5, 4, 0, 1}};
  return draw;
}

SuiteDraw scissor() {
  SuiteDraw draw = painted();
  draw.state.scissors = {{2, 1, 3, 5}};
  return draw;
}

SuiteDraw write_mask() {
  SuiteDraw draw = painted();
  draw.state.blend.attachments = {{false, {}, {}, {true, false, true, false}}};
  return draw;
}

SuiteDraw logic_operation() {
  SuiteDraw draw = painted();
  std::fill(draw.framebuffer.color[0]->contents.bytes.begin(),
            draw.framebuffer.color[0]->contents.bytes.end(), std::byte{0x5A});
  draw.state.blend.logic_operation = LogicOperation::xor_;
  return draw;
}

SuiteDraw with_depth(double before) {
  SuiteDraw draw = painted();
  Attachment& attachment = draw.framebuffer.depth_stencil.emplace(
      attachment_of(draw.framebuffer, texel_format("D32_SFLOAT")));
  draw.state.depth_stencil.depth_test = clear_depth_stencil(attachment, {before, {}}).has_value();
  return draw;
}

SuiteDraw depth_bias() {
  SuiteDraw draw = with_depth(0.5);
  draw.state.rasterization.depth_bias = DepthBias{-16, 0, 0};
  return draw;
}

SuiteDraw depth_bounds() {
  SuiteDraw draw = with_depth(0.75);
  draw.state.depth_stencil.depth_bounds = DepthBounds{0, 0.5};
  return draw;
}

SuiteDraw sample_mask() {
  SuiteDraw draw = rectangle_of(framebuffer_side, framebuffer_side);
  constexpr std::uint32_t samples = 4;
  draw.framebuffer.color.emplace_back(
      attachment_of(draw.framebuffer, texel_format("rgba32f"), samples));
  draw.framebuffer.resolve.emplace_back(attachment_of(draw.framebuffer, texel_format("rgba32f")));
  draw.state.multisample.samples = samples;
  draw.state.multisample.sample_mask = 0b0101;
  return draw;
}

// Two lines that begin and end a quarter of a pixel after the edge of one, so that each fragment counts as one in all modes.
SuiteDraw stippled_lines(LineMode mode) {
  SuiteDraw draw = painted();
  draw.vertex_glsl = R"(#version 460
void main() {
  const vec2 places[] = {vec2(0.25, 2.5), vec2(7.25, 2.5), vec2(4.5, 0.25), vec2(4.5, 7.25)};
  gl_Position = vec4(places[gl_VertexIndex] / 4 - 1, 0.5, 1);
}
)";
  draw.state.input_assembly.topology = Topology::line_list;
  draw.state.rasterization.line_mode = mode;
  draw.state.rasterization.line_stipple = LineStipple{2, 0b1011'0011'0101'1010};
  return draw;
}

SuiteDraw stippled_rectangles() { return stippled_lines(LineMode::rectangular); }
SuiteDraw stippled_fragments() { return stippled_lines(LineMode::bresenham); }

}  // namespace

void add_state_tests(std::vector<FragmentTest>& tests) {
  const auto add = [&](const char* name, const char* shader, SuiteDraw (*draw)()) {
    tests.push_back({std::string("state.") + name, shader, draw});
  };
  add("instances", show, from_buffers);
  add("indices", show, from_indices);
  add("culling", paint, culled);
  add("polygon_mode", paint, lines_of_polygons);
  add("stencil_faces", paint, stencil_faces);
  add("viewport", paint, viewport);
  add("scissor", paint, scissor);
  add("write_mask", paint, write_mask);
  add("logic_operation", paint, logic_operation);
  add("depth_bias", paint, depth_bias);
  add("depth_bounds", paint, depth_bounds);
  add("sample_mask", paint, sample_mask);
  add("line_stipple", paint, stippled_rectangles);
  add("line_stipple_bresenham", paint, stippled_fragments);
}

}  // namespace spirv_oracle::golden
