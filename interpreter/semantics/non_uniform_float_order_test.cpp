// What can be said of sums and products in any order, against sums and products in random or in all orders.
#include "interpreter/semantics/non_uniform_float_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

#include "interpreter/semantics/group_float_operations.h"
#include "interpreter/semantics/non_uniform_five_orders.h"

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

// In the order that goes as far as possible, and a few others.
TEST(RangeOfProducts, IsLeftByNoOrderWhereItSaysSo) {
  using Format = FloatFormat<Float16>;
  std::mt19937 random(3);
  int inside = 0;
  for (int round = 0; round < 3000; ++round) {
    std::uniform_real_distribution<float> factor(-0.3f, 0.5f);
    std::vector<Float16> values(2 + random() % 60);
    for (Float16& value : values) value = to_float16(std::exp2(factor(random)));
    RangeOfProducts<Float16> range;
    for (const Float16 value : values) range.add(value);
    if (range.may_overflow() || range.may_underflow()) continue;
    ++inside;
    std::sort(values.begin(), values.end(),
              [](Float16 a, Float16 b) { return to_float(a) > to_float(b); });
    for (int order = 0; order < 4; ++order) {
      Float16 product = values[0];
      for (std::size_t i = 1; i < values.size(); ++i) {
        product = rounded_step<FloatProduct>(product, values[i]);
        ASSERT_FALSE(Format::is_infinite(product));
        ASSERT_FALSE(Format::is_zero(product) || Format::is_denormal(product));
      }
      if (order == 0) std::reverse(values.begin(), values.end());
      if (order > 0) std::shuffle(values.begin(), values.end(), random);
    }
  }
  EXPECT_GT(inside, 1000);
}

// Which the exponents alone do not tell.
TEST(RangeOfProducts, ManyFactorsNearOneStayInside) {
  RangeOfProducts<Float16> range;
  for (int i = 0; i < 30; ++i) range.add(to_float16(1.25f));
  EXPECT_FALSE(range.may_overflow());
  for (int i = 0; i < 30; ++i) range.add(to_float16(1.25f));
  EXPECT_TRUE(range.may_overflow());
}

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
  expect_orders_of_five<FloatSum, TypeParam>();
  expect_orders_of_five<FloatProduct, TypeParam>();
}

}  // namespace
}  // namespace spirv_oracle
