#include "builtins/glsl_std_450/matrix_precision.h"

#include <cmath>

#include "builtins/glsl_std_450/matrix.h"

namespace spirv_oracle::glsl_std_450 {
namespace {

using In = EnclosedOperands;

template <std::size_t N>
SquareMatrix<Real, N> matrix_of(const In& in) {
  SquareMatrix<Real, N> matrix{};
  for (std::size_t c = 0; c < N; ++c) {
    for (std::size_t r = 0; r < N; ++r) matrix[c][r] = number_in(in.operand[0][c * N + r]);
  }
  return matrix;
}

// Unknown if it is not finite.
template <std::size_t N>
Interval determinant_range(const FormulaSteps& steps, const SquareMatrix<Real, N>& m) {
  const Real exact = determinant(m);
  if (!std::isfinite(exact)) return Interval::numbers();
  return steps.within(exact, static_cast<Real>(N) * steps.format.ulp(sum_of_magnitudes(m)));
}

template <std::size_t N>
Interval inverse_range(const In& in) {
  const FormulaSteps steps{in.rules.format, in.flushes_steps};
  const SquareMatrix<Real, N> m = matrix_of<N>(in);
  const std::size_t column = in.component / N, row = in.component % N;
  const Interval cofactor = determinant_range(steps, minor_of(m, row, column));
  const Interval divisor = determinant_range(steps, m);
  if (!cofactor.is_finite() || !divisor.is_finite()) return Interval::numbers();
  return steps.divide((row + column) % 2 != 0 ? exact::negate(cofactor) : cofactor, divisor);
}

}  // namespace

Computed determinant_near(const In& in) {
  const FormulaSteps steps{in.rules.format, in.flushes_steps};
  switch (in.operand[0].size()) {
    case 4:
      return {determinant_range(steps, matrix_of<2>(in))};
    case 9:
      return {determinant_range(steps, matrix_of<3>(in))};
    default:
      return {determinant_range(steps, matrix_of<4>(in))};
  }
}

Computed inverse_near(const In& in) {
  switch (in.operand[0].size()) {
    case 4:
      return {inverse_range<2>(in)};
    case 9:
      return {inverse_range<3>(in)};
    default:
      return {inverse_range<4>(in)};
  }
}

}  // namespace spirv_oracle::glsl_std_450
