// What becomes of fragments: tests, samples, critical sections, blending.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>

#include "graphics/draw_for_test.h"

namespace spirv_oracle {
namespace {

using test::DrawTest, test::rectangle;

TEST_F(DrawTest, TestsDepthBeforeOrAfterTheShader) {
  for (const bool is_early : {false, true}) {
    framebuffer.color.clear();
    add_color("rgba8");
    add_depth();
    state.depth_stencil.depth_test = state.depth_stencil.depth_write = true;
    bindings.buffers[{0, 0, 0}] = ShadowedBytes::zero(4);
    const std::string fragment = std::string(is_early ? "layout(early_fragment_tests) in;\n" : "") +
                                 R"(
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) buffer Counter { uint count; };
void main() { atomicAdd(count, 1); color = vec4(1); })";
    draw_silently(rectangle, fragment);
    const DrawResult again = draw_silently(rectangle, fragment);  // LESS: not the same depth again
    EXPECT_EQ(again.samples_passed, 0u);
    std::uint32_t count = 0;
    std::memcpy(&count, bindings.buffers[{0, 0, 0}].bytes.data(), 4);
    EXPECT_EQ(count, is_early ? 64u : 128u);
    EXPECT_EQ(at(3, 3).number, 1);
    float depth = 0;
    std::memcpy(&depth, framebuffer.depth_stencil->contents.bytes.data(), 4);
    EXPECT_EQ(depth, 0.5);
  }
}

TEST_F(DrawTest, ReplacesDepthAndDiscards) {
  add_color("rgba8");
  add_depth();
  state.depth_stencil.depth_test = state.depth_stencil.depth_write = true;
  const DrawResult result = draw_silently(rectangle, R"(
layout(location = 0) out vec4 color;
void main() {
  if (gl_FragCoord.x < 2) discard;
  gl_FragDepth = gl_FragCoord.x < 4 ? 1.0 : 0.75;  // 1 is not less than 1
  color = vec4(1);
})");
  EXPECT_EQ(result.samples_passed, 32u);
  EXPECT_EQ(picture(), "....1111/....1111/....1111/....1111/....1111/....1111/....1111/....1111");
  const Surface depth = *Surface::of(*framebuffer.depth_stencil);
  EXPECT_EQ(depth.read(depth.texel(5, 0, 0, 0))[0].number, 0.75);
  EXPECT_EQ(depth.read(depth.texel(1, 0, 0, 0))[0].number, 1);
}

TEST_F(DrawTest, WorksWithoutFragmentShader) {
  add_depth();
  state.depth_stencil.depth_test = state.depth_stencil.depth_write = true;
  const DrawResult result = draw_silently(rectangle, "");
  EXPECT_EQ(result.samples_passed, 64u);
  EXPECT_EQ(result.fragments, 0u);
}

TEST_F(DrawTest, WritesSeveralAttachments) {
  add_color("rgba8");
  add_color("rgba32ui");
  add_color("rg16i");
  draw_silently(rectangle, R"(
layout(location = 0) out vec4 color;
layout(location = 1) out uvec4 numbers;
layout(location = 2) out ivec2 differences;
void main() {
  color = vec4(0, 1, 0, 1);
  numbers = uvec4(gl_FragCoord.x, gl_FragCoord.y, 4000000000u, 7);
  differences = ivec2(-5, gl_PrimitiveID);
})");
  EXPECT_EQ(at(2, 6, 1, 0).number, 1);
  EXPECT_EQ(at(2, 6, 0, 1).integer, 2);
  EXPECT_EQ(at(2, 6, 1, 1).integer, 6);
  EXPECT_EQ(at(2, 6, 2, 1).integer, 4000000000);
  EXPECT_EQ(at(2, 6, 0, 2).integer, -5);
  EXPECT_EQ(at(0, 0, 1, 2).integer, 0);
  EXPECT_EQ(at(7, 7, 1, 2).integer, 1);
}

TEST_F(DrawTest, BlendsInPrimitiveOrder) {
  add_color("rgba32f");
  const BlendEquation over{BlendFactor::source_alpha, BlendFactor::one_minus_source_alpha,
                           BlendOperation::add};
  state.blend.attachments = {{true, over, over, {true, true, true, true}}};
  call.instance_count = 3;
  draw_silently(R"(
layout(location = 0) flat out float value;
void main() {
  value = gl_InstanceIndex + 1;
  gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2 - 1, 0, 1);
})",
                R"(
layout(location = 0) flat in float value;
layout(location = 0) out vec4 color;
void main() { color = vec4(value, 0, 0, 0.5); })");
  double expected = 0;
  for (const double value : {1, 2, 3}) expected = value * 0.5 + expected * 0.5;
  EXPECT_EQ(at(4, 4).number, expected);
}

TEST_F(DrawTest, DualSourceBlending) {
  add_color("rgba32f");
  const BlendEquation sum{BlendFactor::source1_color, BlendFactor::zero, BlendOperation::add};
  state.blend.attachments = {{true, sum, sum, {true, true, true, true}}};
  draw_silently(rectangle, R"(
layout(location = 0, index = 0) out vec4 color;
layout(location = 0, index = 1) out vec4 factor;
void main() { color = vec4(2); factor = vec4(1, 0.5, 0.25, 4); })");
  EXPECT_EQ(at(1, 1, 0).number, 2);
  EXPECT_EQ(at(1, 1, 1).number, 1);
  EXPECT_EQ(at(1, 1, 2).number, 0.5);
  EXPECT_EQ(at(1, 1, 3).number, 8);
}

constexpr const char* half_triangle = R"(
layout(location = 0) out float left;
void main() {
  // Covers what is to the left of x = 4.25 pixels.
  const vec2 places[] = {vec2(0.0625, -9), vec2(0.0625, 9), vec2(-30, 0)};
  gl_Position = vec4(places[gl_VertexIndex], 0, 1);
  left = 1;
})";

TEST_F(DrawTest, CoversSamplesAndResolvesThem) {
  add_color("rgba32f", 4);
  framebuffer.resolve.emplace_back(attachment(*find_texel_format("rgba32f")));
  state.multisample.samples = 4;
  state.input_assembly.topology = Topology::triangle_list;
  call.vertex_count = 3;
  const DrawResult result = draw_silently(half_triangle, R"(
layout(location = 0) out vec4 color;
void main() { color = vec4(gl_SampleMaskIn[0], gl_FragCoord.x, 0, 1); })");
  // Of column 4, only sample 2, at 0.125, is covered; its fragments are evaluated at the center.
  EXPECT_EQ(result.samples_passed, 8u * (4 * 4 + 1));
  EXPECT_EQ(at(3, 0, 0, 0, 1).number, 15);
  EXPECT_EQ(at(4, 0, 0, 0, 2).number, 4);
  EXPECT_EQ(at(4, 0, 1, 0, 2).number, 4.5);
  EXPECT_EQ(at(4, 0, 0, 0, 1).number, 0);
  ASSERT_TRUE(resolve(framebuffer));
  const Surface resolved = *Surface::of(*framebuffer.resolve[0]);
  EXPECT_EQ(resolved.read(resolved.texel(4, 0, 0, 0))[1].number, 4.5 / 4);
}

TEST_F(DrawTest, ShadesSamples) {
  add_color("rgba32f", 4);
  state.multisample.samples = 4;
  const DrawResult result = draw_silently(rectangle, R"(
layout(location = 0) out vec4 color;
void main() {
  gl_SampleMask[0] = gl_SampleID == 3 ? 0 : ~0;
  color = vec4(gl_SampleID + 1, gl_SamplePosition, gl_FragCoord.x);
})");
  EXPECT_EQ(result.fragments, 256u);
  const std::array<double, 4> x = {0.375, 0.875, 0.125, 0.625}, y = {0.125, 0.375, 0.625, 0.875};
  for (unsigned s = 0; s < 3; ++s) {
    EXPECT_EQ(at(6, 2, 0, 0, s).number, s + 1);
    EXPECT_EQ(at(6, 2, 1, 0, s).number, x[s]);
    EXPECT_EQ(at(6, 2, 2, 0, s).number, y[s]);
    EXPECT_EQ(at(6, 2, 3, 0, s).number, 6 + x[s]);
  }
  EXPECT_EQ(at(6, 2, 0, 0, 3).number, 0);
}

// Each fragment adds its number to ten times what the fragments before it left.
TEST_F(DrawTest, CriticalSectionsRunInPrimitiveOrder) {
  add_color("rgba8");
  call.instance_count = 3;
  const std::string vertex = R"(
layout(location = 0) flat out uint number;
void main() {
  number = gl_InstanceIndex + 1;
  gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2 - 1, 0, 1);
})";
  const auto fragment = [](const std::string& mode, const std::string& begin,
                           const std::string& end) {
    return "#extension GL_ARB_fragment_shader_interlock : require\n" + mode + R"(
layout(location = 0) flat in uint number;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) buffer Numbers { uint numbers[64]; };
void main() {
  const uint i = uint(gl_FragCoord.y) * 8 + uint(gl_FragCoord.x);
  )" + begin +
           "numbers[i] = numbers[i] * 10 + number;" + end + "color = vec4(1); }";
  };
  policy.check_races = true;
  bindings.buffers[{0, 0, 0}] = ShadowedBytes::zero(4 * 64);
  draw_silently(vertex, fragment("layout(pixel_interlock_ordered) in;",
                                 "beginInvocationInterlockARB();", "endInvocationInterlockARB();"));
  for (unsigned i = 0; i < 64; ++i) {
    std::uint32_t number = 0;
    std::memcpy(&number, bindings.buffers[{0, 0, 0}].bytes.data() + 4 * i, 4);
    EXPECT_EQ(number, 123u) << i;
  }
  // Without the section, fragments of different primitives race.
  const DrawResult result = draw(vertex, fragment("", "", ""));
  EXPECT_EQ(result.status, Status::undefined_behavior);
}

// Two triangles share quads along their edge. Each pixel has one fragment, which updates its own number.
TEST_F(DrawTest, HelperInvocationsDoNotRace) {
  add_color("rgba8");
  policy.check_races = true;
  const auto fragment = [](const std::string& index) {
    return R"(
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) buffer Numbers { uint numbers[64]; };
void main() {
  const uint i = uint(gl_FragCoord.y) * 8 + uint(gl_FragCoord.x);
  numbers[)" +
           index + "] += 1; color = vec4(1); }";
  };
  bindings.buffers[{0, 0, 0}] = ShadowedBytes::zero(4 * 64);
  draw_silently(rectangle, fragment("i"));
  const ShadowedBytes& numbers = bindings.buffers.at({0, 0, 0});
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(numbers.bytes[4 * i], std::byte{1});
  EXPECT_EQ(draw(rectangle, fragment("i / 2")).status, Status::undefined_behavior);
}

}  // namespace
}  // namespace spirv_oracle
