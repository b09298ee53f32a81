#include "builtins/glsl_std_450/integer.h"

#include <cstdlib>
#include <random>

#include <gtest/gtest.h>

namespace spirv_oracle::glsl_std_450 {
namespace {

template <class T>
constexpr T lowest = std::numeric_limits<T>::min();
template <class T>
constexpr T highest = std::numeric_limits<T>::max();

template <class T>
void expect_magnitude_and_sign() {
  for (const T x : {T{0}, T{1}, T{-1}, T{5}, T{-5}, highest<T>, T(-highest<T>)}) {
    EXPECT_EQ(SAbs::component(x), T(std::abs(static_cast<long long>(x))));
    EXPECT_EQ(SSign::component(x), T((x > 0) - (x < 0)));
  }
  EXPECT_EQ(SAbs::component(lowest<T>), lowest<T>);
  EXPECT_EQ(SSign::component(lowest<T>), T{-1});
}

TEST(GlslInteger, MagnitudeAndSign) {
  expect_magnitude_and_sign<std::int8_t>();
  expect_magnitude_and_sign<std::int16_t>();
  expect_magnitude_and_sign<std::int32_t>();
  expect_magnitude_and_sign<std::int64_t>();
}

TEST(GlslInteger, SAbsThatMustNotWrap) {
  EXPECT_EQ(SAbs::signed_wrap.effect, Effect::undefined_behavior);
  EXPECT_EQ(SAbsNoSignedWrap::component(lowest<std::int32_t>).broken, &SAbs::signed_wrap);
  EXPECT_EQ(SAbsNoSignedWrap::component(lowest<std::int8_t>).broken, &SAbs::signed_wrap);
  EXPECT_EQ(SAbsNoSignedWrap::component(lowest<std::int32_t> + 1).broken, nullptr);
  EXPECT_EQ(SAbsNoSignedWrap::component(-7).value, 7);
}

template <class Min, class Max, class Clamp, class T>
void expect_min_max_clamp() {
  const T values[] = {lowest<T>, T(lowest<T> + 1),  T(0),      T(1),
                      T(-1),     T(highest<T> - 1), highest<T>};
  for (const T x : values) {
    for (const T y : values) {
      EXPECT_EQ(Min::component(x, y), std::min(x, y));
      EXPECT_EQ(Max::component(x, y), std::max(x, y));
      for (const T z : values) {
        const Checked<T> clamped = Clamp::component(x, y, z);
        EXPECT_EQ(clamped.broken, y > z ? &Clamp::min_greater_than_max : nullptr);
        if (y <= z) {
          EXPECT_EQ(clamped.value, std::clamp(x, y, z));
        }
      }
    }
  }
}

TEST(GlslInteger, MinMaxClamp) {
  expect_min_max_clamp<UMin, UMax, UClamp, std::uint8_t>();
  expect_min_max_clamp<UMin, UMax, UClamp, std::uint16_t>();
  expect_min_max_clamp<UMin, UMax, UClamp, std::uint32_t>();
  expect_min_max_clamp<UMin, UMax, UClamp, std::uint64_t>();
  expect_min_max_clamp<SMin, SMax, SClamp, std::int8_t>();
  expect_min_max_clamp<SMin, SMax, SClamp, std::int16_t>();
  expect_min_max_clamp<SMin, SMax, SClamp, std::int32_t>();
  expect_min_max_clamp<SMin, SMax, SClamp, std::int64_t>();
}

TEST(GlslInteger, ClampBetweenCrossedBoundsIsUndefined) {
  EXPECT_EQ(UClamp::component(5u, 2u, 1u).broken, &UClamp::min_greater_than_max);
  EXPECT_EQ(UClamp::component(5u, 0xFFFFFFFFu, 0u).broken, &UClamp::min_greater_than_max);
  EXPECT_EQ(UClamp::component(5u, 2u, 2u).broken, nullptr);
  EXPECT_EQ(SClamp::component(5, 2, 1).broken, &SClamp::min_greater_than_max);
  EXPECT_EQ(SClamp::component(5, -1, 0).broken, nullptr);
}

// The number of the highest bit that is `wanted`, or -1.
std::uint32_t highest_bit(std::uint32_t value, unsigned wanted) {
  for (int bit = 31; bit >= 0; --bit) {
    if ((value >> bit & 1) == wanted) return static_cast<std::uint32_t>(bit);
  }
  return 0xFFFFFFFF;
}

std::uint32_t lowest_bit(std::uint32_t value) {
  for (int bit = 0; bit <= 31; ++bit) {
    if ((value >> bit & 1) == 1) return static_cast<std::uint32_t>(bit);
  }
  return 0xFFFFFFFF;
}

TEST(GlslInteger, FindBits) {
  std::mt19937 random(1);
  std::vector<std::uint32_t> values = {0,          1,          2,          3,         0x7FFFFFFF,
                                       0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF};
  for (unsigned i = 0; i < 10'000; ++i) {
    values.push_back(static_cast<std::uint32_t>(random()) >> (i % 32));
    values.push_back(static_cast<std::uint32_t>(random()) << (i % 32));
  }
  for (const std::uint32_t value : values) {
    EXPECT_EQ(FindILsb::component(value), lowest_bit(value)) << value;
    EXPECT_EQ(FindUMsb::component(value), highest_bit(value, 1)) << value;
    EXPECT_EQ(FindSMsb::component(value), highest_bit(value, value >> 31 ? 0 : 1)) << value;
  }
}

}  // namespace
}  // namespace spirv_oracle::glsl_std_450
