// Draws from end to end, with shaders in GLSL. The expected values are computed here, from the texts.
#include "graphics/draw.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <string>

#include "graphics/draw_for_test.h"

namespace spirv_oracle {
namespace {

using test::DrawTest, test::rectangle, test::red;

class DrawSizes : public DrawTest, public testing::WithParamInterface<std::uint32_t> {};

TEST_P(DrawSizes, InterpolatesAndCountsFragments) {
  subgroup_size = GetParam();
  framebuffer.width = 7;  // the last quads have helper invocations
  framebuffer.height = 5;
  add_color("rgba32f");
  bindings.buffers[{0, 0, 0}] = ShadowedBytes::zero(4);
  const DrawResult result = draw_silently(rectangle, R"(
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) buffer Counter { uint count; };
void main() {
  atomicAdd(count, 1);
  color = vec4(uv, gl_FragCoord.xy);
})");
  EXPECT_EQ(result.vertices, 4u);
  EXPECT_EQ(result.primitives, 2u);
  EXPECT_EQ(result.fragments, 35u);
  EXPECT_EQ(result.samples_passed, 35u);
  EXPECT_EQ(result.written_buffers.count({0, 0, 0}), 1u);
  std::uint32_t count = 0;
  std::memcpy(&count, bindings.buffers[{0, 0, 0}].bytes.data(), 4);
  EXPECT_EQ(count, 35u);  // helper invocations change nothing
  for (std::uint32_t y = 0; y < 5; ++y) {
    for (std::uint32_t x = 0; x < 7; ++x) {
      EXPECT_EQ(at(x, y, 0).number, static_cast<float>((x + 0.5) / 7));
      EXPECT_EQ(at(x, y, 1).number, static_cast<float>((y + 0.5) / 5));
      EXPECT_EQ(at(x, y, 2).number, x + 0.5);
      EXPECT_EQ(at(x, y, 3).number, y + 0.5);
      EXPECT_EQ(at(x, y, 0).state, Definedness::defined);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(SubgroupSizes, DrawSizes, testing::Values(1, 4, 8, 32, 128));

TEST_F(DrawTest, QuadsMayHaveSubgroupsOfTheirOwnOrAnotherOrder) {
  add_color("rg32ui");
  const char* const fragment = R"(
#extension GL_KHR_shader_subgroup_ballot : require
layout(location = 0) out uvec2 color;
layout(set = 0, binding = 0) buffer Counter { uint count; };
void main() {
  color = uvec2(subgroupBallotBitCount(subgroupBallot(true)), atomicAdd(count, 1));
})";
  const auto draw_again = [&] {
    bindings.buffers[{0, 0, 0}] = ShadowedBytes::zero(4);
    draw(rectangle, fragment);
    EXPECT_EQ(error.message, "");
  };
  // The first triangle covers the quad of pixel (0, 0), and the last quad is the one of (7, 7).
  draw_again();
  EXPECT_EQ(at(0, 0).integer, 32);
  EXPECT_LT(at(0, 0, 1).integer, 4);
  variation.fragments_per_launch = 1;
  draw_again();
  EXPECT_EQ(at(0, 0).integer, 4);
  EXPECT_LT(at(0, 0, 1).integer, 4);
  variation.reverses_order = true;
  variation.fragments_per_launch = RasterChoices::fragments_per_launch;
  draw_again();
  EXPECT_GT(at(0, 0, 1).integer, 16);
}

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

TEST_F(DrawTest, PerspectiveLinearAndFlat) {
  add_color("rgba32f");
  state.input_assembly.topology = Topology::triangle_list;
  call.vertex_count = 3;
  draw_silently(R"(
layout(location = 0) out float perspective;
layout(location = 1) noperspective out float linear;
layout(location = 2) flat out int provoking;
void main() {
  // A triangle around everything; its second vertex is three times as far away.
  const vec2 places[] = {vec2(-1, -1), vec2(3, -1), vec2(-1, 3)};
  float w = gl_VertexIndex == 1 ? 3 : 1;
  gl_Position = vec4(places[gl_VertexIndex] * w, 0.25 * w, w);
  perspective = linear = gl_VertexIndex == 1 ? 1 : 0;
  provoking = gl_VertexIndex + 7;
})",
                R"(
layout(location = 0) in float perspective;
layout(location = 1) noperspective in float linear;
layout(location = 2) flat in int provoking;
layout(location = 0) out vec4 color;
void main() { color = vec4(perspective, linear, provoking, gl_FragCoord.w); })");
  for (std::uint32_t x = 0; x < 8; ++x) {
    const double t = (x + 0.5) / 16;  // the second vertex is at x = 16
    const double reciprocal = (1 - t) + t / 3;
    EXPECT_NEAR(at(x, 2, 0).number, t / 3 / reciprocal, 1e-6);
    EXPECT_NEAR(at(x, 2, 1).number, t, 1e-6);
    EXPECT_EQ(at(x, 2, 2).number, 7);
    EXPECT_NEAR(at(x, 2, 3).number, reciprocal, 1e-6);
  }
}

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

TEST_F(DrawTest, CentroidsAreInsideOfThePrimitive) {
  add_color("rgba32f", 4);
  state.multisample.samples = 4;
  state.input_assembly.topology = Topology::triangle_list;
  call.vertex_count = 3;
  draw_silently(R"(
layout(location = 0) centroid out float inside;
layout(location = 1) out float at_center;
void main() {
  // x in pixels, of a triangle that covers what is to the left of 4.25.
  const vec2 places[] = {vec2(0.0625, -9), vec2(0.0625, 9), vec2(-30, 0)};
  gl_Position = vec4(places[gl_VertexIndex], 0, 1);
  inside = at_center = (places[gl_VertexIndex].x + 1) * 4;
})",
                R"(
layout(location = 0) centroid in float inside;
layout(location = 1) in float at_center;
layout(location = 0) out vec4 color;
void main() { color = vec4(inside, at_center, 0, 1); })");
  EXPECT_NEAR(at(4, 3, 0, 0, 2).number, 4.125, 1e-5);
  EXPECT_NEAR(at(4, 3, 1, 0, 2).number, 4.5, 1e-5);
  EXPECT_NEAR(at(3, 3, 0, 0, 2).number, 3.5, 1e-5);
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

TEST_F(DrawTest, FacingPointsAndClipDistances) {
  add_color("rgba32f");
  state.input_assembly.topology = Topology::point_list;
  call.vertex_count = 1;
  draw_silently(R"(
void main() { gl_Position = vec4(0, 0, 0, 1); gl_PointSize = 4; })",
                R"(
layout(location = 0) out vec4 color;
void main() { color = vec4(gl_PointCoord, gl_FrontFacing ? 1 : 2, 1); })");
  EXPECT_EQ(at(2, 5, 0).number, 0.125);
  EXPECT_EQ(at(2, 5, 1).number, 0.875);
  EXPECT_EQ(at(2, 5, 2).number, 1);
  EXPECT_EQ(at(1, 5, 3).number, 0);
  framebuffer.color.clear();
  add_color("rgba32f");
  state.input_assembly.topology = Topology::triangle_strip;
  call.vertex_count = 4;
  draw_silently(R"(
out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[1]; };
void main() {
  gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2 - 1, 0, 1);
  gl_ClipDistance[0] = gl_Position.x;
})",
                R"(
layout(location = 0) out vec4 color;
void main() { color = vec4(gl_FrontFacing ? 1 : 2); })");
  EXPECT_EQ(picture(), "....1111/....1111/....1111/....1111/....1111/....1111/....1111/....1111");
  EXPECT_EQ(at(6, 6).number, 2);  // clockwise on the screen
}

TEST_F(DrawTest, QuadsShareDerivativesAndHelpersVote) {
  add_color("rgba32f");
  state.input_assembly.topology = Topology::triangle_list;
  call.vertex_count = 3;
  subgroup_size = 4;  // a quad
  draw_silently(R"(
void main() {
  // Covers the pixel (2, 2) only.
  const vec2 places[] = {vec2(-0.5, -0.5), vec2(-0.25, -0.5), vec2(-0.5, -0.25)};
  gl_Position = vec4(places[gl_VertexIndex] + 0.015625, 0, 1);
})",
                R"(
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_EXT_maximal_reconvergence : require
layout(location = 0) out vec4 color;
void main() [[maximally_reconverges]] {
  float x = gl_FragCoord.x * gl_FragCoord.x;
  uint active_lanes = subgroupBallotBitCount(subgroupBallot(true));
  uint helpers = subgroupBallotBitCount(subgroupBallot(gl_HelperInvocation));
  color = vec4(dFdx(x), active_lanes, helpers, 1);
})");
  EXPECT_EQ(at(2, 2, 0).number, 3.5 * 3.5 - 2.5 * 2.5);
  EXPECT_EQ(at(2, 2, 1).number, 4);
  EXPECT_EQ(at(2, 2, 2).number, 3);
  EXPECT_EQ(picture(), "......../......../..1...../......../......../......../......../........");
}

TEST_F(DrawTest, InputsThatNobodyWritesAreUndefined) {
  add_color("rgba8");
  const std::string fragment = R"(
layout(location = 3) in vec4 missing;
layout(location = 0) out vec4 color;
void main() { color = missing; })";
  const DrawResult result = draw(rectangle, fragment);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].clause, "rasterization.input-not-written");
  EXPECT_EQ(at(4, 4).state, Definedness::undefined);
  framebuffer.color.clear();
  add_color("rgba8");
  draw_silently(R"(
layout(location = 3) out vec4 present;
void main() {
  present = vec4(1);
  gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2 - 1, 0, 1);
})",
                fragment);
  EXPECT_EQ(at(4, 4).state, Definedness::defined);
}

TEST_F(DrawTest, RulesOfInterfaces) {
  add_color("rgba8");
  const auto clauses = [&](const std::string& vertex, const std::string& fragment) {
    std::string text;
    for (const Finding& finding : draw(vertex, fragment).findings) text += finding.clause + " ";
    return text;
  };
  const std::string integers = R"(
layout(location = 0) out uvec4 color;
void main() { color = uvec4(1); })";
  EXPECT_EQ(clauses(rectangle, integers), "framebuffer.output-type-mismatch ");
  EXPECT_EQ(at(1, 1).state, Definedness::undefined);
  EXPECT_EQ(clauses(rectangle, red), "");
  const std::string reads = R"(
layout(location = 5) in float absent;
layout(location = 0) out float value;
void main() {
  value = absent;
  gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2 - 1, 0, 1);
})";
  EXPECT_EQ(clauses(reads, red), "vertex-fetch.attribute-missing ");
  state.input_assembly.topology = Topology::point_list;
  const std::string point = R"(
layout(set = 0, binding = 0) readonly buffer Size { float size; };
void main() { gl_Position = vec4(0, 0, 0, 1); gl_PointSize = size; })";
  bindings.buffers[{0, 0, 0}] = ShadowedBytes::zero(4);
  EXPECT_EQ(clauses(point, red), "rasterization.point-size-not-positive ");
  bindings.buffers[{0, 0, 0}].bytes[3] = std::byte{0x40};  // 2
  EXPECT_EQ(clauses(point, red), "");
  state.input_assembly.topology = Topology::triangle_strip;
  ShadowedBytes indices = ShadowedBytes::zero(4);
  call.index_buffer = IndexBuffer{&indices, 0, IndexType::uint8};
  EXPECT_EQ(clauses(rectangle, red), "");
  indices.shadow[2] = Definedness::uninitialized;
  EXPECT_EQ(clauses(rectangle, red), "vertex-fetch.index-undefined ");
  policy.ignored_kinds = {"undefined-address"};
  EXPECT_EQ(clauses(rectangle, red), "");
}

TEST_F(DrawTest, OutputsThatAreNotWrittenAreUndefined) {
  add_color("rgba8");
  draw(rectangle, R"(
layout(location = 0) out vec4 color;
void main() { if (gl_FragCoord.x < 4) color = vec4(1); })");
  EXPECT_EQ(at(1, 0).state, Definedness::defined);
  EXPECT_EQ(at(5, 0).state, Definedness::undefined);
  // Components that no output has, too; attachments without an output are not changed.
  framebuffer.color.clear();
  add_color("rgba8");
  add_color("rgba8");
  draw(rectangle, R"(
layout(location = 0) out vec2 color;
void main() { color = vec2(1); })");
  EXPECT_EQ(at(1, 0, 1).state, Definedness::defined);
  EXPECT_EQ(at(1, 0, 2).state, Definedness::undefined);
  EXPECT_EQ(at(1, 0, 0, 1), (ColorComponent{0, 0, Definedness::defined}));
}

TEST_F(DrawTest, HostileVerticesAreReported) {
  add_color("rgba8");
  const auto clause_of = [&](const std::string& position) {
    const DrawResult result = draw(
        "layout(location = 0) out vec2 uv; layout(set = 0, binding = 0) buffer Zero { float zero; "
        "};"
        "void main() { uv = vec2(0); gl_PointSize = 1; gl_Position = " +
            position + "; }",
        red);
    return result.findings.empty() ? "" : result.findings.back().clause;
  };
  bindings.buffers[{0, 0, 0}] = ShadowedBytes::zero(4);
  EXPECT_EQ(clause_of("vec4(0, uintBitsToFloat(0x7FC00000u), 0, 1)"),
            "rasterization.position-not-finite");
  EXPECT_EQ(clause_of("vec4(3e38, -3e38, 1e-45, -0.0)"), "");
  EXPECT_EQ(clause_of("vec4(zero, zero, 0, 1)"), "");
  bindings.buffers[{0, 0, 0}] = ShadowedBytes::uninitialized(4);
  EXPECT_EQ(clause_of("vec4(zero, zero, 0, 1)"), "rasterization.position-undefined");
}

// Layers and viewports are selected by the provoking vertex.
TEST_F(DrawTest, SelectsLayersAndViewports) {
  framebuffer.layers = 2;
  Attachment layered = attachment(*find_texel_format("rgba8"));
  layered.shape.layers = 2;
  layered.contents = ShadowedBytes::zero(2 * layered.contents.size());
  framebuffer.color.emplace_back(layered);
  state.viewports = {{0, 0, 4, 8, 0, 1}, {4, 0, 4, 8, 0, 1}};
  const auto shader = [](const std::string& layer, const std::string& viewport) {
    return "#extension GL_ARB_shader_viewport_layer_array : require\n"
           "void main() { gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2 - "
           "1, 0, 1);"
           "gl_Layer = " +
           layer + "; gl_ViewportIndex = " + viewport + "; }";
  };
  draw_silently(shader("1", "1"), red);
  EXPECT_EQ(picture().find('1'), std::string::npos);  // layer 0
  const Surface surface = *Surface::of(*framebuffer.color[0]);
  EXPECT_EQ(surface.read(surface.texel(5, 0, 1, 0))[0].number, 1);
  EXPECT_EQ(surface.read(surface.texel(3, 0, 1, 0))[0].number, 0);
  EXPECT_EQ(draw(shader("2", "0"), red).findings.at(0).clause, "rasterization.layer-out-of-range");
  EXPECT_EQ(draw(shader("0", "2"), red).findings.at(0).clause,
            "rasterization.viewport-out-of-range");
}

// The same word of the modules of two stages, which a finding in one must not hide in the other.
TEST_F(DrawTest, FindingsOfStagesStayApart) {
  add_color("rgba8");
  const std::string divides = R"(
layout(set = 0, binding = 0) buffer Divisor { uint zero; uint result; };
void main() { result = 1u / zero; )";
  bindings.buffers[{0, 0, 0}] = ShadowedBytes::zero(8);
  const DrawResult result =
      draw(divides +
               "gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2 - 1, 0, "
               "1); }",
           "layout(location = 0) out vec4 color;" + divides + "color = vec4(1); }");
  std::vector<std::optional<Stage>> stages;
  for (const Finding& finding : result.findings) {
    if (finding.clause == "OpUDiv.operand-2-zero") stages.push_back(finding.stage);
  }
  EXPECT_EQ(stages, (std::vector<std::optional<Stage>>{Stage::vertex, Stage::fragment}));
}

// Inputs at other places than the center: a triangle covers what is to the left of x = 4.25 pixels.
TEST_F(DrawTest, InterpolatesWhereTheShaderSays) {
  add_color("rgba32f", 4);
  state.multisample.samples = 4;
  state.input_assembly.topology = Topology::triangle_list;
  call.vertex_count = 3;
  const std::string vertex = R"(
layout(location = 0) out vec2 place;
layout(location = 1) noperspective out vec3 places[2];
layout(location = 5) flat out float constant;
void main() {
  const vec2 corners[] = {vec2(0.0625, -9), vec2(0.0625, 9), vec2(-30, 0)};
  gl_Position = vec4(corners[gl_VertexIndex], 0, 1);
  place = (corners[gl_VertexIndex] + 1) * 4;
  places[0] = vec3(0);
  places[1] = vec3(0, place);
  constant = gl_VertexIndex + 7;
})";
  const std::string inputs = R"(
layout(location = 0) in vec2 place;
layout(location = 1) noperspective in vec3 places[2];
layout(location = 5) flat in float constant;
layout(location = 0) out vec4 color;
)";
  draw_silently(vertex, inputs + R"(
void main() {
  const int chosen = int(gl_FragCoord.y) < 100 ? 1 : 0;  // not a constant
  color = vec4(interpolateAtCentroid(place.x), interpolateAtSample(place, 2).x,
               interpolateAtOffset(place, vec2(0.25, -0.5)).y,
               interpolateAtOffset(places[chosen], vec2(-0.125, 0)).y);
})");
  // Of the pixels in column 4, only sample 2, at (0.125, 0.625), is covered.
  EXPECT_NEAR(at(4, 3, 0, 0, 2).number, 4.125, 1e-5);
  EXPECT_NEAR(at(3, 3, 0, 0, 2).number, 3.5, 1e-5);
  for (const std::uint32_t x : {3u, 4u}) {
    EXPECT_NEAR(at(x, 3, 1, 0, 2).number, x + 0.125, 1e-5);
    EXPECT_NEAR(at(x, 3, 2, 0, 2).number, 3, 1e-5);
    EXPECT_NEAR(at(x, 3, 3, 0, 2).number, x + 0.375, 1e-5);
  }
  draw_silently(vertex, inputs + "void main() { color = vec4(interpolateAtSample(constant, 1)); }");
  EXPECT_EQ(at(4, 3, 0, 0, 2).number, 7);

  const auto clauses = [&](const std::string& call_of_function) {
    std::string text;
    const DrawResult result =
        draw(vertex, inputs + "void main() { color = vec4(" + call_of_function + ".x); }");
    for (const Finding& finding : result.findings) text += finding.clause + " ";
    return text;
  };
  EXPECT_EQ(clauses("interpolateAtSample(place, 3)"), "");
  EXPECT_EQ(clauses("interpolateAtSample(place, 4)"),
            "GLSL.std.450.InterpolateAtSample.sample-does-not-exist ");
  EXPECT_EQ(at(3, 3, 0, 0, 2).state, Definedness::undefined);
  EXPECT_EQ(clauses("interpolateAtOffset(place, vec2(0.4375, -0.5))"), "");
  for (const char* offset : {"vec2(0.5, 0)", "vec2(0, -0.5625)", "vec2(0.03125, 0)",
                             "vec2(uintBitsToFloat(0x7FC00000u), 0)"}) {
    EXPECT_EQ(clauses("interpolateAtOffset(place, " + std::string(offset) + ")"),
              "GLSL.std.450.InterpolateAtOffset.offset-not-supported ");
    EXPECT_EQ(at(3, 3, 0, 0, 2).state, Definedness::implementation_dependent);
  }
}

// "Barycentric Interpolation": the values at the vertices, with the highest index for those that a line lacks.
TEST_F(DrawTest, GivesTheValuesOfVertices) {
  const std::string vertex = R"(
layout(location = 0) out float value;
void main() {
  value = gl_VertexIndex + 1;
  gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 4 - 1, 0, 1);
})";
  const std::string fragment = R"(
#extension GL_EXT_fragment_shader_barycentric : require
layout(location = 0) pervertexEXT in float values[];
layout(location = 0) out vec4 color;
void main() {
  float sum = 0;
  for (int i = 0; i < 3; ++i) sum += values[i] * gl_BaryCoordEXT[i];
  color = vec4(values[0], values[1], values[2], sum);
})";
  add_color("rgba32f");
  state.input_assembly.topology = Topology::triangle_list;
  call.vertex_count = 3;
  draw_silently(vertex, fragment);
  for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(at(2, 1, i).number, i + 1);
  // The weights of the second and third vertex are x / 16 and y / 16.
  EXPECT_NEAR(at(2, 1, 3).number, 1 + 2.5 / 16 + 2 * 1.5 / 16, 1e-5);
  state.input_assembly.topology = Topology::line_list;
  call.vertex_count = 2;
  framebuffer.color.clear();
  add_color("rgba32f");
  state.viewports = {{0, 4.25, 8, 8, 0, 1}};  // the line is in row 4
  draw_silently(vertex, fragment);
  EXPECT_EQ(at(2, 4, 1).number, 2);
  EXPECT_EQ(at(2, 4, 2).number, 2);
  // Not of edges of a polygon.
  state.input_assembly.topology = Topology::triangle_list;
  call.vertex_count = 3;
  state.rasterization.polygon_mode = PolygonMode::line;
  draw(vertex, fragment);
  EXPECT_EQ(at(2, 4, 0).state, Definedness::undefined);
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

// PostDepthCoverage: gl_SampleMaskIn has what passed the depth test.
TEST_F(DrawTest, CoverageAfterTheDepthTest) {
  for (const bool after : {false, true}) {
    framebuffer.color.clear();
    add_color("rgba32f", 4);
    TexelFormat format{"D32_SFLOAT", 4, {}};
    format.components[0] = {32, 0, TexelEncoding::sfloat};
    framebuffer.depth_stencil = attachment(format, 4);
    ASSERT_TRUE(clear_depth_stencil(*framebuffer.depth_stencil, {0.5, {}}));
    state.multisample.samples = 4;
    state.depth_stencil.depth_test = true;
    // The depth grows with x: it is 0.5 at x = 4.5 pixels, between samples of column 4.
    draw_silently(R"(
void main() {
  vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
  gl_Position = vec4(corner * 2 - 1, corner.x - 0.0625, 1);
})",
                  std::string("#extension GL_ARB_post_depth_coverage : require\n") +
                      (after ? "layout(post_depth_coverage) in;\n" : "") + R"(
layout(early_fragment_tests) in;
layout(location = 0) out vec4 color;
void main() { color = vec4(gl_SampleMaskIn[0]); })");
    // Samples 0 and 2 of column 4 are at 0.375 and 0.125.
    EXPECT_EQ(at(4, 2, 0, 0, 0).number, after ? 5 : 15);
    EXPECT_EQ(at(4, 2, 0, 0, 1).number, 0);
    EXPECT_EQ(at(3, 2, 0, 0, 1).number, 15);
  }
}

TEST_F(DrawTest, EndsAtTheTimeLimit) {
  add_color("rgba8");
  policy.limits.timeout_seconds = 1e-6;
  EXPECT_EQ(draw(rectangle, red).status, Status::limit);
}

TEST_F(DrawTest, RefusesWhatIsNotValid) {
  add_color("rgba8");
  state.input_assembly.topology = Topology::patch_list;
  draw(rectangle, red);
  EXPECT_EQ(error.message, "a patch list needs tessellation shaders");
  state.input_assembly.topology = Topology::triangle_list;
  call.vertex_count = 4294967295u;
  draw(rectangle, red);
  EXPECT_EQ(error.status, Status::limit);
  call.vertex_count = 3;
  state.multisample.samples = 4;
  draw(rectangle, red);
  EXPECT_EQ(error.status, Status::bad_input);
  state.multisample.samples = 1;
  call.instance_count = 0;
  EXPECT_EQ(draw_silently(rectangle, red).vertices, 0u);
}

}  // namespace
}  // namespace spirv_oracle
