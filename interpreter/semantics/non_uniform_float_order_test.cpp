// What can be said of sums and products in any order, against sums and products in random or in all orders.
#include "interpreter/semantics/non_uniform_float_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

#include "interpreter/semantics/non_uniform_five_orders.h"
#include "interpreter/semantics/non_uniform_wide_scan.h"

namespace spirv_oracle {
namespace {

// Combines two random values until one is left: every order and association can come.
template <class T, class Combine>
double in_random_order(std::vector<T> values, std::mt19937& random, Combine combine) {
  while (values.size() > 1) {
    std::shuffle(values.begin(), values.end(), random);
    const T last = values.back();
    values.pop_back();
    values.back() = combine(values.back(), last);
  }
  return static_cast<double>(values[0]);
}

// Against the library's conversion, on numbers around all 16-bit floats and halfway between them.
TEST(RoundToHalf, IsTheConversionToAndFrom16Bits) {
  using Vector = LaneVector<float>;
  for (std::uint32_t bits = 0; bits <= 0x7C00; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float at = to_float(Float16{half});
    const float next = bits < 0x7BFF ? to_float(Float16{static_cast<std::uint16_t>(bits + 1)})
                                     : std::ldexp(1.0f, 16 + static_cast<int>(bits % 90));
    const float middle = std::isinf(at) ? at : at + (next - at) / 2;
    for (const float value :
         {at, middle, std::nextafter(middle, 0.0f), std::nextafter(middle, next)}) {
      alignas(16) const float in[] = {value, -value, value, -value};
      alignas(16) float out[4];
      Vector::store(out, round_to_half(Vector::load(in)));
      for (unsigned i = 0; i < 4; ++i) {
        const float expected = to_float(to_float16(static_cast<double>(in[i])));
        ASSERT_EQ(std::bit_cast<std::uint32_t>(out[i]), std::bit_cast<std::uint32_t>(expected))
            << in[i];
      }
    }
  }
}

template <class T>
class OrderBoundsOf : public ::testing::Test {};
using Types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(OrderBoundsOf, Types);

TYPED_TEST(OrderBoundsOf, SumsHoldEveryOrder) {
  using T = TypeParam;
  std::mt19937 random(1);
  std::uniform_real_distribution<T> mantissa(-1, 1);
  std::uniform_int_distribution<int> exponent(-20, 20);
  for (int round = 0; round < 300; ++round) {
    std::vector<T> values(2 + random() % 30);
    for (T& value : values) value = std::ldexp(mantissa(random), exponent(random));
    const auto bounds = OrderBounds<T>::of_sum(values);
    ASSERT_TRUE(bounds.has_value());
    for (int order = 0; order < 50; ++order) {
      const double sum = in_random_order(values, random, [](T a, T b) { return a + b; });
      ASSERT_GE(sum, bounds->low);
      ASSERT_LE(sum, bounds->high);
    }
  }
}

TYPED_TEST(OrderBoundsOf, ProductsHoldEveryOrder) {
  using T = TypeParam;
  std::mt19937 random(2);
  std::uniform_real_distribution<T> factor(T(0.5), 2);
  for (int round = 0; round < 300; ++round) {
    std::vector<T> values(2 + random() % 30);
    for (T& value : values) value = (random() % 2 != 0 ? 1 : -1) * factor(random);
    const auto bounds = OrderBounds<T>::of_product(values);
    ASSERT_TRUE(bounds.has_value());
    for (int order = 0; order < 50; ++order) {
      const double product = in_random_order(values, random, [](T a, T b) { return a * b; });
      ASSERT_GE(product, bounds->low);
      ASSERT_LE(product, bounds->high);
    }
  }
}

// 1e30 * 1e30 * 1e-30 * 1e-30 is about 1 in one order, and infinite or 0 in others.
TEST(OrderBounds, NoneWhereAStepMayLeaveTheRange) {
  EXPECT_FALSE(OrderBounds<float>::of_product(std::vector<float>{1e30f, 1e-30f, 1e30f, 1e-30f}));
  EXPECT_FALSE(OrderBounds<float>::of_product(std::vector<float>{1e-20f, 1e-20f, 1e30f}));
  EXPECT_FALSE(OrderBounds<float>::of_product(std::vector<float>{0.f, 3e38f, 3e38f}));
  EXPECT_FALSE(OrderBounds<float>::of_sum(std::vector<float>{3e38f, 3e38f, -3e38f}));
  EXPECT_TRUE(OrderBounds<double>::of_sum(std::vector<double>{3e38, 3e38, -3e38}));
}

template <bool Multiplies>
struct Step {
  static constexpr bool multiplies = Multiplies;
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    if constexpr (Multiplies) {
      return a * b;
    } else {
      return a + b;
    }
  }
};

// All results of combining two of the values until one is left.
template <class Combine, class T>
void collect(const std::vector<T>& values, std::vector<T>& results) {
  if (values.size() == 1) results.push_back(values[0]);
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    for (std::size_t j = i + 1; j < values.size(); ++j) {
      std::vector<T> rest = values;
      rest[i] = Combine::combine(values[i], values[j]);
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(j));
      collect<Combine>(rest, results);
    }
  }
}

// Numbers of many digits, of few, and of different sizes.
template <class T>
std::vector<T> some_values(std::size_t count, std::mt19937& random) {
  constexpr unsigned most_digits = std::numeric_limits<T>::digits - 1;
  const unsigned digits = 2 + random() % (most_digits - 1), sizes = 1 + random() % 6;
  const bool of_both_signs = random() % 2 != 0;
  std::vector<T> values(count);
  for (T& value : values) {
    const std::uint64_t fraction = (std::uint64_t{random()} << 32 | random()) >> (64 - digits);
    value = std::ldexp(T(1) + std::ldexp(T(fraction), -static_cast<int>(digits)),
                       static_cast<int>(random() % sizes));
    if (of_both_signs && random() % 2 != 0) value = -value;
  }
  return values;
}

template <class Combine, class T>
void expect_orders_of_five() {
  std::mt19937 random(3);
  int seen = 0, all = 0;
  for (int round = 0; round < 3000; ++round) {
    const std::vector<T> values = some_values<T>(5, random);
    const OrdersOfFive<Combine, T> orders(values.data());
    const auto differ = [&](std::ptrdiff_t count) {
      std::vector<T> results;
      collect<Combine>(std::vector<T>(values.begin(), values.begin() + count), results);
      return std::adjacent_find(results.begin(), results.end(), std::not_equal_to<T>()) !=
             results.end();
    };
    ASSERT_EQ(orders.three_differ(), differ(3));
    ASSERT_EQ(orders.four_differ(), differ(4));
    const bool five_differ = differ(5);
    ASSERT_EQ((OrdersOfFive<Combine, T>::five_differ(values.data())), five_differ);
    ASSERT_TRUE(five_differ || !orders.five_are_seen_to_differ());
    seen += orders.five_are_seen_to_differ() ? 1 : 0;
    all += five_differ ? 1 : 0;
  }
  // Few orders tell most of those that differ.
  EXPECT_GT(all, 100);
  EXPECT_GT(10 * seen, 8 * all);
}

TYPED_TEST(OrderBoundsOf, OrdersOfFiveAreAllOrders) {
  expect_orders_of_five<Step<false>, TypeParam>();
  expect_orders_of_five<Step<true>, TypeParam>();
}

#if defined(__x86_64__)
template <class Combine, bool Exclusive, class T>
void expect_the_same_steps() {
  std::mt19937 random(4);
  for (const unsigned count : {8u, 16u, 32u, 64u, 128u}) {
    std::vector<T> values = some_values<T>(count, random);
    // Aligned as planes are.
    alignas(32) T in[128], plain[128] = {}, wide[128 + 8] = {};
    std::copy(values.begin(), values.end(), in);
    wide[count] = 42;
    const T neutral = Combine::multiplies ? T(1) : -T(0);
    PlainScan::scan<Combine, Exclusive>(in, plain, count, neutral);
    Avx2Scan::scan<Combine, Exclusive>(in, wide, count, neutral);
    for (unsigned lane = Exclusive ? 1 : 0; lane < count; ++lane)
      ASSERT_EQ(plain[lane], wide[lane]) << lane << " of " << count;
    ASSERT_EQ(wide[count], 42);
  }
}

TYPED_TEST(OrderBoundsOf, WideScansTakeTheSameSteps) {
  if (!host_has_avx2()) GTEST_SKIP() << "the wide scans are made of AVX2 instructions";
  expect_the_same_steps<Step<false>, false, TypeParam>();
  expect_the_same_steps<Step<false>, true, TypeParam>();
  expect_the_same_steps<Step<true>, false, TypeParam>();
  expect_the_same_steps<Step<true>, true, TypeParam>();
}

// Steps of 16-bit floats, within their range or out of it on either side.
template <class Combine>
void expect_the_same_half_steps() {
  std::mt19937 random(5);
  for (const int exponent : {-3, -1, 0, 1, 3}) {
    alignas(32) float in[64], plain[64], wide[64];
    for (float& value : in) {
      const float digits = to_float(to_float16(1 + static_cast<float>(random() % 1024) / 1024));
      value = std::ldexp(random() % 2 == 0 ? digits : -digits, exponent);
    }
    const float neutral = Combine::multiplies ? 1.0f : -0.0f;
    PlainScan::scan<Combine, false>(in, plain, 64, neutral);
    Avx2Scan::scan<Combine, false>(in, wide, 64, neutral);
    for (unsigned lane = 0; lane < 64; ++lane) {
      ASSERT_EQ(std::bit_cast<std::uint32_t>(plain[lane]), std::bit_cast<std::uint32_t>(wide[lane]))
          << lane << ", exponent " << exponent;
    }
  }
}

TEST(WideScans, TakeTheSameStepsOf16Bits) {
  if (!host_has_avx2()) GTEST_SKIP() << "the wide scans are made of AVX2 instructions";
  expect_the_same_half_steps<HalfSteps<Step<true>>>();
  expect_the_same_half_steps<HalfSteps<Step<false>>>();
  expect_the_same_half_steps<RoundedSteps<Step<false>, Float16>>();
}
#endif

}  // namespace
}  // namespace spirv_oracle
