#include "builtins/opencl_std/integer.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace spirv_oracle::opencl_std {
namespace {

// Each instruction against its text in numbers without bounds (128 bits). `expected` may be any of
// them; the instruction gives the low bits of the width.
__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

// All values of 8 bits; of wider types those at the ends, around powers of two, and random ones.
template <class T>
std::vector<T> values() {
  std::vector<T> all;
  if constexpr (sizeof(T) == 1) {
    for (int i = 0; i < 256; ++i) all.push_back(static_cast<T>(i));
  } else {
    std::mt19937_64 random(1);
    for (const long long x : {-3, -2, -1, 0, 1, 2, 3}) {
      all.push_back(static_cast<T>(x));
      all.push_back(static_cast<T>(static_cast<Wide>(least<T>) + x));
      all.push_back(static_cast<T>(static_cast<Wide>(greatest<T>) / 2 + x));
    }
    for (unsigned i = 0; i < 20; ++i)
      all.push_back(static_cast<T>(random() >> (random() % bits_in<T>)));
  }
  return all;
}

template <class T>
T value_of(const Checked<T>& checked) {
  return checked.value;
}
template <class T>
requires std::is_integral_v<T> T value_of(T value) { return value; }

template <class I, class T, class Expected>
void expect_unary(Expected expected) {
  for (const T x : values<T>()) {
    ASSERT_EQ(I::component(x), static_cast<T>(expected(Wide{x}))) << +x;
  }
}

template <class I, class T, class Expected>
void expect_binary(Expected expected) {
  for (const T x : values<T>()) {
    for (const T y : values<T>()) {
      ASSERT_EQ(value_of(I::component(x, y)), static_cast<T>(expected(Wide{x}, Wide{y})))
          << +x << " " << +y;
    }
  }
}

// For 8 bits, every seventh value of the third operand.
template <class I, class T, class Expected>
void expect_ternary(Expected expected) {
  const std::vector<T> all = values<T>();
  for (std::size_t i = 0; i < all.size(); i += sizeof(T) == 1 ? 3 : 1) {
    for (const T y : all) {
      for (std::size_t k = 0; k < all.size(); k += sizeof(T) == 1 ? 7 : 1) {
        const T x = all[i];
        const T z = all[k];
        ASSERT_EQ(value_of(I::component(x, y, z)),
                  static_cast<T>(expected(Wide{x}, Wide{y}, Wide{z})))
            << +x << " " << +y << " " << +z;
      }
    }
  }
}

// Calls test.operator()<T>() for the signed, or the unsigned, types.
template <class Test>
void for_signed(Test test) {
  test.template operator()<std::int8_t>();
  test.template operator()<std::int16_t>();
  test.template operator()<std::int32_t>();
  test.template operator()<std::int64_t>();
}
template <class Test>
void for_unsigned(Test test) {
  test.template operator()<std::uint8_t>();
  test.template operator()<std::uint16_t>();
  test.template operator()<std::uint32_t>();
  test.template operator()<std::uint64_t>();
}

template <class T>
Wide clamped(Wide x) {
  return x < least<T> ? Wide{least<T>} : x > greatest<T> ? Wide{greatest<T>} : x;
}
Wide magnitude(Wide x) { return x < 0 ? -x : x; }

TEST(OpenClInteger, AbsoluteValues) {
  for_signed([]<class T>() { expect_unary<s_abs, T>([](Wide x) { return magnitude(x); }); });
  for_unsigned([]<class T>() { expect_unary<u_abs, T>([](Wide x) { return x; }); });
  for_signed([]<class T>() {
    expect_binary<s_abs_diff, T>([](Wide x, Wide y) { return magnitude(x - y); });
  });
  for_unsigned([]<class T>() {
    expect_binary<u_abs_diff, T>([](Wide x, Wide y) { return magnitude(x - y); });
  });
}

TEST(OpenClInteger, SAbsThatMustNotWrap) {
  for_signed([]<class T>() {
    for (const T x : values<T>()) {
      EXPECT_EQ(s_abs_that_must_not_wrap::component(x).broken,
                x == least<T> ? &s_abs::signed_wrap : nullptr);
    }
  });
}

TEST(OpenClInteger, SaturatedSums) {
  for_signed([]<class T>() {
    expect_binary<s_add_sat, T>([](Wide x, Wide y) { return clamped<T>(x + y); });
    expect_binary<s_sub_sat, T>([](Wide x, Wide y) { return clamped<T>(x - y); });
  });
  for_unsigned([]<class T>() {
    expect_binary<u_add_sat, T>([](Wide x, Wide y) { return clamped<T>(x + y); });
    expect_binary<u_sub_sat, T>([](Wide x, Wide y) { return clamped<T>(x - y); });
  });
}

TEST(OpenClInteger, HalvedSums) {
  for_signed([]<class T>() {
    expect_binary<s_hadd, T>([](Wide x, Wide y) { return (x + y) >> 1; });
    expect_binary<s_rhadd, T>([](Wide x, Wide y) { return (x + y + 1) >> 1; });
  });
  for_unsigned([]<class T>() {
    expect_binary<u_hadd, T>([](Wide x, Wide y) { return (x + y) >> 1; });
    expect_binary<u_rhadd, T>([](Wide x, Wide y) { return (x + y + 1) >> 1; });
  });
}

TEST(OpenClInteger, MinMax) {
  const auto min = [](Wide x, Wide y) { return x < y ? x : y; };
  const auto max = [](Wide x, Wide y) { return x < y ? y : x; };
  for_signed([&]<class T>() {
    expect_binary<s_min, T>(min);
    expect_binary<s_max, T>(max);
  });
  for_unsigned([&]<class T>() {
    expect_binary<u_min, T>(min);
    expect_binary<u_max, T>(max);
  });
}

template <class Clamp, class T>
void expect_clamp() {
  for (const T low : values<T>()) {
    for (const T high : values<T>()) {
      for (const T x : {least<T>, low, T(1), high, greatest<T>}) {
        const Checked<T> clamped = Clamp::component(x, low, high);
        EXPECT_EQ(clamped.broken, low > high ? &Clamp::min_greater_than_max : nullptr);
        if (low <= high) {
          EXPECT_EQ(clamped.value, x < low ? low : x > high ? high : x);
        }
      }
    }
  }
}

TEST(OpenClInteger, Clamp) {
  for_signed([]<class T>() { expect_clamp<s_clamp, T>(); });
  for_unsigned([]<class T>() { expect_clamp<u_clamp, T>(); });
}

TEST(OpenClInteger, HighHalves) {
  for_signed([]<class T>() {
    expect_binary<s_mul_hi, T>([](Wide x, Wide y) { return x * y >> bits_in<T>; });
    expect_ternary<s_mad_hi, T>([](Wide x, Wide y, Wide z) { return (x * y >> bits_in<T>)+z; });
  });
  const auto high = [](Wide x, Wide y, unsigned bits) {
    return static_cast<Wide>(static_cast<UnsignedWide>(x) * static_cast<UnsignedWide>(y) >> bits);
  };
  for_unsigned([&]<class T>() {
    expect_binary<u_mul_hi, T>([&](Wide x, Wide y) { return high(x, y, bits_in<T>); });
    expect_ternary<u_mad_hi, T>([&](Wide x, Wide y, Wide z) { return high(x, y, bits_in<T>) + z; });
  });
}

TEST(OpenClInteger, SaturatedProducts) {
  for_signed([]<class T>() {
    expect_ternary<s_mad_sat, T>([](Wide x, Wide y, Wide z) { return clamped<T>(x * y + z); });
  });
  for_unsigned([]<class T>() {
    expect_ternary<u_mad_sat, T>([](Wide x, Wide y, Wide z) {
      const auto sum = static_cast<UnsignedWide>(x) * static_cast<UnsignedWide>(y) +
                       static_cast<UnsignedWide>(z);
      return sum > greatest<T> ? Wide{greatest<T>} : static_cast<Wide>(sum);
    });
  });
}

TEST(OpenClInteger, ProductsOf24Bits) {
  for (const std::int64_t x : {-8388609, -8388608, -3, 0, 5, 8388607, 8388608}) {
    for (const std::int64_t y : {-8388609, -8388608, -7, 0, 9, 8388607, 8388608}) {
      const auto a = static_cast<std::int32_t>(x);
      const auto b = static_cast<std::int32_t>(y);
      const bool fits = x >= -8388608 && x <= 8388607 && y >= -8388608 && y <= 8388607;
      EXPECT_EQ(s_mul24::component(a, b).broken, fits ? nullptr : &s_mul24::more_than_24_bits);
      EXPECT_EQ(s_mad24::component(a, b, 1).broken, fits ? nullptr : &s_mad24::more_than_24_bits);
      if (!fits) continue;
      EXPECT_EQ(s_mul24::component(a, b).value, static_cast<std::int32_t>(x * y));
      EXPECT_EQ(s_mad24::component(a, b, -9).value, static_cast<std::int32_t>(x * y - 9));
    }
  }
  for (const std::uint64_t x : {0, 1, 77, 0xFFFFFF, 0x1000000}) {
    for (const std::uint64_t y : {0, 1, 99, 0xFFFFFF, 0x1000000}) {
      const auto a = static_cast<std::uint32_t>(x);
      const auto b = static_cast<std::uint32_t>(y);
      const bool fits = x <= 0xFFFFFF && y <= 0xFFFFFF;
      EXPECT_EQ(u_mul24::component(a, b).broken, fits ? nullptr : &u_mul24::more_than_24_bits);
      EXPECT_EQ(u_mad24::component(a, b, 1).broken, fits ? nullptr : &u_mad24::more_than_24_bits);
      if (!fits) continue;
      EXPECT_EQ(u_mul24::component(a, b).value, static_cast<std::uint32_t>(x * y));
      EXPECT_EQ(u_mad24::component(a, b, 5u).value, static_cast<std::uint32_t>(x * y + 5));
    }
  }
}

// The binary digits of a number, the most significant first.
template <class T>
std::string digits(T x) {
  std::string text;
  for (unsigned i = bits_in<T>; i-- > 0;) text += (x >> i & 1) != 0 ? '1' : '0';
  return text;
}

TEST(OpenClInteger, Bits) {
  for_unsigned([]<class T>() {
    for (const T x : values<T>()) {
      const std::string text = digits(x);
      const std::size_t width = text.size();
      const std::size_t first = text.find('1');
      const std::size_t last = text.rfind('1');
      EXPECT_EQ(clz::component(x), first == std::string::npos ? width : first);
      EXPECT_EQ(ctz::component(x), last == std::string::npos ? width : width - 1 - last);
      EXPECT_EQ(popcount::component(x), std::count(text.begin(), text.end(), '1'));
      for (const T i : values<T>()) {
        std::string rotated = text;
        std::rotate(rotated.begin(), rotated.begin() + static_cast<std::ptrdiff_t>(i % bits_in<T>),
                    rotated.end());
        ASSERT_EQ(digits(rotate::component(x, i)), rotated);
      }
    }
  });
}

template <class T>
void expect_upsample() {
  for (const T hi : values<T>()) {
    for (const T lo : values<T>()) {
      ASSERT_EQ(digits(u_upsample::component(hi, lo)), digits(hi) + digits(lo));
      ASSERT_EQ(digits(s_upsample::component(hi, lo)), digits(hi) + digits(lo));
      const auto indeterminate = u_upsample::indeterminate_bits(PartlyIndeterminate<T>{0, hi},
                                                                PartlyIndeterminate<T>{0, lo});
      ASSERT_EQ(digits(indeterminate), digits(hi) + digits(lo));
    }
  }
}

TEST(OpenClInteger, Upsample) {
  expect_upsample<std::uint8_t>();
  expect_upsample<std::uint16_t>();
  expect_upsample<std::uint32_t>();
}

}  // namespace
}  // namespace spirv_oracle::opencl_std
