// Random primitives under random states, from vertices to attachments. The sanitizers say whether anything overflows; here
// are properties that every state has.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "raster/attachment_operations.h"
#include "raster/clear.h"
#include "raster/rasterizer.h"

namespace spirv_oracle {
namespace {

class RandomStates : public testing::Test {
 public:
  template <class Enum>
  Enum any(unsigned count) {
    return static_cast<Enum>(random() % count);
  }
  bool flip() { return random() % 2 == 0; }
  // What leaves few fragments.
  bool rarely() { return random() % 6 == 0; }
  double number() { return double(random() % 4001) / 1000 - 2; }

  StencilFace stencil_face() {
    return {any<StencilOperation>(8), any<StencilOperation>(8), any<StencilOperation>(8),
            any<CompareOperation>(8), std::uint32_t(random()),  std::uint32_t(random()),
            std::uint32_t(random())};
  }
  BlendEquation equation() {
    return {any<BlendFactor>(19), any<BlendFactor>(19), any<BlendOperation>(5)};
  }

  PipelineState random_state() {
    PipelineState state;
    state.viewports = {{number() * 4, number() * 4, 1 + double(random() % 20), 9 + number() * 8,
                        flip() ? 0.0 : 1.0, flip() ? 1.0 : 0.25}};
    state.scissors = {{1, 2, std::uint32_t(2 + random() % 9), std::uint32_t(2 + random() % 9)}};
    state.rasterization = {flip(),
                           false,
                           any<PolygonMode>(3),
                           any<CullMode>(4),
                           any<FrontFace>(2),
                           any<ProvokingVertex>(2),
                           {},
                           0.5 + double(random() % 9),
                           any<LineMode>(3)};
    if (flip()) state.rasterization.depth_bias = DepthBias{number(), number(), number()};
    state.multisample.samples = 1u << random() % 5;
    state.multisample.sample_mask = !rarely() ? ~0u : std::uint32_t(random());
    state.multisample.alpha_to_coverage = rarely();
    state.multisample.alpha_to_one = flip();
    state.depth_stencil = {rarely(),       flip(),        any<CompareOperation>(8), {}, rarely(),
                           stencil_face(), stencil_face()};
    if (rarely()) state.depth_stencil.depth_bounds = DepthBounds{number(), number()};
    if (random() % 4 == 0) state.blend.logic_operation = any<LogicOperation>(16);
    state.blend.constants = {number(), number(), number(), number()};
    state.blend.attachments = {
        {flip(), equation(), equation(), {!rarely(), flip(), !rarely(), flip()}}};
    return state;
  }

  Attachment attachment(const TexelFormat& format, std::uint32_t samples) {
    Attachment result;
    result.shape.format = format;
    result.shape.extent = {12, 10, 1};
    result.shape.samples = samples;
    result.contents = ShadowedBytes::zero(std::size_t{format.bytes} * 120 * samples);
    return result;
  }

  std::mt19937 random{1};
};

// Writes what is rasterized, and notes which pixels that may change.
class Writer : public FragmentSink {
 public:
  Writer(const Rasterizer& rasterizer, AttachmentOperations& operations, const Color& color)
      : rasterizer_(rasterizer), operations_(operations), color_(color) {}

  bool begin_part(const RasterizedPrimitive& part) override {
    part_ = part;
    return true;
  }
  bool add_quad(const Quad& quad) override {
    for (unsigned p = 0; p < 4; ++p) {
      if (quad.coverage[p] == 0) continue;
      FragmentTest fragment;
      fragment.place = {std::uint32_t(quad.x) + p % 2, std::uint32_t(quad.y) + p / 2, 0};
      fragment.front_facing = part_.front_facing;
      fragment.min_depth = part_.min_depth;
      fragment.max_depth = part_.max_depth;
      fragment.depth.fill(rasterizer_.depth_at(
          part_, part_.interpolator.at({fragment.place.x + 0.5, fragment.place.y + 0.5})));
      SampleCoverage coverage{quad.coverage[p], 0, 0};
      operations_.apply_alpha(color_[3], coverage);
      operations_.test(fragment, coverage);
      EXPECT_EQ(coverage.possible() & ~quad.coverage[p], 0u) << "a test added samples";
      operations_.write_color(fragment.place, 0, {color_, color_}, coverage);
      touched.push_back(fragment.place);
    }
    return true;
  }

  std::vector<FragmentPosition> touched;

 private:
  const Rasterizer& rasterizer_;
  AttachmentOperations& operations_;
  RasterizedPrimitive part_;
  Color color_;
};

TEST_F(RandomStates, ChangeOnlyWhatTheyCover) {
  const std::array formats = {"rgba8",          "rgba8_snorm", "rgba16f",
                              "r11f_g11f_b10f", "rgb10_a2",    "rg32f"};
  TexelFormat depth_stencil{"D16_UNORM_S8_UINT", 3, {}};
  depth_stencil.components[0] = {16, 0, TexelEncoding::unorm};
  depth_stencil.components[1] = {8, 16, TexelEncoding::uint};
  std::size_t changes = 0;
  for (int round = 0; round < 3000; ++round) {
    const PipelineState state = random_state();
    ASSERT_TRUE(check_state(state)) << check_state(state).error().message;
    const std::uint32_t samples = state.multisample.samples;
    Framebuffer framebuffer;
    framebuffer.width = 12;
    framebuffer.height = 10;
    framebuffer.color.emplace_back(
        attachment(*find_texel_format(formats[random() % formats.size()]), samples));
    framebuffer.depth_stencil = attachment(depth_stencil, samples);
    ASSERT_TRUE(clear_depth_stencil(*framebuffer.depth_stencil, {flip() ? 1.0 : 0.0, 1}));
    const ShadowedBytes before = framebuffer.color[0]->contents;
    auto operations = AttachmentOperations::create(state, framebuffer);
    ASSERT_TRUE(operations) << operations.error().message;
    const Rasterizer rasterizer(state, {12, 10, operations->depth_format(), 1, 1});
    Color color;
    for (ColorComponent& component : color) component.number = number();
    Writer writer(rasterizer, *operations, color);
    std::vector<ClipVertex> vertices(1 + random() % 3);
    for (ClipVertex& vertex : vertices) {
      const double w = 0.25 + double(random() % 8) / 4;
      vertex.position = {number() * 0.75 * w, number() * 0.75 * w, std::fabs(number()) / 2 * w, w};
      vertex.clip_distances[0] = number() + 2.5;
      vertex.cull_distances[0] = number() + 2.5;
      vertex.point_size = 0.5 + double(random() % 12);
    }
    EXPECT_EQ(rasterizer.rasterize(vertices, 0, writer), RasterOutcome::rasterized);
    // By pixel: 1 if a fragment touched it.
    std::vector<int> touched(120);
    const ScissorRectangle& scissor = state.scissors[0];
    for (const FragmentPosition& place : writer.touched) {
      EXPECT_TRUE(place.x >= 1 && place.x < 1 + scissor.width && place.x < 12);
      EXPECT_TRUE(place.y >= 2 && place.y < 2 + scissor.height && place.y < 10);
      touched[place.y * 12 + place.x] = 1;
    }
    const std::size_t pixel_bytes = before.size() / 120;
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (touched[i / pixel_bytes]) continue;
      EXPECT_EQ(framebuffer.color[0]->contents.bytes[i], before.bytes[i]);
      EXPECT_EQ(framebuffer.color[0]->contents.shadow[i], Definedness::defined);
    }
    changes += framebuffer.color[0]->contents.bytes != before.bytes ? 1 : 0;
  }
  EXPECT_GT(changes, 200u);
}

}  // namespace
}  // namespace spirv_oracle
