// The bounds of sums and products whose order is open, against sums and products in random orders.
#include "interpreter/semantics/non_uniform_float_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

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

}  // namespace
}  // namespace spirv_oracle
