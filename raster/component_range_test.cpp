// Ranges against a model that tries each rounding of each operand and step: down, up, or none.
#include "raster/component_range.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <span>
#include <string>

#include "interpreter/images/texel_value.h"
#include "raster/attachment_operations.h"
#include "raster/clear.h"

namespace spirv_oracle {
namespace {

constexpr auto certain = Definedness::defined;
constexpr auto uncertain = Definedness::implementation_dependent;

// The numbers of a format in ascending order, from its codes. With numbers beyond 1, as intermediate results need.
std::vector<double> numbers_of(const TexelComponent& component) {
  std::vector<double> numbers;
  if (component.is_normalized()) {
    const auto largest = static_cast<int>(largest_normalized(component));
    for (int code = -3 * largest; code <= 3 * largest; ++code)
      numbers.push_back(double(code) / largest);
    return numbers;
  }
  for (std::uint64_t bits = 0; bits < std::uint64_t{1} << component.bits; ++bits) {
    const double number = float_value(component, bits);
    if (std::isnan(number)) continue;
    numbers.push_back(number);
    if (component.encoding == TexelEncoding::ufloat) numbers.push_back(-number);
  }
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

class Model {
 public:
  explicit Model(const char* format)
      : format_(*find_texel_format(format)),
        component_(format_.components[0]),
        numbers_(numbers_of(component_)) {}

  const TexelFormat& format() const { return format_; }
  std::size_t size() const { return numbers_.size(); }

  // Without clamping. Numbers that are as close as doubles can tell are equal.
  std::set<double> neighbors(double number) const {
    const double slack = component_.is_normalized() ? 1e-7 : 0;
    const auto above = std::ranges::lower_bound(numbers_, number - slack);
    if (above == numbers_.end()) return {numbers_.back()};
    if (std::fabs(*above - number) <= slack || above == numbers_.begin()) return {*above};
    return {*std::prev(above), *above};
  }
  std::set<double> roundings(double number) const {
    std::set<double> all = neighbors(number);
    all.insert(number);
    return all;
  }
  double clamp(double number) const {
    if (component_.encoding == TexelEncoding::ufloat) return std::max(number, 0.0);
    if (!component_.is_normalized()) return number;
    return std::clamp(number, component_.encoding == TexelEncoding::snorm ? -1.0 : 0.0, 1.0);
  }
  double clamped_operand(double number) const {
    return component_.is_normalized() ? clamp(number) : number;
  }
  // A random number of the format, from 0 to 1.
  double number(std::mt19937& random) const {
    double value = 0;
    do {
      value = numbers_[random() % numbers_.size()];
    } while (!(value >= 0 && value <= 1));
    return value;
  }
  // The number of steps from a to b.
  std::ptrdiff_t steps(double a, double b) const {
    const auto place = [&](double number) {
      return std::ranges::lower_bound(numbers_, number - 1e-9 * std::fabs(number));
    };
    return place(b) - place(a);
  }

 private:
  TexelFormat format_;
  TexelComponent component_;
  std::vector<double> numbers_;
};

// An operand as a factor: 0: the constant 0, 1: the constant 1, 2: the operand, 3: its complement.
struct ModelFactor {
  int form = 0;
  double operand = 0;
};

std::set<double> factors(const Model& model, int form, double operand) {
  if (form < 2) return {double(form)};
  if (form == 2) return {model.clamped_operand(operand)};
  std::set<double> all;
  for (const double value : model.roundings(1 - operand)) all.insert(model.clamped_operand(value));
  return all;
}

// All results of s * by_s op d * by_d, where the factors are made of these operands, and by_s may be made of s itself.
std::set<double> model_results(const Model& model, BlendOperation operation, double s, double d,
                               const ModelFactor& by_s, const ModelFactor& by_d) {
  std::set<double> results;
  const auto rounded = [&](double operand) {
    return model.roundings(model.clamped_operand(operand));
  };
  for (const double source : rounded(s))
    for (const double a : rounded(by_s.operand))
      for (const double b : rounded(by_d.operand))
        for (const double by : factors(model, by_s.form, a))
          for (const double onto : factors(model, by_d.form, b))
            for (const double left : model.roundings(source * by))
              for (const double right : model.roundings(d * onto)) {
                const double sum = operation == BlendOperation::add        ? left + right
                                   : operation == BlendOperation::subtract ? left - right
                                                                           : right - left;
                results.merge(model.neighbors(model.clamp(sum)));
              }
  return results;
}

// Source alpha as the factor of the source, source 1 as that of the destination: all operands are used once.
constexpr std::array source_factors = {BlendFactor::zero, BlendFactor::one,
                                       BlendFactor::source_alpha,
                                       BlendFactor::one_minus_source_alpha};
constexpr std::array destination_factors = {BlendFactor::zero, BlendFactor::one,
                                            BlendFactor::source1_color,
                                            BlendFactor::one_minus_source1_color};

Framebuffer pixel_of(const TexelFormat& format, double red) {
  Framebuffer framebuffer;
  framebuffer.width = framebuffer.height = 1;
  Attachment attachment;
  attachment.shape.format = format;
  attachment.shape.extent = {1, 1, 1};
  attachment.contents = ShadowedBytes::zero(format.bytes);
  framebuffer.color.emplace_back(attachment);
  EXPECT_TRUE(clear_color(*framebuffer.color[0], {{red, 0, 0, 0}, {}}));
  EXPECT_TRUE(track_ranges(*framebuffer.color[0]));
  return framebuffer;
}

struct BlendedPixel {
  ComponentRange range;
  ColorComponent stored;
};

BlendedPixel draw_pixel(Framebuffer& framebuffer, const BlendEquation& equation,
                        const FragmentColor& color) {
  PipelineState state;
  state.blend.attachments = {{true, equation, equation, {true, false, false, false}}};
  AttachmentOperations operations = *AttachmentOperations::create(state, framebuffer);
  operations.write_color({0, 0, 0}, 0, color, {1, 0, 0});
  return {framebuffer.color[0]->ranges[0][0], Surface::of(*framebuffer.color[0])->read(0)[0]};
}

FragmentColor fragment_color(double s, double alpha, double s1) {
  FragmentColor color;
  color.source[0].number = s;
  color.source[3].number = alpha;
  color.source1[0].number = s1;
  return color;
}

class RangesOf : public testing::TestWithParam<const char*> {};

TEST_P(RangesOf, BlendingAreThoseOfAllRoundings) {
  const Model model(GetParam());
  std::mt19937 random(1);
  // Some operands are numbers of the format.
  const auto operand = [&] {
    return random() % 3 == 0 ? model.number(random) : double(float(random() % 10001) / 10000.0f);
  };
  int single = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const unsigned f = random() % 4, g = random() % 4;
    const auto operation = static_cast<BlendOperation>(random() % 3);
    const double s = operand(), alpha = operand(), s1 = operand(), d = model.number(random);
    Framebuffer framebuffer = pixel_of(model.format(), d);
    const BlendedPixel pixel =
        draw_pixel(framebuffer, {source_factors[f], destination_factors[g], operation},
                   fragment_color(s, alpha, s1));
    const std::set<double> expected =
        model_results(model, operation, s, d, {int(f), alpha}, {int(g), s1});
    const auto text = testing::Message()
                      << "factors " << f << " and " << g << ", operation " << int(operation) << ", "
                      << s << ' ' << alpha << ' ' << s1 << ' ' << d;
    EXPECT_EQ(pixel.range.state, certain) << text;
    EXPECT_EQ(model.steps(pixel.range.low, *expected.begin()), 0) << text;
    EXPECT_EQ(model.steps(*expected.rbegin(), pixel.range.high), 0) << text;
    // A component has a mark if there are several results.
    EXPECT_EQ(pixel.stored.state == certain, expected.size() == 1) << text;
    single += expected.size() == 1;
  }
  EXPECT_GT(single, 10);
  EXPECT_LT(single, 290);
}

// Blending over a pixel that was blended: all results of the first draw are destinations of the second one. The alpha is used
// twice, which ranges do not know, so they may be wider by a step or two.
TEST_P(RangesOf, BlendingOverBlendedPixelsHoldAllResults) {
  const Model model(GetParam());
  std::mt19937 random(2);
  const BlendEquation over{BlendFactor::source_alpha, BlendFactor::one_minus_source_alpha,
                           BlendOperation::add};
  for (int trial = 0; trial < 20; ++trial) {
    const double d = model.number(random);
    Framebuffer framebuffer = pixel_of(model.format(), d);
    std::set<double> expected = {d};
    for (int layer = 0; layer < 3; ++layer) {
      const double s = float(random() % 1001) / 1000.0f, alpha = float(random() % 1001) / 1000.0f;
      const BlendedPixel pixel = draw_pixel(framebuffer, over, fragment_color(s, alpha, 0));
      std::set<double> next;
      for (const double before : {*expected.begin(), *expected.rbegin()})
        next.merge(model_results(model, BlendOperation::add, s, before, {2, alpha}, {3, alpha}));
      expected = std::move(next);
      const std::ptrdiff_t below = model.steps(pixel.range.low, *expected.begin());
      const std::ptrdiff_t above = model.steps(*expected.rbegin(), pixel.range.high);
      EXPECT_TRUE(below >= 0 && below <= 2) << below;
      EXPECT_TRUE(above >= 0 && above <= 2) << above;
    }
  }
}

TEST_P(RangesOf, StoredNumbersAreBothNeighbors) {
  const Model model(GetParam());
  std::mt19937 random(3);
  for (int trial = 0; trial < 200; ++trial) {
    const double number = float(random() % 3000) / 1000.0f - 1;
    const ComponentRange range = stored_range(model.format().components[0], {number, number});
    const std::set<double> expected = model.neighbors(model.clamp(number));
    EXPECT_EQ(model.steps(range.low, *expected.begin()), 0) << number;
    EXPECT_EQ(model.steps(range.high, *expected.rbegin()), 0) << number;
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, RangesOf,
                         testing::Values("R8", "R8Snorm", "R16f", "R11fG11fB10f", "Rgb10A2"),
                         [](const auto& format) { return std::string(format.param); });

const TexelComponent& half() { return find_texel_format("R16f")->components[0]; }
const TexelComponent& single() { return find_texel_format("R32f")->components[0]; }

TEST(ComponentRanges, FloatsOf32BitsAreRoundedToTheirNeighbors) {
  const ComponentRange third = stored_range(single(), {1.0 / 3, 1.0 / 3});
  EXPECT_EQ(std::nextafter(float(third.low), 1.0f), float(third.high));
  EXPECT_LT(third.low, 1.0 / 3);
  EXPECT_GT(third.high, 1.0 / 3);
  // The exact sum lies between two doubles, just below 1.
  const ComponentRange sum = stored_range(single(), sum_of({1, 1}, {-0x1p-80, -0x1p-80}));
  EXPECT_EQ(sum.low, double(std::nextafter(1.0f, 0.0f)));
  EXPECT_EQ(sum.high, 1);
}

// The state of s * alpha + d in a float of 32 bits.
Definedness state_of_sum(float s, float alpha, float d) {
  Framebuffer framebuffer = pixel_of(*find_texel_format("R32f"), d);
  const BlendEquation sum{BlendFactor::source_alpha, BlendFactor::one, BlendOperation::add};
  return draw_pixel(framebuffer, sum, fragment_color(s, alpha, 0)).stored.state;
}

TEST(ComponentRanges, BlendedFloatsOf32BitsHaveAMarkUnlessEachStepIsExact) {
  EXPECT_EQ(state_of_sum(0.75f, 0.5f, 3), certain);
  EXPECT_EQ(state_of_sum(0.1f, 0.3f, 0), uncertain);
  EXPECT_EQ(state_of_sum(1, 1, 0x1p-30f), uncertain);
  // The product is 1 + 2^-22 + 2^-46, and the sum a float, although the product is not.
  const float next = 1 + 0x1p-23f;
  EXPECT_EQ(state_of_sum(next, next, -0x1p-46f), uncertain);
  // A NaN and an infinity are the same in each implementation.
  const float infinite = std::numeric_limits<float>::infinity();
  EXPECT_EQ(state_of_sum(infinite, 0.5f, 1), certain);
  EXPECT_EQ(state_of_sum(infinite, 1, -infinite), certain);
  // A product that may overflow.
  EXPECT_EQ(state_of_sum(0x1p100f, 0x1p100f, 0), uncertain);
}

// The largest half is 65504. Twice 40000 may be infinite, and so may the operand 70000 be.
TEST(ComponentRanges, LargeNumbersMayBecomeInfinite) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto is = [](const ComponentRange& range, double low, double high) {
    return range.low == low && range.high == high && range.state == certain;
  };
  EXPECT_TRUE(is(stored_range(half(), {80000, 80000}), 65504, infinity));
  EXPECT_TRUE(is(stored_range(half(), {-80000, -80000}), -infinity, -65504));
  EXPECT_TRUE(is(stored_range(half(), {infinity, infinity}), infinity, infinity));
  const ComponentRange operand = rounded_range(half(), {70000, 70000});
  EXPECT_TRUE(is(product_of(operand, {0.5, 0.5}), 32752, infinity));
  // Infinity times 0 is NaN, but 65504 times 0 is not.
  EXPECT_EQ(product_of(operand, {0, 0}).state, uncertain);
  EXPECT_TRUE(product_of({infinity, infinity}, {0, 0}).is_nan());
  EXPECT_EQ(product_of({infinity, infinity}, {0, 0}).state, certain);
  EXPECT_EQ(product_of({infinity, infinity}, {-1, 1}).state, uncertain);
  EXPECT_EQ(sum_of({infinity, infinity}, {-infinity, -65504}).state, uncertain);
  EXPECT_TRUE(is(product_of({0, 0}, {-5, 7}), 0, 0));
}

TEST(ComponentRanges, ResolvesHoldEveryOrderOfRoundedSums) {
  const Model model("R16f");
  std::mt19937 random(4);
  for (int trial = 0; trial < 100; ++trial) {
    std::array<double, 4> numbers;
    std::array<ComponentRange, 4> samples;
    for (std::size_t i = 0; i < 4; ++i) {
      numbers[i] = random() % 2 == 0 ? model.number(random) : double(random() % 4);
      samples[i] = {numbers[i], numbers[i]};
    }
    const ComponentRange range = resolved_range(half(), samples);
    std::ranges::sort(numbers);
    std::set<double> averages;
    do {
      std::set<double> sums = {numbers[0]}, pairs = model.roundings(numbers[2] + numbers[3]);
      for (std::size_t i = 1; i < 4; ++i) {
        std::set<double> next;
        for (const double sum : sums) next.merge(model.roundings(sum + numbers[i]));
        sums = std::move(next);
      }
      for (const double left : model.roundings(numbers[0] + numbers[1]))
        for (const double right : pairs) sums.merge(model.roundings(left + right));
      for (const double sum : sums) averages.merge(model.neighbors(sum / 4));
    } while (std::ranges::next_permutation(numbers).found);
    EXPECT_GE(model.steps(range.low, *averages.begin()), 0);
    EXPECT_GE(model.steps(*averages.rbegin(), range.high), 0);
    if (averages.size() == 1) continue;
    EXPECT_FALSE(range.is_single());
  }
  // Sums of few digits are exact, in each order.
  const std::array<ComponentRange, 4> quarters = {{{1, 1}, {0.25, 0.25}, {0.5, 0.5}, {0, 0}}};
  EXPECT_EQ(resolved_range(half(), quarters).low, 0.4375);
  EXPECT_TRUE(resolved_range(half(), quarters).is_single());
}

TEST(ComponentRanges, ResolvedIntegersAreBetweenTheirSamples) {
  const TexelComponent& integer = find_texel_format("R8i")->components[0];
  const std::array<ComponentRange, 3> samples = {{{5, 5}, {-2, -2}, {7, 7}}};
  const ComponentRange range = resolved_range(integer, samples);
  EXPECT_EQ(range.low, -2);
  EXPECT_EQ(range.high, 7);
  const std::array<ComponentRange, 2> equal = {{{5, 5}, {5, 5}}};
  EXPECT_TRUE(resolved_range(integer, equal).is_single());
}

}  // namespace
}  // namespace spirv_oracle
