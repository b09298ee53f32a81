// "Precision of GLSL.std.450 Instructions" of Vulkan. Exact and correctly rounded instructions have no entry.
//
// A bound in ULP, or an absolute one, is centered on the exact result. A formula from which a result inherits is
// computed as written, with each step that has a bound at its minimum and at its maximum. The result may be anything
// from the least to the greatest of those values, and the exact one.
#include <algorithm>
#include <cmath>

#include "builtins/glsl_std_450/instruction.h"
#include "builtins/glsl_std_450/lists.h"
#include "builtins/glsl_std_450/matrix.h"
#include "interpreter/instructions/bounded_result.h"

namespace spirv_oracle::glsl_std_450 {
namespace {

using In = BoundedOperands;

constexpr Real pi = 3.141592653589793238462643383279502884L;

bool is_half(const NumberFormat& format) { return format.digits == binary16.digits; }

// 2 ^ -single for 32 bits, 2 ^ -half for 16 bits. For 64 bits, smaller in proportion to the longer significand.
Real power(const NumberFormat& format, int single, int half) {
  if (is_half(format)) return std::ldexp(Real{1}, -half);
  return std::ldexp(Real{1}, -single - (format.digits - binary32.digits));
}

// The steps of formulas for which this table itself has a bound. All except sine and cosine are monotone. Outside the
// domain of a function, its result may be a NaN.
struct Steps : FormulaSteps {
  using FormulaSteps::FormulaSteps;

  Range exp2(Range x) const { return {exp2_of(x.low).low, exp2_of(x.high).high, x.may_be_nan}; }
  Range log(Range x) const {
    return {log_of(std::max(x.low, Real{0})).low, log_of(std::max(x.high, Real{0})).high,
            x.may_be_nan || x.low < 0};
  }
  Range inverse_sqrt(Range x) const {
    return {inverse_sqrt_of(std::max(x.high, Real{0})).low,
            inverse_sqrt_of(std::max(x.low, Real{0})).high, x.may_be_nan || x.low < 0};
  }
  Range sqrt(Range x) const {
    if (x.high == 0) return x;
    return divide(exactly(1), inverse_sqrt(x));
  }
  Range atan2(Range y, Range x) const {
    Range range = hull(hull(atan2_of(y.low, x.low), atan2_of(y.low, x.high)),
                       hull(atan2_of(y.high, x.low), atan2_of(y.high, x.high)));
    range.may_be_nan |= y.may_be_nan || x.may_be_nan;
    return range;
  }

  // 3 + 2 * |x| ULP; half precision: 1 + 2 * |x| ULP
  Range exp_of(Real x) const { return within_ulp(std::exp(x), exp_ulps(x)); }
  Range exp2_of(Real x) const { return within_ulp(std::exp2(x), exp_ulps(x)); }
  // 3 ULP outside of [0.5, 2.0], absolute error < 2^-21 inside; half precision: 2^-7
  Range log_of(Real x) const { return log_within(x, std::log(x)); }
  Range log2_of(Real x) const { return log_within(x, std::log2(x)); }
  // Absolute error <= 2^-11 inside of [-pi, pi]; half precision: 2^-7. Outside, the specification has no bound. This
  // error grows with x, like that of an angle from which multiples of a rounded pi are subtracted.
  Range sin_of(Real x) const { return within(std::sin(x), angle_error(x)); }
  Range cos_of(Real x) const { return within(std::cos(x), angle_error(x)); }
  Range inverse_sqrt_of(Real x) const { return within_ulp(1 / std::sqrt(x), 2); }
  // 4096 ULP; half precision: 5 ULP
  Range atan2_of(Real y, Real x) const {
    return within_ulp(std::atan2(y, x), is_half(format) ? 5 : 4096);
  }

 private:
  // 0 is exact, as in exp(-inf) and atan(0).
  Range within_ulp(Real exact, Real ulps) const {
    return exact == 0 ? exactly(exact) : within(exact, ulps * format.ulp(exact));
  }
  Real exp_ulps(Real x) const { return (is_half(format) ? 1 : 3) + 2 * std::fabs(x); }
  Range log_within(Real x, Real exact) const {
    if (!(x >= Real{0.5} && x <= 2)) return within_ulp(exact, 3);
    // "<": excludes the bound itself.
    return within(exact, power(format, 21, 7) * (1 - std::ldexp(Real{1}, -40)));
  }
  Real angle_error(Real x) const {
    return power(format, 11, 7) * std::max(Real{1}, std::fabs(x) / pi);
  }
};

Steps steps_of(const In& in) { return Steps(in); }

// The results of a formula, and the exact result.
Range inherited(const In& in, Real exact, Range formula) {
  return hull(formula, exactly(in.format.nearest(exact)));
}

// --- angles ---

// x * C, where C is a correctly rounded approximation
Range radians(const In& in) {
  const Real factor = in.format.nearest(pi / 180);
  return inherited(in, in.x() * (pi / 180), exactly(in.format.nearest(in.x() * factor)));
}
Range degrees(const In& in) {
  const Real factor = in.format.nearest(180 / pi);
  return inherited(in, in.x() * (180 / pi), exactly(in.format.nearest(in.x() * factor)));
}
Range sin(const In& in) { return steps_of(in).sin_of(in.x()); }
Range cos(const In& in) { return steps_of(in).cos_of(in.x()); }
// sin() / cos()
Range tan(const In& in) {
  const Steps s = steps_of(in);
  Range range = inherited(in, std::tan(in.x()), s.divide(s.sin_of(in.x()), s.cos_of(in.x())));
  // The two are never both 0, whatever their errors.
  range.may_be_nan = !std::isfinite(in.x());
  return range;
}
// sqrt(1.0 - x * x)
Range other_leg(const Steps& s, Real x) {
  return s.sqrt(s.subtract(exactly(1), s.multiply(exactly(x), exactly(x))));
}
// atan2(x, sqrt(1.0 - x * x))
Range asin(const In& in) {
  const Steps s = steps_of(in);
  return inherited(in, std::asin(in.x()), s.atan2(exactly(in.x()), other_leg(s, in.x())));
}
// atan2(sqrt(1.0 - x * x), x)
Range acos(const In& in) {
  const Steps s = steps_of(in);
  return inherited(in, std::acos(in.x()), s.atan2(other_leg(s, in.x()), exactly(in.x())));
}
Range atan(const In& in) { return steps_of(in).atan2_of(in.x(), 1); }
Range atan2(const In& in) { return steps_of(in).atan2_of(in.x(), in.y()); }

// (exp(x) - exp(-x)) * 0.5
Range sinh_of(const Steps& s, Real x) {
  return s.multiply(s.subtract(s.exp_of(x), s.exp_of(-x)), exactly(Real{0.5}));
}
// (exp(x) + exp(-x)) * 0.5
Range cosh_of(const Steps& s, Real x) {
  return s.multiply(s.add(s.exp_of(x), s.exp_of(-x)), exactly(Real{0.5}));
}
Range sinh(const In& in) { return inherited(in, std::sinh(in.x()), sinh_of(steps_of(in), in.x())); }
Range cosh(const In& in) { return inherited(in, std::cosh(in.x()), cosh_of(steps_of(in), in.x())); }
// sinh() / cosh()
Range tanh(const In& in) {
  const Steps s = steps_of(in);
  return inherited(in, std::tanh(in.x()), s.divide(sinh_of(s, in.x()), cosh_of(s, in.x())));
}
// log(x + sqrt(x * x + c))
Range log_of_sum(const Steps& s, Real x, Real c) {
  const Range square = s.add(s.multiply(exactly(x), exactly(x)), exactly(c));
  return s.log(s.add(exactly(x), s.sqrt(square)));
}
Range asinh(const In& in) {
  return inherited(in, std::asinh(in.x()), log_of_sum(steps_of(in), in.x(), 1));
}
Range acosh(const In& in) {
  return inherited(in, std::acosh(in.x()), log_of_sum(steps_of(in), in.x(), -1));
}
// log((1.0 + x) / (1.0 - x)) * 0.5
Range atanh(const In& in) {
  const Steps s = steps_of(in);
  const Range x = exactly(in.x());
  const Range ratio = s.divide(s.add(exactly(1), x), s.subtract(exactly(1), x));
  return inherited(in, std::atanh(in.x()), s.multiply(s.log(ratio), exactly(Real{0.5})));
}

// --- exponentials and roots ---

Range exp(const In& in) { return steps_of(in).exp_of(in.x()); }
Range exp2(const In& in) { return steps_of(in).exp2_of(in.x()); }
Range log(const In& in) { return steps_of(in).log_of(in.x()); }
Range log2(const In& in) { return steps_of(in).log2_of(in.x()); }
// exp2(y * log2(x))
Range pow(const In& in) {
  const Steps s = steps_of(in);
  const Range exponent = s.multiply(exactly(in.y()), s.log2_of(in.x()));
  return inherited(in, std::pow(in.x(), in.y()), s.exp2(exponent));
}
Range inverse_sqrt(const In& in) { return steps_of(in).inverse_sqrt_of(in.x()); }
// 1.0 / inversesqrt()
Range sqrt(const In& in) {
  return inherited(in, std::sqrt(in.x()), steps_of(in).sqrt(exactly(in.x())));
}

// --- blends ---

// OpFMul followed by OpFAdd
Range fma(const In& in) {
  const FormulaSteps s(in);
  return inherited(in, in.x() * in.y() + in.z(),
                   s.add(s.multiply(exactly(in.x()), exactly(in.y())), exactly(in.z())));
}

// x * (1.0 - a) + y * a, or by distributivity x + (y - x) * a
Range mix(const In& in) {
  const Steps s = steps_of(in);
  const Range x = exactly(in.x()), y = exactly(in.y()), a = exactly(in.z());
  const Range blend = s.add(s.multiply(x, s.subtract(exactly(1), a)), s.multiply(y, a));
  const Range from_x = s.add(x, s.multiply(s.subtract(y, x), a));
  const Real exact = in.x() * (1 - in.z()) + in.y() * in.z();
  return inherited(in, exact, hull(blend, from_x));
}

// t * t * (3.0 - 2.0 * t), where t = clamp((x - edge0) / (edge1 - edge0), 0.0, 1.0)
Range smooth_step(const In& in) {
  const Steps s = steps_of(in);
  const Range t = s.divide(s.subtract(exactly(in.z()), exactly(in.x())),
                           s.subtract(exactly(in.y()), exactly(in.x())));
  if (t.may_be_nan) return t;
  const auto at = [&](Real ratio) {
    const Range at_t = exactly(std::clamp(ratio, Real{0}, Real{1}));
    const Range slope = s.subtract(exactly(3), s.multiply(exactly(2), at_t));
    return s.multiply(s.multiply(at_t, at_t), slope);
  };
  return hull(at(t.low), at(t.high));
}

// --- vectors ---

// sqrt(dot(x, x))
Range length(const In& in) {
  const Steps s = steps_of(in);
  return s.sqrt(s.dot(in.operand[0], in.operand[0]));
}

// length(x - y)
Range distance(const In& in) {
  const Steps s = steps_of(in);
  Real difference[4];
  const std::size_t n = in.operand[0].size();
  for (std::size_t i = 0; i < n; ++i)
    difference[i] = in.format.nearest(in.operand[0][i] - in.operand[1][i]);
  const std::span<const Real> vector(difference, n);
  return s.sqrt(s.dot(vector, vector));
}

// OpFSub(OpFMul, OpFMul)
Range cross(const In& in) {
  const std::size_t j = (in.component + 1) % 3, k = (in.component + 2) % 3;
  const Range a[] = {exactly(in.operand[0][j]), exactly(in.operand[0][k])};
  const Range b[] = {exactly(in.operand[1][j]), exactly(in.operand[1][k])};
  const FormulaSteps s(in);
  return inherited(in, a[0].low * b[1].low - b[0].low * a[1].low,
                   s.subtract(s.multiply(a[0], b[1]), s.multiply(b[0], a[1])));
}

// x * inversesqrt(dot(x, x))
Range normalize(const In& in) {
  const Steps s = steps_of(in);
  return s.multiply(exactly(in.operand[0][in.component]),
                    s.inverse_sqrt(s.dot(in.operand[0], in.operand[0])));
}

// dot(NRef, I) < 0.0 ? N : -N
Range face_forward(const In& in) {
  const Range dot = steps_of(in).dot(in.operand[2], in.operand[1]);
  const Real n = in.operand[0][in.component];
  Range range = hull(exactly(dot.low < 0 ? n : -n), exactly(dot.high < 0 ? n : -n));
  range.may_be_nan |= dot.may_be_nan;
  return range;
}

// x - 2.0 * dot(y, x) * y
Range reflect(const In& in) {
  const Steps s = steps_of(in);
  const Range dot = s.dot(in.operand[1], in.operand[0]);
  return s.subtract(exactly(in.operand[0][in.component]),
                    s.multiply(s.multiply(exactly(2), dot), exactly(in.operand[1][in.component])));
}

// k < 0.0 ? 0.0 : eta * I - (eta * dot(N, I) + sqrt(k)) * N,
// where k = 1 - eta * eta * (1.0 - dot(N, I) * dot(N, I))
Range refract(const In& in) {
  const Steps s = steps_of(in);
  const Range i = exactly(in.operand[0][in.component]), n = exactly(in.operand[1][in.component]);
  const Range eta = exactly(in.operand[2][0]);
  const auto at = [&](Real value) {
    const Range dot = exactly(value);
    const Range sine = s.subtract(exactly(1), s.multiply(dot, dot));
    const Range k = s.subtract(exactly(1), s.multiply(s.multiply(eta, eta), sine));
    if (k.low < 0) return exactly(0);
    const Range along_n = s.add(s.multiply(eta, dot), s.sqrt(k));
    return s.subtract(s.multiply(eta, i), s.multiply(along_n, n));
  };
  const Range dot = s.dot(in.operand[1], in.operand[0]);
  Range range = hull(at(dot.low), at(dot.high));
  range.may_be_nan |= dot.may_be_nan;
  return range;
}

// --- matrices: not in the table, so the implementation defines their precision. This is a guess: one ULP per column
// of the sum of the magnitudes that a determinant adds, and another 2.5 for quotients. ---

template <std::size_t N>
SquareMatrix<Real, N> matrix_of(const In& in) {
  SquareMatrix<Real, N> matrix{};
  for (std::size_t c = 0; c < N; ++c) {
    for (std::size_t r = 0; r < N; ++r) matrix[c][r] = in.operand[0][c * N + r];
  }
  return matrix;
}

template <std::size_t N>
Range determinant_range(const NumberFormat& format, const SquareMatrix<Real, N>& m) {
  return format.within(glsl_std_450::determinant(m),
                       static_cast<Real>(N) * format.ulp(sum_of_magnitudes(m)));
}

template <std::size_t N>
Range inverse_range(const In& in) {
  const SquareMatrix<Real, N> m = matrix_of<N>(in);
  const std::size_t column = in.component / N, row = in.component % N;
  Range cofactor = determinant_range(in.format, minor_of(m, row, column));
  if ((row + column) % 2 != 0) cofactor = {-cofactor.high, -cofactor.low};
  return FormulaSteps(in).divide(cofactor, determinant_range(in.format, m));
}

Range determinant_bound(const In& in) {
  switch (in.operand[0].size()) {
    case 4:
      return determinant_range(in.format, matrix_of<2>(in));
    case 9:
      return determinant_range(in.format, matrix_of<3>(in));
    default:
      return determinant_range(in.format, matrix_of<4>(in));
  }
}

Range matrix_inverse(const In& in) {
  switch (in.operand[0].size()) {
    case 4:
      return inverse_range<2>(in);
    case 9:
      return inverse_range<3>(in);
    default:
      return inverse_range<4>(in);
  }
}

constexpr ErrorBound bounds[] = {
    inherited_by_component<radians>(listed::Radians::number, SafeOperands::numbers),
    inherited_by_component<degrees>(listed::Degrees::number, SafeOperands::numbers),
    bound_of_component<sin>(listed::Sin::number),
    bound_of_component<cos>(listed::Cos::number),
    inherited_by_component<tan>(listed::Tan::number, SafeOperands::finite),
    inherited_by_component<asin>(listed::Asin::number, SafeOperands::numbers),
    inherited_by_component<acos>(listed::Acos::number, SafeOperands::numbers),
    bound_of_component<atan>(listed::Atan::number),
    inherited_by_component<sinh>(listed::Sinh::number, SafeOperands::numbers),
    inherited_by_component<cosh>(listed::Cosh::number, SafeOperands::numbers),
    inherited_by_component<tanh>(listed::Tanh::number, SafeOperands::exponents),
    inherited_by_component<asinh>(listed::Asinh::number, SafeOperands::exponents),
    inherited_by_component<acosh>(listed::Acosh::number, SafeOperands::numbers),
    inherited_by_component<atanh>(listed::Atanh::number, SafeOperands::numbers),
    bound_of_component<atan2>(listed::Atan2::number),
    inherited_by_component<pow>(listed::Pow::number, SafeOperands::divisors),
    bound_of_component<exp>(listed::Exp::number),
    bound_of_component<log>(listed::Log::number),
    bound_of_component<exp2>(listed::Exp2::number),
    bound_of_component<log2>(listed::Log2::number),
    inherited_by_component<sqrt>(listed::Sqrt::number, SafeOperands::numbers),
    bound_of_component<inverse_sqrt>(listed::InverseSqrt::number),
    bound_of_vector<determinant_bound>(listed::Determinant::number),
    bound_of_vector<matrix_inverse>(listed::MatrixInverse::number),
    inherited_by_component<mix>(listed::FMix::number, SafeOperands::factors),
    inherited_by_component<smooth_step>(listed::SmoothStep::number, SafeOperands::factors),
    inherited_by_component<fma>(listed::Fma::number, SafeOperands::factors),
    inherited_by_vector<length>(listed::Length::number, SafeOperands::numbers),
    inherited_by_vector<distance>(listed::Distance::number, SafeOperands::finite),
    inherited_by_vector<cross>(listed::Cross::number, SafeOperands::factors),
    inherited_by_vector<normalize>(listed::Normalize::number, SafeOperands::lengths),
    inherited_by_vector<face_forward>(listed::FaceForward::number, SafeOperands::factors),
    inherited_by_vector<reflect>(listed::Reflect::number, SafeOperands::factors),
    inherited_by_vector<refract>(listed::Refract::number, SafeOperands::small_factors),
};

}  // namespace

std::span<const ErrorBound> error_bounds() { return bounds; }

}  // namespace spirv_oracle::glsl_std_450
