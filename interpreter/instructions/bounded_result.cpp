// "Precision of Core SPIR-V Instructions" of Vulkan, and the core instructions in "ULP Values for Math Instructions -
// Full Profile" of OpenCL. Correctly rounded instructions have no entry.
#include "interpreter/instructions/bounded_result.h"

#include <algorithm>
#include <initializer_list>
#include <limits>

#include "grammar/core.h"
#include "interpreter/instructions/matrix_products.h"

namespace spirv_oracle {
namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();
constexpr Range no_bound{-infinity, infinity};

// --- Vulkan ---

// 2.5 ULP for |y| = 0 or |y| in the range [2^-126, 2^126]; another clause covers the other divisors.
Range division(const BoundedOperands& in) {
  const Real quotient = in.x() / in.y();
  return in.format.within(quotient, Real{2.5} * in.format.ulp(quotient));
}

// Inherited from x - y * trunc(x/y), x - y * floor(x/y). The quotient's error lets it reach another integer.
template <Real (*Whole)(Real)>
Range remainder(const BoundedOperands& in) {
  const FormulaSteps steps(in);
  const Range quotient = steps.divide(exactly(in.x()), exactly(in.y()));
  const Range whole{Whole(quotient.low), Whole(quotient.high), quotient.may_be_nan};
  return steps.subtract(exactly(in.x()), steps.multiply(exactly(in.y()), whole));
}
Real truncated(Real x) { return std::trunc(x); }
Real floored(Real x) { return std::floor(x); }

// Inherited from the sum of the products x[i] * y[i].
Range dot(const BoundedOperands& in) { return FormulaSteps(in).dot(in.operand[0], in.operand[1]); }

auto sum_in(const BoundedOperands& in) {
  return [&in](std::span<const Real> x, std::span<const Real> y) {
    return FormulaSteps(in).dot(x, y);
  };
}
Range matrix_times_vector(const BoundedOperands& in) {
  return internal::matrix_times_vector(in, sum_in(in));
}
Range vector_times_matrix(const BoundedOperands& in) {
  return internal::vector_times_matrix(in, sum_in(in));
}
Range matrix_times_matrix(const BoundedOperands& in) {
  return internal::matrix_times_matrix(in, sum_in(in), no_bound);
}

// --- OpenCL ---

// <= 2.5 ulp, 1 ulp for 16 bits; correctly rounded for 64.
Range opencl_division(const BoundedOperands& in) {
  const Real quotient = in.x() / in.y();
  const Real ulps = in.format.digits == binary16.digits   ? Real{1}
                    : in.format.digits == binary32.digits ? Real{2.5}
                                                          : Real{0};
  if (ulps == 0 || in.x() == 0 || std::isinf(in.y())) return no_bound;
  const Real error = ulps * in.format.ulp(quotient);
  // 16-bit quotients may be rounded toward zero, also where they overflow.
  if (in.format.digits == binary16.digits) return in.format.within(quotient, error);
  return opencl_range(in.format, quotient, error);
}

// max * max * (2n - 1) * EPSILON, of the greatest magnitude among all components
Range opencl_dot(const BoundedOperands& in) {
  Real exact = 0, greatest = 0;
  const std::size_t n = in.operand[0].size();
  for (std::size_t i = 0; i < n; ++i) {
    exact += in.operand[0][i] * in.operand[1][i];
    greatest = std::max({greatest, std::fabs(in.operand[0][i]), std::fabs(in.operand[1][i])});
  }
  const Real error = opencl_error_of_products(in.format, greatest, 2 * n - 1);
  return std::isfinite(error) ? opencl_range(in.format, exact, error)
                              : Range{-infinity, infinity, true};
}

constexpr std::uint32_t number(spv::Op opcode) { return static_cast<std::uint32_t>(opcode); }

constexpr ErrorBound vulkan_bounds[] = {
    bound_of_component<division>(number(spv::Op::OpFDiv)),
    inherited_by_component<remainder<truncated>>(number(spv::Op::OpFRem), SafeOperands::divisors),
    inherited_by_component<remainder<floored>>(number(spv::Op::OpFMod), SafeOperands::divisors),
    inherited_by_vector<dot>(number(spv::Op::OpDot), SafeOperands::factors),
    inherited_by_vector<matrix_times_vector>(number(spv::Op::OpMatrixTimesVector),
                                             SafeOperands::factors),
    inherited_by_vector<vector_times_matrix>(number(spv::Op::OpVectorTimesMatrix),
                                             SafeOperands::factors),
    inherited_by_vector<matrix_times_matrix>(number(spv::Op::OpMatrixTimesMatrix),
                                             SafeOperands::factors),
};

constexpr ErrorBound opencl_bounds[] = {
    bound_of_component<opencl_division>(number(spv::Op::OpFDiv)),
    bound_of_vector<opencl_dot>(number(spv::Op::OpDot)),
};

}  // namespace

namespace {

bool contains_zero(Range a) { return a.low <= 0 && a.high >= 0; }
bool contains_infinity(Range a) { return std::isinf(a.low) || std::isinf(a.high); }

// The range from the minimum to the maximum of some numbers. Ignores NaNs, such as 0 times infinity.
Range hull_of_numbers(std::initializer_list<Real> numbers, bool may_be_nan) {
  Range range{infinity, -infinity, may_be_nan};
  for (const Real number : numbers) {
    if (std::isnan(number)) continue;
    range.low = std::min(range.low, number);
    range.high = std::max(range.high, number);
  }
  return range.low > range.high ? Range{-infinity, infinity, may_be_nan} : range;
}

// The power of two, as bits of a format.
std::uint64_t power_bits(const NumberFormat& format, int exponent) {
  return static_cast<std::uint64_t>(exponent + format.greatest_exponent) << (format.digits - 1);
}

}  // namespace

Real opencl_error_of_products(const NumberFormat& format, Real greatest, std::size_t steps) {
  const Real square = greatest * greatest;
  if (!(square <= format.greatest())) return infinity;
  const Real epsilon = std::ldexp(Real{1}, 1 - std::min(format.digits, binary32.digits));
  const Real above = 1 + 0x1p-36L;  // the exact result is rounded to Real, relative to its terms
  const Real least = std::ldexp(Real{1}, format.least_exponent - format.digits + 1);
  return static_cast<Real>(steps) * std::max(square * epsilon * above, least / 2);
}

Range opencl_range(const NumberFormat& format, Real exact, Real error) {
  const Real computed_within = std::fabs(exact) * 0x1p-60L;
  const Range range = format.within(exact, error + computed_within);
  const Real least_magnitude = std::fabs(exact) - error - computed_within;
  if (!std::isfinite(exact) || !(least_magnitude > format.greatest())) return range;
  return exactly(std::copysign(infinity, exact));
}

SafeBits safe_bits(SafeOperands operands, const NumberFormat& format) {
  const int most = format.greatest_exponent;
  const std::uint64_t infinite = power_bits(format, most + 1);
  switch (operands) {
    case SafeOperands::numbers:
      return {0, infinite};
    case SafeOperands::finite:
      return {0, infinite - 1};
    case SafeOperands::exponents:
      return {0, power_bits(format, std::ilogb(most / Real{2}))};
    case SafeOperands::factors:
      return {0, power_bits(format, most / 4 - 2)};
    case SafeOperands::small_factors:
      return {0, power_bits(format, most / 8 - 2)};
    case SafeOperands::lengths:
      return {power_bits(format, -most / 4), power_bits(format, most / 4 - 2)};
    case SafeOperands::divisors:
      return {power_bits(format, -most / 4), power_bits(format, most / 4 - 2), false};
  }
  return {};
}

Range FormulaSteps::within(Real x, Real error) const {
  if (!std::isfinite(x)) return exactly(x);
  return std::isfinite(error) ? format.within(x, error) : no_bound;
}

Range FormulaSteps::rounded(Range exact) const {
  Range range{format.nearest(exact.low), format.nearest(exact.high), exact.may_be_nan};
  const Real least_normal = std::ldexp(Real{1}, format.least_exponent);
  if (!preserves_denormals && range.low > 0 && range.low < least_normal) range.low = 0;
  if (!preserves_denormals && range.high < 0 && range.high > -least_normal) range.high = 0;
  return range;
}

Range FormulaSteps::add(Range a, Range b) const {
  const bool opposite =
      (a.high == infinity && b.low == -infinity) || (a.low == -infinity && b.high == infinity);
  const bool may_be_nan = a.may_be_nan || b.may_be_nan || opposite;
  if (opposite) return {-infinity, infinity, true};
  return rounded({a.low + b.low, a.high + b.high, may_be_nan});
}

Range FormulaSteps::subtract(Range a, Range b) const {
  return add(a, {-b.high, -b.low, b.may_be_nan});
}

Range FormulaSteps::multiply(Range a, Range b) const {
  const bool may_be_nan = a.may_be_nan || b.may_be_nan ||
                          (contains_zero(a) && contains_infinity(b)) ||
                          (contains_infinity(a) && contains_zero(b));
  return rounded(hull_of_numbers({a.low * b.low, a.high * b.low, a.low * b.high, a.high * b.high},
                                 may_be_nan));
}

Range FormulaSteps::divide(Range a, Range b) const {
  const bool may_be_nan = a.may_be_nan || b.may_be_nan || (contains_zero(a) && contains_zero(b)) ||
                          (contains_infinity(a) && contains_infinity(b));
  if (b.low < 0 && b.high > 0) return {-infinity, infinity, may_be_nan};
  Range quotients = hull_of_numbers({}, may_be_nan);
  bool first = true;
  for (const Real x : {a.low, a.high}) {
    for (const Real y : {b.low, b.high}) {
      const Real quotient = x / y;
      if (std::isnan(quotient)) continue;
      // 0 and results of infinities are exact.
      const bool exact = x == 0 || std::isinf(y);
      const Range allowed =
          exact ? exactly(quotient) : within(quotient, Real{2.5} * format.ulp(quotient));
      quotients = first ? allowed : hull(quotients, allowed);
      first = false;
    }
  }
  quotients.may_be_nan = may_be_nan;
  return quotients;
}

Range FormulaSteps::dot(std::span<const Real> a, std::span<const Real> b) const {
  Real exact = 0, forward = 0, backward = 0;
  Real positive = 0, negative = 0;  // sums of the products of each sign
  bool may_be_nan = false;
  const std::size_t n = a.size();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t last = n - 1 - i;
    exact += a[i] * b[i];
    // The first product alone is a sum.
    const Real product = format.nearest(a[i] * b[i]);
    const Real last_product = format.nearest(a[last] * b[last]);
    forward = i == 0 ? product : format.nearest(forward + product);
    backward = i == 0 ? last_product : format.nearest(backward + last_product);
    (product < 0 ? negative : positive) += product;
    may_be_nan |= std::isnan(product);
  }
  // In some order, each of the two may overflow before they are added.
  may_be_nan |= std::isinf(format.nearest(positive)) && std::isinf(format.nearest(negative));
  return rounded(hull_of_numbers({exact, forward, backward}, may_be_nan));
}

std::span<const ErrorBound> vulkan_error_bounds() { return vulkan_bounds; }
std::span<const ErrorBound> opencl_error_bounds() { return opencl_bounds; }

}  // namespace spirv_oracle
