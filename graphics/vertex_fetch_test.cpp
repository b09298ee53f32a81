// What vertices read: attributes, indices, and what is outside of their buffers.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "graphics/draw_for_test.h"

namespace spirv_oracle {
namespace {

using test::DrawTest, test::rectangle, test::red;

TEST_F(DrawTest, NormalizedAttributesMayBeOtherFloats) {
  add_color("rg32f");
  ShadowedBytes values = ShadowedBytes::zero(8);
  values.bytes.assign({std::byte{51}, std::byte{255}, std::byte{51}, std::byte{255}, std::byte{51},
                       std::byte{255}, std::byte{51}, std::byte{255}});
  call.vertex_buffers = {{0, &values}};
  state.vertex_input.bindings = {{0, 2, VertexInputRate::vertex, 1}};
  state.vertex_input.attributes = {{0, 0, *find_texel_format("rg8"), false, 0}};
  const auto red_with = [&](int steps) {
    variation.attribute_steps = steps;
    draw_silently(R"(
layout(location = 0) in vec2 value;
layout(location = 0) flat out vec2 color;
void main() {
  color = value;
  gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2 - 1, 0.5, 1);
})",
                  R"(
layout(location = 0) flat in vec2 color;
layout(location = 0) out vec2 stored;
void main() { stored = color; })");
    EXPECT_EQ(at(0, 0, 1).number, 1);  // 255 / 255 is exact
    return at(0, 0).number;
  };
  EXPECT_EQ(red_with(0), double{0.2f});
  EXPECT_EQ(red_with(-1), double{std::nextafter(0.2f, 0.0f)});
  EXPECT_EQ(red_with(1), double{std::nextafter(0.2f, 1.0f)});
}

TEST_F(DrawTest, ReadsVertexAttributes) {
  add_color("rgba32f");
  // Positions as normalized bytes, colors of the instance as scaled shorts, from one buffer each.
  const std::vector<std::int8_t> places = {-127, -127, 0, -127, -127, 127, 0, 127};
  const std::vector<std::uint16_t> colors = {9, 9, 9, 9, 1, 2, 3, 4, 5, 6, 7, 8};
  ShadowedBytes place_bytes = ShadowedBytes::zero(8), color_bytes = ShadowedBytes::zero(24);
  std::memcpy(place_bytes.bytes.data(), places.data(), 8);
  std::memcpy(color_bytes.bytes.data(), colors.data(), 24);
  call.vertex_buffers = {{0, &place_bytes}, {3, &color_bytes}};
  state.vertex_input.bindings = {{0, 2, VertexInputRate::vertex, 1},
                                 {3, 8, VertexInputRate::instance, 1}};
  state.vertex_input.attributes = {{0, 0, *find_texel_format("rg8_snorm"), false, 0},
                                   {2, 3, *find_texel_format("rgba16ui"), true, 0}};
  call.first_instance = 1;
  call.instance_count = 2;
  draw_silently(R"(
layout(location = 0) in vec4 place;
layout(location = 2) in vec4 value;
layout(location = 0) flat out vec4 color;
void main() {
  // The second instance covers the right half.
  gl_Position = vec4(place.x + gl_InstanceIndex - 1, place.yzw);
  color = value;
})",
                R"(
layout(location = 0) flat in vec4 value;
layout(location = 0) out vec4 color;
void main() { color = value; })");
  for (std::uint32_t x = 0; x < 8; ++x) {
    for (unsigned c = 0; c < 4; ++c) EXPECT_EQ(at(x, 3, c).number, c + (x < 4 ? 1 : 5));
  }
}

TEST_F(DrawTest, ReadsIndicesWithRestart) {
  add_color("rgba8");
  const std::vector<std::uint16_t> indices = {0xABCD, 10, 11, 12, 0xFFFF, 12, 11, 13};
  ShadowedBytes bytes = ShadowedBytes::zero(16);
  std::memcpy(bytes.bytes.data(), indices.data(), 16);
  call.index_buffer = IndexBuffer{&bytes, 2, IndexType::uint16};
  call.vertex_count = 7;
  call.vertex_offset = -10;
  state.input_assembly.primitive_restart = true;
  const DrawResult result = draw_silently(rectangle, red);
  EXPECT_EQ(result.primitives, 2u);
  EXPECT_EQ(result.vertices, 4u);  // shared vertices are shaded once
  EXPECT_EQ(result.fragments, 64u);
  EXPECT_EQ(picture().find('.'), std::string::npos);
}

TEST_F(DrawTest, ReportsWhatIsOutsideOfBuffers) {
  add_color("rgba8");
  ShadowedBytes bytes = ShadowedBytes::zero(31);  // one byte less than four vertices
  call.vertex_buffers = {{0, &bytes}};
  state.vertex_input.bindings = {{0, 8, VertexInputRate::vertex, 1}};
  state.vertex_input.attributes = {{0, 0, *find_texel_format("rg32f"), false, 0}};
  const std::string shader = R"(
layout(location = 0) in vec2 place;
void main() { gl_Position = vec4(place, 0, 1); })";
  DrawResult result = draw(shader, red);
  ASSERT_FALSE(result.findings.empty());
  EXPECT_EQ(result.findings[0].clause, "vertex-fetch.attribute-out-of-bounds");
  EXPECT_EQ(result.status, Status::undefined_behavior);
  bytes = ShadowedBytes::zero(32);
  draw_silently(shader, red);
  // Defined with robust buffer access.
  bytes = ShadowedBytes::zero(31);
  robust = true;
  draw_silently(shader, red);
  robust = false;
  bytes = ShadowedBytes::zero(32);
  ShadowedBytes indices = ShadowedBytes::zero(3);
  call.index_buffer = IndexBuffer{&indices, 0, IndexType::uint8};
  result = draw(shader, red);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].clause, "vertex-fetch.index-out-of-bounds");
}

}  // namespace
}  // namespace spirv_oracle
