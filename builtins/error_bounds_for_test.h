// For tests: instructions whose results may have an error, compared with their error bound.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "builtins/choices_for_test.h"
#include "builtins/glsl_std_450/reference_for_test.h"

namespace spirv_oracle::test {

inline constexpr auto low = &ArithmeticChoices::low;
inline constexpr auto high = &ArithmeticChoices::high;

inline std::vector<FloatOperands<float>> random_operands(float from, float to, int count) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> values(from, to);
  std::vector<FloatOperands<float>> operands;
  for (int i = 0; i < count; ++i) {
    const float x = values(random), y = values(random), z = values(random);
    operands.push_back({x, y, z});
  }
  return operands;
}

// The distance between the two floats next to a number.
inline double ulp_of(double x) {
  const double magnitude = std::fabs(x);
  const int exponent = std::max(std::ilogb(std::nextafter(magnitude, 0.0)), -126);
  return std::ldexp(1.0, exponent - 23);
}

// `x`: the exact result; `bound`: the permitted error. The results must reach the bound, except for
// one step of floats.
inline void expect_within(
    const FloatProgram& program, const std::vector<FloatOperands<float>>& operands,
    const std::function<double(const FloatOperands<float>&)>& exact_result,
    const std::function<double(const FloatOperands<float>&, double x)>& bound) {
  const auto least = run_floats(program, operands, choose(low));
  const auto greatest = run_floats(program, operands, choose(high));
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const double x = exact_result(operands[i]);
    const double error = bound(operands[i], x);
    // Both are computed to about 2^-50, which limits how close to the bound a result may be.
    const double slack = std::fabs(x) * 0x1p-45;
    EXPECT_GE(least[i], x - error - slack) << program.body << operands[i].x;
    EXPECT_LT(std::nextafterf(least[i], -INFINITY), x - error + slack)
        << program.body << operands[i].x;
    EXPECT_LE(greatest[i], x + error + slack) << program.body << operands[i].x;
    EXPECT_GT(std::nextafterf(greatest[i], INFINITY), x + error - slack)
        << program.body << operands[i].x;
  }
}

// The result of an MPFR function, in the precision of a double.
inline double of_mpfr(int (*function)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), double x) {
  return mpfr_get_d(glsl_std_450::exact(function, x).get(), MPFR_RNDN);
}

}  // namespace spirv_oracle::test
