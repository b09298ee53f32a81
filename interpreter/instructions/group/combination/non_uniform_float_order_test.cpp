// Properties of sums and products in any order, compared with sums and products in random orders or in all orders.
#include "interpreter/instructions/group/combination/non_uniform_float_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "interpreter/instructions/group/combination/group_float_operations.h"

namespace spirv_oracle {
namespace {

// Combines two random values until one is left, which can produce every order and association.
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

// Extreme orders, and a few others.
TEST(RangeOfProducts, ContainsTheResultsOfAllOrders) {
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

// Cases that the exponents alone do not decide.
TEST(RangeOfProducts, ManyFactorsNearOneStayInside) {
  RangeOfProducts<Float16> range;
  for (int i = 0; i < 30; ++i) range.add(to_float16(1.25f));
  EXPECT_FALSE(range.may_overflow());
  for (int i = 0; i < 30; ++i) range.add(to_float16(1.25f));
  EXPECT_TRUE(range.may_overflow());
}

// One number of each kind among ones, at the ends of arrays with and without a remainder.
template <class T>
void expect_all_normal() {
  using Format = FloatFormat<T>;
  using Bits = typename Format::Bits;
  constexpr auto one = static_cast<Bits>(Bits{Format::bias} << Format::fraction_bits);
  constexpr auto smallest_normal = static_cast<Bits>(Bits{1} << Format::fraction_bits);
  const std::map<Bits, bool> kinds{{0, false},
                                   {1, false},
                                   {Format::fraction_mask, false},
                                   {smallest_normal, true},
                                   {one, true},
                                   {Format::infinity - 1, true},
                                   {Format::infinity, false},
                                   {Format::infinity + 1, false},
                                   {Format::magnitude_mask, false}};
  for (const auto& [magnitude, is_normal] : kinds) {
    for (const Bits sign : {Bits{0}, Format::sign_mask}) {
      for (const unsigned count : {1u, 7u, 32u, 64u}) {
        for (const unsigned at : {0u, count - 1}) {
          std::vector<T> values(count, std::bit_cast<T>(one));
          values[at] = std::bit_cast<T>(static_cast<Bits>(magnitude | sign));
          EXPECT_EQ(all_normal(values.data(), count), is_normal)
              << std::uint64_t{magnitude} << ' ' << std::uint64_t{sign} << ' ' << count << ' '
              << at;
        }
      }
    }
  }
}
TEST(AllNormal, NeitherZeroDenormalInfiniteNorNaN) {
  expect_all_normal<Float16>();
  expect_all_normal<float>();
  expect_all_normal<double>();
}

// Implementations may flush denormals, both contributions and results of steps.
TEST(OrderBounds, SumsHoldFlushedDenormals) {
  std::mt19937 random(4);
  const auto flushed = [&](float value) {
    const bool denormal = std::fabs(value) < std::numeric_limits<float>::min();
    return denormal && random() % 2 != 0 ? 0.0f : value;
  };
  for (int round = 0; round < 300; ++round) {
    std::vector<float> values(2 + random() % 6);
    for (float& value : values)
      value = std::ldexp(static_cast<float>(random() % 2000) - 1000.0f, -140);
    const auto bounds = OrderBounds<float>::of_sum(values);
    ASSERT_TRUE(bounds.has_value());
    for (int order = 0; order < 50; ++order) {
      const double sum = in_random_order(
          values, random, [&](float a, float b) { return flushed(flushed(a) + flushed(b)); });
      ASSERT_GE(sum, bounds->low);
      ASSERT_LE(sum, bounds->high);
    }
  }
}

// Combinations written down as text, with operands in alphabetical order, as the operation commutes: n values have
// 1 * 3 * 5 * ... * (2n - 3) of them.
TEST(ForEachOrder, VisitsEveryOrderAndAssociation) {
  const std::vector<std::string> names{"a", "b", "c", "d", "e"};
  const std::vector<std::size_t> counts{1, 1, 3, 15, 105};
  const auto join = [](const std::string& a, const std::string& b) -> std::optional<std::string> {
    return "(" + std::min(a, b) + std::max(a, b) + ")";
  };
  for (std::size_t count = 1; count <= names.size(); ++count) {
    std::set<std::string> results;
    const auto visit = [&](const std::string& result) {
      results.insert(result);
      return true;
    };
    EXPECT_TRUE(for_each_order(std::span(names.data(), count), join, visit));
    EXPECT_EQ(results.size(), counts[count - 1]);
    for (const std::string& result : results) {
      for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(std::ranges::count(result, names[i][0]), 1);
    }
  }
}

TEST(ForEachOrder, StopsWhenAsked) {
  const std::vector<int> values{1, 2, 3};
  int visited = 0, steps = 0;
  const auto add = [](int a, int b) -> std::optional<int> { return a + b; };
  EXPECT_FALSE(for_each_order(std::span(values), add, [&](int) { return ++visited < 2; }));
  EXPECT_EQ(visited, 2);
  const auto give_up = [&](int, int) -> std::optional<int> {
    ++steps;
    return std::nullopt;
  };
  EXPECT_FALSE(for_each_order(std::span(values), give_up, [](int) { return true; }));
  EXPECT_EQ(steps, 1);
}

}  // namespace
}  // namespace spirv_oracle
