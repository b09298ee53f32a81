// Enclosures whose values are known one by one: no more values than the rules permit. enclosures_test.cpp shows that none is
// missing. The expected sets are computed here from the definitions, with neither intervals nor enclosures.

#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "builtins/choices_for_test.h"

namespace spirv_oracle::test {
namespace {

using Values = std::set<float>;  // both zeros are one

// A denormal operand may be flushed.
std::vector<float> operands(float x) {
  if (std::fpclassify(x) == FP_SUBNORMAL) return {x, 0};
  return {x};
}

// The exact result `near` + `rest`, rounded to either neighbor; a denormal may be flushed.
void add_rounded(double near, double rest, Values& values) {
  const auto nearest = static_cast<float>(near);
  const double above = near - double{nearest} + rest;
  Values rounded{nearest};
  if (above > 0) rounded.insert(std::nextafter(nearest, HUGE_VALF));
  if (above < 0) rounded.insert(std::nextafter(nearest, -HUGE_VALF));
  for (const float value : rounded) {
    values.insert(value);
    if (std::fpclassify(value) == FP_SUBNORMAL) values.insert(0);
  }
}

// "2Sum" of Knuth: the rest is exact.
void add_sum(double x, double y, Values& values) {
  const double sum = x + y, part = sum - x;
  add_rounded(sum, (x - (sum - part)) + (y - part), values);
}

Values values_of(const EnclosedFloat<float>& known) {
  if (known.is_unknown()) return {};
  if (!known.enclosure) return {known.usual};
  Values values;
  for (const std::uint64_t bits : known.enclosure->values)
    values.insert(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  if (!values.empty()) return values;
  // An interval, as all of its numbers.
  const auto low = static_cast<float>(known.enclosure->low);
  const auto high = static_cast<float>(known.enclosure->high);
  float x = low;
  while (x <= high && values.size() < 64) {
    values.insert(x);
    x = std::nextafter(x, HUGE_VALF);
  }
  return values;
}

struct Case {
  std::string body;
  // All results for operands of which none is flushed any more.
  std::function<void(float x, float y, Values& values)> add;
};

void expect_exactly(const Case& expected, const std::vector<FloatOperands<float>>& samples) {
  const auto known = enclose_floats<float>({.body = expected.body}, samples);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    Values values;
    for (const float x : operands(samples[i].x)) {
      for (const float y : operands(samples[i].y)) expected.add(x, y, values);
    }
    EXPECT_EQ(values_of(known[i]), values)
        << expected.body << " of " << samples[i].x << ", " << samples[i].y;
  }
}

std::string glsl(const char* call) { return std::string("%r = OpExtInst %T %set ") + call; }

std::vector<FloatOperands<float>> samples() {
  std::mt19937 random(11);
  const float special[] = {0,     1,      -1,      0.5F,   -0.5F,     1.5F,   2.5F,
                           -2.5F, 1e-40F, -1e-40F, 3e-39F, 0x1p-126F, 8388609};
  std::vector<FloatOperands<float>> all;
  for (const float x : special) {
    for (const float y : special) all.push_back({x, y, 0});
  }
  std::uniform_real_distribution<float> number(-4, 4);
  for (int i = 0; i < 100; ++i) all.push_back({number(random), number(random), 0});
  return all;
}

TEST(EnclosedSets, OfWholeNumbers) {
  const auto exactly = [](float (*f)(float)) {
    return [f](float x, float, Values& values) { values.insert(f(x)); };
  };
  expect_exactly({glsl("Trunc %x"), exactly([](float x) { return std::trunc(x); })}, samples());
  expect_exactly({glsl("Floor %x"), exactly([](float x) { return std::floor(x); })}, samples());
  expect_exactly({glsl("Ceil %x"), exactly([](float x) { return std::ceil(x); })}, samples());
  expect_exactly({glsl("RoundEven %x"), exactly([](float x) { return std::nearbyint(x); })},
                 samples());
  expect_exactly({glsl("FSign %x"),
                  [](float x, float, Values& values) {
                    values.insert(static_cast<float>(x > 0) - static_cast<float>(x < 0));
                  }},
                 samples());
  expect_exactly({glsl("Round %x"),
                  [](float x, float, Values& values) {
                    const float below = std::floor(x), rest = x - below;
                    if (rest <= 0.5F) values.insert(below);
                    if (rest >= 0.5F) values.insert(below + 1);
                  }},
                 samples());
  expect_exactly(
      {glsl("Step %x %y"), [](float x, float y, Values& values) { values.insert(y < x ? 0 : 1); }},
      samples());
}

TEST(EnclosedSets, OfFlushedOperandsAndResults) {
  expect_exactly({"%r = OpFAdd %T %x %y",
                  [](float x, float y, Values& values) { add_sum(double{x}, double{y}, values); }},
                 samples());
  expect_exactly(
      {"%r = OpFMul %T %x %y",
       [](float x, float y, Values& values) { add_rounded(double{x} * double{y}, 0, values); }},
      samples());
  expect_exactly(
      {glsl("FMin %x %y"),
       [](float x, float y, Values& values) { add_rounded(std::fmin(x, y), 0, values); }},
      samples());
  expect_exactly({glsl("FAbs %x"),
                  [](float x, float, Values& values) { add_rounded(std::fabs(x), 0, values); }},
                 samples());
}

TEST(EnclosedSets, OfWhatComparisonsSelect) {
  expect_exactly({"%c = OpFOrdLessThan %bool %x %y\n%r = OpSelect %T %c %one %zero",
                  [](float x, float y, Values& values) { values.insert(x < y ? 1 : 0); }},
                 samples());
  // From a set, another one.
  expect_exactly(
      {"%c = OpFOrdLessThan %bool %x %y\n%d = OpSelect %T %c %one %zero\n%e = OpFAdd %T "
       "%d %one\n%f = OpExtInst %T %set Floor %e\n%g = OpExtInst %T %set FMin %f %f\n%r = "
       "OpExtInst %T %set FAbs %g",
       [](float x, float y, Values& values) { values.insert(x < y ? 2 : 1); }},
      samples());
}

// An integer of a quotient is one of two, and stays one after integer arithmetic, in memory words and in bits.
TEST(EnclosedSets, OfIntegers) {
  const std::string quotient = "%q = OpFDiv %T %x %y\n%i = OpConvertFToS %int %q\n";
  std::vector<FloatOperands<float>> all;
  for (int n = 1; n < 40; ++n)
    all.push_back({static_cast<float>(n), static_cast<float>(n % 5 + 1), 0});
  const auto expect = [&](const std::string& body, int (*f)(int)) {
    const auto known = enclose_floats<float>({.body = quotient + body}, all);
    for (std::size_t i = 0; i < all.size(); ++i) {
      // 2.5 ULP only reach another integer if the quotient is one.
      const float exact = all[i].x / all[i].y;
      const int whole = static_cast<int>(exact);
      Values values{static_cast<float>(f(whole))};
      if (static_cast<float>(whole) == exact) values.insert(static_cast<float>(f(whole - 1)));
      EXPECT_EQ(values_of(known[i]), values) << body << all[i].x << " / " << all[i].y;
    }
  };
  expect("%r = OpConvertSToF %T %i", [](int i) { return i; });
  expect("%j = OpIMul %int %i %i\n%r = OpConvertSToF %T %j", [](int i) { return i * i; });
  expect("%j = OpBitwiseXor %int %i %scope\n%r = OpConvertSToF %T %j", [](int i) { return i ^ 1; });
  expect(
      "%j = OpShiftLeftLogical %int %i %scope\n%k = OpISub %int %j %scope\n%r = OpConvertSToF %T "
      "%k",
      [](int i) { return 2 * i - 1; });
  expect(
      "%f = OpConvertSToF %T %i\n%b = OpBitcast %int %f\n%g = OpBitcast %T %b\n%r = OpFAdd %T %g "
      "%zero",
      [](int i) { return i; });
}

// Each component of a packed word is one of few.
TEST(EnclosedSets, OfPackedWords) {
  const auto known = enclose_floats<float>(
      {.body =
           "%v = OpCompositeConstruct %v4 %x %y %z %zero\n%p = OpExtInst %int %set PackUnorm4x8 "
           "%v\n%r = OpBitcast %T %p"},
      {{0.5F, 0.25F, 1}, {0.3F, 0.1F, 0}, {127.5F / 255, 127.5F / 255, 127.5F / 255}});
  const auto words = [](const EnclosedFloat<float>& of) {
    std::set<std::uint64_t> bits;
    if (!of.enclosure) return std::set<std::uint64_t>{std::bit_cast<std::uint32_t>(of.usual)};
    bits.insert(of.enclosure->values.begin(), of.enclosure->values.end());
    // An interval of integers.
    if (bits.empty()) {
      for (auto word = static_cast<std::uint64_t>(of.enclosure->low);
           word <= static_cast<std::uint64_t>(of.enclosure->high) && bits.size() < 64; ++word)
        bits.insert(word);
    }
    return bits;
  };
  // 127.5 goes either way; 63.75 and 255 do not.
  EXPECT_EQ(words(known[0]), (std::set<std::uint64_t>{0xFF407F, 0xFF4080}));
  // 76.5, of a number that is slightly above 0.3; 25.5 likewise.
  EXPECT_EQ(words(known[1]), (std::set<std::uint64_t>{0x194C, 0x194D, 0x1A4C, 0x1A4D}));
  EXPECT_EQ(words(known[2]).size(), 8U);
}

}  // namespace
}  // namespace spirv_oracle::test
