// What fragments read: interpolated values, built-ins, derivatives.
#include <gtest/gtest.h>

#include <string>

#include "graphics/draw_for_test.h"

namespace spirv_oracle {
namespace {

using test::DrawTest;

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

}  // namespace
}  // namespace spirv_oracle
