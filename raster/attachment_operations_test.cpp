#include "raster/attachment_operations.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "raster/clear.h"

namespace spirv_oracle {
namespace {

constexpr Definedness defined = Definedness::defined, undefined = Definedness::undefined,
                      dependent = Definedness::implementation_dependent;

TexelFormat depth_stencil_format(std::uint8_t depth_bits, bool is_float) {
  TexelFormat format{"depth_stencil", static_cast<std::uint8_t>(depth_bits / 8 + 1), {}};
  if (depth_bits != 0) {
    format.components[0] = {depth_bits, 0, is_float ? TexelEncoding::sfloat : TexelEncoding::unorm};
  }
  format.components[1] = {8, depth_bits, TexelEncoding::uint};
  return format;
}

Attachment attachment_of(const TexelFormat& format, std::uint32_t width = 2,
                         std::uint32_t height = 2, std::uint32_t samples = 1) {
  Attachment attachment;
  attachment.shape.format = format;
  attachment.shape.extent = {width, height, 1};
  attachment.shape.samples = samples;
  attachment.contents =
      ShadowedBytes::uninitialized(std::size_t{format.bytes} * width * height * samples);
  return attachment;
}

Framebuffer framebuffer_of(const std::vector<std::string_view>& formats,
                           std::uint32_t samples = 1) {
  Framebuffer framebuffer;
  framebuffer.width = framebuffer.height = 2;
  for (const std::string_view name : formats)
    framebuffer.color.emplace_back(attachment_of(*find_texel_format(name), 2, 2, samples));
  return framebuffer;
}

Color color_of(double r, double g, double b, double a) {
  return {{{r, 0, {}}, {g, 0, {}}, {b, 0, {}}, {a, 0, {}}}};
}

Color stored(Attachment& attachment, std::uint32_t x = 0, std::uint32_t sample = 0) {
  const Surface surface = *Surface::of(attachment);
  return surface.read(surface.texel(x, 0, 0, sample));
}

// The nearest number that each format has: by trying all its codes.
TEST(Colors, AreStoredAsTheNearestNumberOfTheFormat) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> number(-1.5, 1.5);
  const std::array<TexelComponent, 5> formats = {{{8, 0, TexelEncoding::unorm},
                                                  {8, 0, TexelEncoding::snorm},
                                                  {5, 0, TexelEncoding::unorm},
                                                  {2, 0, TexelEncoding::unorm},
                                                  {16, 0, TexelEncoding::snorm}}};
  for (const TexelComponent& format : formats) {
    for (int i = 0; i < 200; ++i) {
      const float value = i == 0 ? 1 : i == 1 ? 0 : i == 2 ? -1 : number(random);
      const EncodedComponent encoded = encode(format, {value, 0, defined});
      const double limit = format.encoding == TexelEncoding::snorm ? -1 : 0;
      const double clamped = std::clamp<double>(value, limit, 1);
      double best = 9;
      for (std::uint64_t code = 0; code < 1u << format.bits; ++code)
        best = std::min(best, std::fabs(decode(format, code, defined).number - clamped));
      EXPECT_NEAR(std::fabs(decode(format, encoded.bits, defined).number - clamped), best, 1e-7);
      if (std::fabs(value) >= 1 || value == 0) {
        EXPECT_EQ(encoded.state, defined);
      }
    }
    // Numbers that the format has come back, and for certain.
    for (std::uint64_t code = 1; code < 1u << format.bits; ++code) {
      if (format.encoding == TexelEncoding::snorm && code == 1u << (format.bits - 1)) continue;
      const EncodedComponent same = encode(format, decode(format, code, defined));
      EXPECT_EQ(same.bits, code);
      EXPECT_EQ(same.state, defined);
    }
  }
}

TEST(Colors, HaveTheStatesOfTheirConversion) {
  const auto state = [](const TexelComponent& format, const ColorComponent& component) {
    return encode(format, component).state;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const TexelComponent unorm{8, 0, TexelEncoding::unorm}, half{16, 0, TexelEncoding::sfloat};
  EXPECT_EQ(state(unorm, {0.5, 0, defined}), dependent);
  EXPECT_EQ(state(unorm, {0.2f, 0, defined}), defined);  // 51
  EXPECT_EQ(state(unorm, {nan, 0, defined}), dependent);
  EXPECT_EQ(state(unorm, {1, 0, undefined}), undefined);
  EXPECT_EQ(state(half, {0.5, 0, defined}), defined);
  EXPECT_EQ(state(half, {0.1f, 0, defined}), dependent);
  EXPECT_EQ(state({8, 0, TexelEncoding::srgb}, {1, 0, defined}), defined);
  EXPECT_EQ(state({8, 0, TexelEncoding::srgb}, {0.5, 0, defined}), dependent);
  EXPECT_EQ(state({8, 0, TexelEncoding::uint}, {0, 255, defined}), defined);
  EXPECT_EQ(state({8, 0, TexelEncoding::uint}, {0, 256, defined}), undefined);
  EXPECT_EQ(state({8, 0, TexelEncoding::uint}, {0, -1, defined}), undefined);
  EXPECT_EQ(state({8, 0, TexelEncoding::sint}, {0, -128, defined}), defined);
  EXPECT_EQ(encode({8, 0, TexelEncoding::sint}, {0, -128, defined}).bits, 0x80u);
  EXPECT_EQ(encode({32, 0, TexelEncoding::uint}, {0, 4294967295, defined}).state, defined);
}

TEST(Surfaces, KeepTheStatesOfPackedComponents) {
  Attachment attachment = attachment_of(*find_texel_format("rgb10_a2"));
  Surface surface = *Surface::of(attachment);
  Color color = color_of(1, 0, 1, 1);
  surface.write(0, surface.encode(color), {true, true, true, true});
  EXPECT_EQ(stored(attachment)[0], (ColorComponent{1, 0, defined}));
  EXPECT_EQ(stored(attachment)[1], (ColorComponent{0, 0, defined}));
  // Green shares its bytes with red and blue.
  color[1].state = undefined;
  surface.write(0, surface.encode(color), {false, true, false, false});
  EXPECT_EQ(stored(attachment)[1].state, undefined);
  EXPECT_EQ(stored(attachment)[3], (ColorComponent{1, 0, defined}));
}

TEST(Surfaces, RefuseWhatDoesNotMatch) {
  Attachment attachment = attachment_of(*find_texel_format("rgba8"));
  EXPECT_TRUE(Surface::of(attachment));
  attachment.level = 1;
  EXPECT_EQ(Surface::of(attachment).error().status, Status::bad_input);
  attachment.level = 0;
  attachment.first_layer = 1;
  EXPECT_EQ(Surface::of(attachment).error().status, Status::bad_input);
  attachment.first_layer = 0;
  attachment.contents = ShadowedBytes::zero(15);
  EXPECT_EQ(Surface::of(attachment).error().status, Status::bad_input);
}

// A second statement of the tables of "Blend Factors" and "Blend Operations".
double naive_factor(BlendFactor factor, int i, const std::array<double, 4>& s0,
                    const std::array<double, 4>& s1, const std::array<double, 4>& d,
                    const std::array<double, 4>& c) {
  const auto at = [&](const std::array<double, 4>& v, int k) { return v[std::size_t(k)]; };
  const int number = static_cast<int>(factor);
  if (number <= 1) return number;
  if (factor == BlendFactor::source_alpha_saturate)
    return i == 3 ? 1 : std::min(at(s0, 3), 1 - at(d, 3));
  // Pairs of a factor and its complement, in the order of the enumeration.
  const int pair = number < 14 ? (number - 2) / 2 : (number - 15) / 2 + 6;
  const bool is_complement = number < 14 ? number % 2 == 1 : number % 2 == 0;
  const std::array<double, 8> values = {at(s0, i), at(d, i), at(s0, 3), at(d, 3),
                                        at(c, i),  at(c, 3), at(s1, i), at(s1, 3)};
  const double value = values[std::size_t(pair)];
  return is_complement ? 1 - value : value;
}

TEST(Blending, FollowsTheTables) {
  std::mt19937 random(2);
  const TexelFormat& format = *find_texel_format("rgba32f");
  const auto numbers = [&] {
    std::array<double, 4> values;
    for (double& value : values) value = double(random() % 65) / 64;  // exact, so that all sums are
    return values;
  };
  const auto color = [](const std::array<double, 4>& v) {
    return color_of(v[0], v[1], v[2], v[3]);
  };
  for (int f = 0; f < 19; ++f) {
    for (int g = 0; g < 19; ++g) {
      for (int operation = 0; operation < 5; ++operation) {
        const auto s0 = numbers(), s1 = numbers(), d = numbers(), c = numbers();
        const BlendEquation equation{static_cast<BlendFactor>(f), static_cast<BlendFactor>(g),
                                     static_cast<BlendOperation>(operation)};
        const BlendAttachment state{true, equation, equation, {true, true, true, true}};
        const Color result = blend({color(s0), color(s1)}, color(d), state, c, format);
        for (int i = 0; i < 4; ++i) {
          const double s = s0[std::size_t(i)], t = d[std::size_t(i)];
          const double a = s * naive_factor(equation.source, i, s0, s1, d, c);
          const double b = t * naive_factor(equation.destination, i, s0, s1, d, c);
          const std::array<double, 5> expected = {a + b, a - b, b - a, std::min(s, t),
                                                  std::max(s, t)};
          EXPECT_EQ(result[std::size_t(i)].number, expected[std::size_t(operation)]);
        }
        const bool is_extremum = operation > 2;
        EXPECT_EQ(uses_second_source(state), !is_extremum && (f >= 15 || g >= 15));
      }
    }
  }
}

TEST(Blending, ClampsForFixedPointAttachments) {
  const BlendEquation sum{BlendFactor::one, BlendFactor::one, BlendOperation::add};
  const BlendAttachment state{true, sum, sum, {true, true, true, true}};
  const Color source = color_of(2, -3, 0.5, 1), destination = color_of(0, 0.5, 0.25, 0);
  const auto red_and_green = [&](std::string_view format) {
    const Color result = blend({source, {}}, destination, state, {}, *find_texel_format(format));
    return std::pair(result[0].number, result[1].number);
  };
  EXPECT_EQ(red_and_green("rgba8"), std::pair(1.0, 0.5));
  EXPECT_EQ(red_and_green("rgba8_snorm"), std::pair(1.0, -0.5));
  EXPECT_EQ(red_and_green("rgba16f"), std::pair(2.0, -2.5));
  // A factor of 1 - (-1) is clamped to 1.
  const BlendEquation complement{BlendFactor::one_minus_destination_color, BlendFactor::zero,
                                 BlendOperation::add};
  const Color result =
      blend({color_of(0.5, 0, 0, 0), {}}, color_of(-1, 0, 0, 0), {true, complement, complement, {}},
            {}, *find_texel_format("rgba8_snorm"));
  EXPECT_EQ(result[0].number, 0.5);
}

TEST(Blending, UndefinedValuesMatterWhereTheyHaveAWeight) {
  const BlendEquation over{BlendFactor::source_alpha, BlendFactor::one_minus_source_alpha,
                           BlendOperation::add};
  const BlendAttachment state{true, over, over, {true, true, true, true}};
  Color destination = color_of(0.5, 0.5, 0.5, 0.5);
  destination[0].state = undefined;
  const auto red = [&](double alpha, std::string_view format) {
    return blend({color_of(0.25, 0, 0, alpha), {}}, destination, state, {},
                 *find_texel_format(format))[0]
        .state;
  };
  EXPECT_EQ(red(1, "rgba8"), defined);
  EXPECT_EQ(red(0.5, "rgba8"), undefined);
  // An undefined float may be a NaN, and 0 times that is not 0.
  EXPECT_EQ(red(1, "rgba32f"), undefined);
}

TEST(LogicOperations, FollowTheTable) {
  const std::uint64_t s = 0b0011, d = 0b0101;
  const std::array<std::uint64_t, 16> expected = {
      0,        s & d,    s & ~d, s,      ~s & d, d,      s ^ d,    s | d,
      ~(s | d), ~(s ^ d), ~d,     s | ~d, ~s,     ~s | d, ~(s & d), ~std::uint64_t{0}};
  for (std::size_t i = 0; i < 16; ++i) {
    const auto operation = static_cast<LogicOperation>(i);
    EXPECT_EQ(combine(operation, {s, defined}, {d, defined}, 4).bits, expected[i] & 15u);
    // A value that the result does not depend on may be undefined.
    const bool ignores_source = i == 0 || i == 5 || i == 10 || i == 15;
    const bool ignores_destination = i == 0 || i == 3 || i == 12 || i == 15;
    EXPECT_EQ(combine(operation, {s, undefined}, {d, defined}, 4).state,
              ignores_source ? defined : undefined);
    EXPECT_EQ(combine(operation, {s, defined}, {d, undefined}, 4).state,
              ignores_destination ? defined : undefined);
  }
  EXPECT_TRUE(has_logic_operations(*find_texel_format("rgba8")));
  EXPECT_TRUE(has_logic_operations(*find_texel_format("r32ui")));
  EXPECT_FALSE(has_logic_operations(*find_texel_format("rgba16f")));
}

TEST(AttachmentOperations, WriteTheMaskedComponents) {
  Framebuffer framebuffer = framebuffer_of({"rgba8", "rgba32ui"});
  PipelineState state;
  state.blend.attachments.resize(1);
  state.blend.attachments[0].write_mask = {true, false, true, false};
  AttachmentOperations operations = *AttachmentOperations::create(state, framebuffer);
  operations.write_color({1, 0, 0}, 0, {color_of(1, 1, 0, 1), {}}, {1, 0, 0});
  const Color written = stored(*framebuffer.color[0], 1);
  EXPECT_EQ(written[0], (ColorComponent{1, 0, defined}));
  EXPECT_EQ(written[1].state, undefined);
  EXPECT_EQ(written[2], (ColorComponent{0, 0, defined}));
  EXPECT_EQ(written[3].state, undefined);
  EXPECT_EQ(stored(*framebuffer.color[0], 0)[0].state, undefined);
  Color integers;
  for (int i = 0; i < 4; ++i) integers[std::size_t(i)].integer = 7 + i;
  operations.write_color({0, 1, 0}, 1, {integers, {}}, {1, 0, 0});
  const Surface surface = *Surface::of(*framebuffer.color[1]);
  EXPECT_EQ(surface.read(surface.texel(0, 1, 0, 0))[2].integer, 9);
  // No attachment: nothing happens.
  operations.write_color({0, 0, 0}, 2, {integers, {}}, {1, 0, 0});
}

TEST(AttachmentOperations, AlphaMakesCoverageAndOne) {
  Framebuffer framebuffer = framebuffer_of({"rgba8"}, 4);
  PipelineState state;
  state.multisample = {.samples = 4, .alpha_to_coverage = true, .alpha_to_one = true};
  AttachmentOperations operations = *AttachmentOperations::create(state, framebuffer);
  const auto coverage_of = [&](double alpha) {
    SampleCoverage coverage{0b1111, 0, 0};
    operations.apply_alpha({alpha, 0, defined}, coverage);
    return coverage;
  };
  EXPECT_EQ(coverage_of(1).covered, 0b1111u);
  EXPECT_EQ(coverage_of(1).dependent, 0u);
  EXPECT_EQ(coverage_of(7).covered, 0b1111u);
  EXPECT_EQ(coverage_of(0).possible(), 0u);
  EXPECT_EQ(coverage_of(-1).possible(), 0u);
  EXPECT_EQ(std::popcount(coverage_of(0.5).covered), 2);
  EXPECT_EQ(coverage_of(0.5).dependent, 0b1111u);
  operations.write_color({0, 0, 0}, 0, {color_of(1, 0, 0, 0.5), {}}, coverage_of(0.5));
  EXPECT_EQ(stored(*framebuffer.color[0], 0, 0)[3].number, 1);
}

// The tests of one sample as nested conditions, with the names of the text.
struct NaiveSample {
  std::uint32_t stencil = 0;
  double depth = 0;
  bool passes = false;
};

bool naive_compare(int operation, double a, double b) {
  return (a < b && (operation & 1)) || (a == b && (operation & 2)) || (a > b && (operation & 4));
}

std::uint32_t naive_stencil(StencilOperation operation, std::uint32_t value, std::uint32_t ref) {
  const std::array<std::uint32_t, 8> results = {value,
                                                0,
                                                ref,
                                                std::min(value + 1, 255u),
                                                value > 0 ? value - 1 : 0,
                                                255 - value,
                                                (value + 1) % 256,
                                                (value + 255) % 256};
  return results[static_cast<std::size_t>(operation)];
}

NaiveSample naive_test(const StencilFace& face, const DepthStencilState& state, double z,
                       NaiveSample old) {
  NaiveSample result = old;
  result.passes = false;
  StencilOperation operation = face.pass;
  if (!naive_compare(static_cast<int>(face.compare), face.reference & face.compare_mask,
                     old.stencil & face.compare_mask)) {
    operation = face.fail;
  } else if (state.depth_test &&
             !naive_compare(static_cast<int>(state.depth_compare), z, old.depth)) {
    operation = face.depth_fail;
  } else {
    result.passes = true;
    if (state.depth_test && state.depth_write) result.depth = z;
  }
  const std::uint32_t value = naive_stencil(operation, old.stencil, face.reference & 255);
  result.stencil = (old.stencil & ~face.write_mask) | (value & face.write_mask);
  result.stencil &= 255;
  return result;
}

TEST(AttachmentOperations, TestStencilAndDepthAsTheTextSays) {
  std::mt19937 random(3);
  Framebuffer framebuffer = framebuffer_of({});
  framebuffer.depth_stencil = attachment_of(depth_stencil_format(32, true));
  for (int round = 0; round < 4000; ++round) {
    const auto face = [&] {
      const auto operation = [&] { return static_cast<StencilOperation>(random() % 8); };
      return StencilFace{operation(),
                         operation(),
                         operation(),
                         static_cast<CompareOperation>(random() % 8),
                         std::uint32_t(random() % 3 == 0 ? 0xFF : random() % 256),
                         std::uint32_t(random() % 3 == 0 ? 0xFF : random() % 256),
                         std::uint32_t(random() % 256)};
    };
    PipelineState state;
    state.depth_stencil = {random() % 4 != 0,
                           random() % 2 == 0,
                           static_cast<CompareOperation>(random() % 8),
                           {},
                           true,
                           face(),
                           face()};
    NaiveSample old;
    old.stencil =
        std::array<std::uint32_t, 4>{0, 255, 128, std::uint32_t(random() % 256)}[random() % 4];
    old.depth = double(random() % 5) / 4;
    ASSERT_TRUE(clear_depth_stencil(*framebuffer.depth_stencil, {old.depth, old.stencil}));
    AttachmentOperations operations = *AttachmentOperations::create(state, framebuffer);
    FragmentTest fragment;
    fragment.front_facing = random() % 2 == 0;
    fragment.depth[0] = double(random() % 5) / 4;
    SampleCoverage coverage{1, 0, 0};
    operations.test(fragment, coverage);
    const NaiveSample expected =
        naive_test(fragment.front_facing ? state.depth_stencil.front : state.depth_stencil.back,
                   state.depth_stencil, fragment.depth[0], old);
    const Color written = stored(*framebuffer.depth_stencil);
    EXPECT_EQ(coverage.covered == 1, expected.passes);
    EXPECT_EQ(written[0], (ColorComponent{expected.depth, 0, defined}));
    EXPECT_EQ(written[1], (ColorComponent{0, expected.stencil, defined}));
  }
}

class DepthTest : public testing::Test {
 public:
  DepthTest() {
    framebuffer.depth_stencil = attachment_of(depth_stencil_format(32, true));
    state.depth_stencil.depth_test = state.depth_stencil.depth_write = true;
    fragment.depth[0] = 0.25;
  }
  SampleCoverage test() {
    AttachmentOperations operations = *AttachmentOperations::create(state, framebuffer);
    SampleCoverage coverage{1, 0, 0};
    operations.test(fragment, coverage);
    return coverage;
  }
  Framebuffer framebuffer = framebuffer_of({});
  PipelineState state;
  FragmentTest fragment;
};

// Against both numbers of 16 bits that are nearest to the depth of the fragment.
TEST_F(DepthTest, ADepthMayBeEitherOfTheTwoNearestNumbers) {
  constexpr double largest = 65535;
  for (const double scaled : {32767.5, 32767.25, 32767.0, 0.0, 0.75, 65535.0}) {
    fragment.depth[0] = scaled / largest;
    for (int offset = -2; offset <= 2; ++offset) {
      const double number = std::floor(scaled) + offset;
      if (number < 0 || number > largest) continue;
      for (int operation = 0; operation < 8; ++operation) {
        framebuffer.depth_stencil = attachment_of(depth_stencil_format(16, false));
        ASSERT_TRUE(clear_depth_stencil(*framebuffer.depth_stencil, {number / largest, 0}));
        state.depth_stencil.depth_compare = static_cast<CompareOperation>(operation);
        const SampleCoverage coverage = test();
        const bool low = naive_compare(operation, std::floor(scaled), number);
        const bool high = naive_compare(operation, std::ceil(scaled), number);
        EXPECT_EQ(coverage.state(0), low == high ? defined : dependent)
            << scaled << ' ' << number << ' ' << operation;
        if (low == high) {
          EXPECT_EQ(coverage.covered == 1, low);
        }
      }
    }
  }
}

TEST_F(DepthTest, UndefinedDepthsMakeItsResultUndefined) {
  EXPECT_EQ(test().undefined, 1u);  // never cleared
  EXPECT_EQ(stored(*framebuffer.depth_stencil)[0].state, undefined);
  ASSERT_TRUE(clear_depth_stencil(*framebuffer.depth_stencil, {1.0, {}}));
  EXPECT_EQ(test().undefined, 0u);
  EXPECT_EQ(stored(*framebuffer.depth_stencil)[0], (ColorComponent{0.25, 0, defined}));
  fragment.depth_state = undefined;
  EXPECT_EQ(test().undefined, 1u);
  // What always passes passes, but stores an undefined depth.
  state.depth_stencil.depth_compare = CompareOperation::always;
  EXPECT_EQ(test().undefined, 0u);
  EXPECT_EQ(stored(*framebuffer.depth_stencil)[0].state, undefined);
}

TEST_F(DepthTest, DepthsOutsideOfTheRangeAreUndefinedUnlessClamped) {
  ASSERT_TRUE(clear_depth_stencil(*framebuffer.depth_stencil, {1.0, {}}));
  for (const double z : {-0.5, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
    fragment.depth[0] = z;
    EXPECT_EQ(test().undefined, 1u);
  }
  ASSERT_TRUE(clear_depth_stencil(*framebuffer.depth_stencil, {1.0, {}}));
  state.rasterization.depth_clamp = true;
  fragment.depth[0] = -0.5;
  EXPECT_EQ(test().covered, 1u);
  EXPECT_EQ(stored(*framebuffer.depth_stencil)[0], (ColorComponent{0, 0, defined}));
}

TEST_F(DepthTest, UncertainCoverageReachesColorAndDepth) {
  framebuffer.color.emplace_back(attachment_of(*find_texel_format("rgba8")));
  ASSERT_TRUE(clear_depth_stencil(*framebuffer.depth_stencil, {0.5, 3}));
  ASSERT_TRUE(clear_color(*framebuffer.color[0], {{1, 0, 0, 1}, {}}));
  fragment.depth_state = undefined;
  AttachmentOperations operations = *AttachmentOperations::create(state, framebuffer);
  SampleCoverage coverage{1, 0, 0};
  operations.test(fragment, coverage);
  operations.write_color({}, 0, {color_of(0, 1, 0, 1), {}}, coverage);
  const Color color = stored(*framebuffer.color[0]);
  EXPECT_EQ(color[0].state, undefined);
  EXPECT_EQ(color[1].state, undefined);
  EXPECT_EQ(color[2], (ColorComponent{0, 0, defined}));  // the same in both cases
  EXPECT_EQ(color[3], (ColorComponent{1, 0, defined}));
  EXPECT_EQ(stored(*framebuffer.depth_stencil)[1], (ColorComponent{0, 3, defined}));
}

TEST_F(DepthTest, BoundsConcernTheStoredDepth) {
  ASSERT_TRUE(clear_depth_stencil(*framebuffer.depth_stencil, {0.75, {}}));
  state.depth_stencil.depth_test = false;
  state.depth_stencil.depth_bounds = DepthBounds{0.25, 0.75};
  EXPECT_EQ(test().covered, 1u);
  state.depth_stencil.depth_bounds->max = 0.74;
  EXPECT_EQ(test().possible(), 0u);
  state.depth_stencil.depth_bounds = DepthBounds{0.76, 1};
  EXPECT_EQ(test().possible(), 0u);
}

TEST(Clears, OfARectangleKeepTheRest) {
  Attachment attachment = attachment_of(*find_texel_format("rgba8"), 4, 4);
  ASSERT_TRUE(clear_color(attachment, {{0, 0, 0, 1}, {}}));
  ASSERT_TRUE(clear_color(attachment, {{1, 1, 1, 1}, {}}, ScissorRectangle{1, -1, 2, 2}));
  const Surface surface = *Surface::of(attachment);
  for (std::uint32_t y = 0; y < 4; ++y) {
    for (std::uint32_t x = 0; x < 4; ++x) {
      const bool is_inside = (x == 1 || x == 2) && y == 0;
      EXPECT_EQ(surface.read(surface.texel(x, y, 0, 0))[0].number, is_inside ? 1 : 0);
    }
  }
  Attachment depth = attachment_of(depth_stencil_format(16, false));
  ASSERT_TRUE(clear_depth_stencil(depth, {1.0, 7}));
  ASSERT_TRUE(clear_depth_stencil(depth, {{}, 9}));
  EXPECT_EQ(stored(depth)[0], (ColorComponent{1, 0, defined}));
  EXPECT_EQ(stored(depth)[1], (ColorComponent{0, 9, defined}));
  EXPECT_EQ(clear_depth_stencil(depth, {1.5, {}}).error().status, Status::bad_input);
}

TEST(Resolves, AverageFloatsAndTakeSampleZeroOfIntegers) {
  Framebuffer framebuffer = framebuffer_of({"rgba32f", "rgba8i", "rgba8"}, 4);
  const Framebuffer single = framebuffer_of({"rgba32f", "rgba8i", "rgba8"});
  framebuffer.resolve = single.color;
  for (std::size_t i = 0; i < 3; ++i) {
    Surface surface = *Surface::of(*framebuffer.color[i]);
    for (std::uint32_t s = 0; s < 4; ++s) {
      Color color = color_of(s, s == 3, 0.2f, 1);
      for (ColorComponent& component : color) component.integer = 5 - std::int64_t{s};
      surface.write(surface.texel(1, 0, 0, s), surface.encode(color), {true, true, true, true});
    }
  }
  ASSERT_TRUE(resolve(framebuffer));
  EXPECT_EQ(stored(*framebuffer.resolve[0], 1)[0], (ColorComponent{1.5, 0, defined}));
  EXPECT_EQ(stored(*framebuffer.resolve[1], 1)[0], (ColorComponent{0, 5, dependent}));
  EXPECT_EQ(stored(*framebuffer.resolve[2], 1)[1].state, dependent);  // 63.75
  EXPECT_EQ(stored(*framebuffer.resolve[2], 1)[2].state, defined);    // the same in all samples
  EXPECT_EQ(stored(*framebuffer.resolve[0], 0)[0].state, undefined);
  framebuffer.resolve[0] = framebuffer.color[0];
  EXPECT_EQ(resolve(framebuffer).error().status, Status::bad_input);
}

TEST(AttachmentOperations, RefuseWhatDoesNotMatch) {
  const auto status = [](auto change) {
    PipelineState state;
    Framebuffer framebuffer = framebuffer_of({"rgba8ui"});
    change(state, framebuffer);
    const auto operations = AttachmentOperations::create(state, framebuffer);
    return operations ? Status::ok : operations.error().status;
  };
  using S = PipelineState&;
  using F = Framebuffer&;
  EXPECT_EQ(status([](S, F) {}), Status::ok);
  EXPECT_EQ(status([](S, F f) { f.width = 3; }), Status::bad_input);
  EXPECT_EQ(status([](S, F f) { f.layers = 2; }), Status::bad_input);
  EXPECT_EQ(status([](S s, F) { s.multisample.samples = 4; }), Status::bad_input);
  EXPECT_EQ(status([](S s, F) { s.blend.attachments.push_back({.enabled = true}); }),
            Status::bad_input);
  EXPECT_EQ(status([](S, F f) { f.depth_stencil = f.color[0]; }), Status::bad_input);
}

}  // namespace
}  // namespace spirv_oracle
