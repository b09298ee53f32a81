// Draws from end to end, with shaders in GLSL. The expected values are computed here, from the texts.
#include "graphics/draw.h"

#include <gtest/gtest.h>

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
