#include "builtins/glsl_std_450/matrix.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

namespace spirv_oracle::glsl_std_450 {
namespace {

template <std::size_t N>
SquareMatrix<double, N> random_integers(std::mt19937& random) {
  SquareMatrix<double, N> m{};
  for (auto& column : m) {
    for (double& value : column) value = static_cast<double>(random() % 101) - 50;
  }
  return m;
}

// The Leibniz formula: a sum over all permutations of the rows, with their signs.
template <std::size_t N>
std::int64_t leibniz(const SquareMatrix<double, N>& m) {
  std::array<std::size_t, N> row{};
  std::iota(row.begin(), row.end(), std::size_t{0});
  std::int64_t sum = 0;
  do {
    std::int64_t product = 1;
    for (std::size_t c = 0; c < N; ++c) {
      product *= static_cast<std::int64_t>(m[c][row[c]]);
      for (std::size_t later = c + 1; later < N; ++later) product *= row[c] < row[later] ? 1 : -1;
    }
    sum += product;
  } while (std::ranges::next_permutation(row).found);
  return sum;
}

template <std::size_t N>
void expect_determinants() {
  std::mt19937 random(N);
  for (int i = 0; i < 500; ++i) {
    const auto m = random_integers<N>(random);
    ASSERT_EQ(determinant(m), static_cast<double>(leibniz(m)));
  }
}

TEST(GlslMatrix, Determinant) {
  expect_determinants<2>();
  expect_determinants<3>();
  expect_determinants<4>();
}

template <std::size_t N>
void expect_inverses() {
  std::mt19937 random(N);
  for (int i = 0; i < 500; ++i) {
    const auto m = random_integers<N>(random);
    if (leibniz(m) == 0) continue;
    const auto inverted = inverse(m);
    for (std::size_t c = 0; c < N; ++c) {
      for (std::size_t r = 0; r < N; ++r) {
        double sum = 0;  // of row r of m and column c of its inverse
        for (std::size_t k = 0; k < N; ++k) sum += m[k][r] * inverted[c][k];
        ASSERT_NEAR(sum, r == c ? 1 : 0, 1e-9);
      }
    }
  }
}

TEST(GlslMatrix, Inverse) {
  expect_inverses<2>();
  expect_inverses<3>();
  expect_inverses<4>();
}

constexpr double epsilon = 0x1p-23;

bool is_nearly_singular(const SquareMatrix<double, 2>& m) { return nearly_singular(m, epsilon); }

TEST(GlslMatrix, NearlySingular) {
  EXPECT_TRUE(is_nearly_singular({{{1, 2}, {2, 4}}}));
  EXPECT_TRUE(is_nearly_singular({{{0, 0}, {0, 0}}}));
  EXPECT_TRUE(is_nearly_singular({{{1, 1}, {1, 1 + 4 * epsilon}}}));
  EXPECT_FALSE(is_nearly_singular({{{1, 1}, {1, 1 + 8 * epsilon}}}));
  EXPECT_TRUE(is_nearly_singular({{{INFINITY, 0}, {0, 1}}}));
  EXPECT_TRUE(is_nearly_singular({{{NAN, 0}, {0, 1}}}));
}

TEST(GlslMatrix, ScalingARowOrColumnDoesNotMakeItSingular) {
  for (const double scale : {1e-30, 1e-7, 1.0, 1e30}) {
    EXPECT_FALSE(is_nearly_singular({{{1, 0}, {0, scale}}}));
    EXPECT_FALSE(is_nearly_singular({{{scale, 2}, {3 * scale, 5}}}));
    EXPECT_TRUE(is_nearly_singular({{{scale, 2 * scale}, {2, 4}}}));
  }
  // The determinant cancels inside a minor.
  EXPECT_TRUE(nearly_singular(SquareMatrix<double, 3>{{{1, 0, 0}, {0, 1, 1}, {0, 1, 1 + epsilon}}},
                              epsilon));
  EXPECT_FALSE(nearly_singular(
      SquareMatrix<double, 3>{{{1, 0, 0}, {0, 1, 1}, {0, 1, 1 + 16 * epsilon}}}, epsilon));
}

}  // namespace
}  // namespace spirv_oracle::glsl_std_450
