#include "interpreter/ir/enclosure_rule.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "interpreter/ir/error_bound.h"

namespace spirv_oracle {

// "2.5 ULP for |y| = 0 or |y| in the range [2^-126, 2^126]", of half precision [2^-14, 2^14].
Interval enclose_division(const FloatRules& rules, const Interval& x, const Interval& y) {
  const Interval dividend = rules.operand(x), divisor = rules.operand(y);
  const int bound = -rules.format.least_exponent;
  const bool is_bounded = divisor.has_numbers() && !divisor.nan && !divisor.contains_zero() &&
                          divisor.least_magnitude() >= std::ldexp(Real{1}, -bound) &&
                          divisor.magnitude() <= std::ldexp(Real{1}, bound);
  // A zero divisor gives an infinity of either sign, or a NaN.
  if (!is_bounded) return Interval::everything();
  return rules.within_ulps(exact::divide(dividend, divisor), Real{2.5});
}

Interval inherited(const FloatRules& rules, const Interval& exact, const Interval& formula) {
  if (formula.nan || exact.nan || !formula.has_numbers() || !exact.has_numbers())
    return Interval::everything();
  if (exact.is_point() && exact == formula) return exact;
  if (exact.has_infinity() || formula.has_infinity()) {
    // An error without a bound.
    return exact.is_point() && exact == formula ? exact : Interval::everything();
  }
  const Real below = exact::add_up(exact.high, -formula.low);
  const Real above = exact::add_up(formula.high, -exact.low);
  return rules.within(widened(exact, std::max({below, above, Real{0}})));
}

Computed FormulaRules::divide(const Computed& a, const Computed& b) const {
  const Interval value = enclose_division(rules, a.value, b.value);
  // An implementation may multiply both by the same number, or distribute the quotient over a sum.
  const MaybePolynomial expression = quotient_of(a.known(), Polynomial::leaf(b.value), 3);
  if (expression && a.expression && (a.expression->terms > 1 || a.expression->factors > 1))
    return {hull(value, expression->range(rules)), expression};
  return {value};
}

Computed FormulaRules::dot(std::span<const Computed> x, std::span<const Computed> y) const {
  Computed sum = multiply(x[0], y[0]);
  for (std::size_t i = 1; i < x.size() && i < y.size(); ++i) sum = add(sum, multiply(x[i], y[i]));
  return sum;
}

namespace {

// The results that the bound permits for numeric operands; none if the result is prescribed, or if no number is within
// the error: then it is the nearest.
std::optional<Interval> allowed_at(Range (*bound)(const BoundedOperands&),
                                   const EnclosedOperands& in,
                                   std::span<const std::vector<Real>, 3> numbers) {
  BoundedOperands operands;
  for (std::size_t k = 0; k < 3; ++k) operands.operand[k] = numbers[k];
  operands.component = in.component;
  operands.component_count = in.component_count;
  operands.format = in.rules.format;
  operands.preserves_denormals = !in.rules.may_flush;
  const Range range = bound(operands);
  if (range.may_be_nan) return Interval::everything();
  if (!(range.low <= range.high)) return std::nullopt;
  // Kernels round to nearest: what certainly overflows is infinite.
  if (in.is_kernel && std::isinf(range.low) && range.low == range.high)
    return Interval::point(range.low);
  return in.rules.within({range.low, range.high, false});
}

bool is_only_nan(const Interval& value) { return value.nan && !value.has_numbers(); }

// In kernels, a NaN is a value like others: it has a prescribed result.
bool are_points(const EnclosedOperands& in) {
  for (const std::span<const Computed> operand : in.operand) {
    for (const Computed& component : operand) {
      const Interval& value = component.value;
      if (in.is_kernel && is_only_nan(value)) continue;
      if (value.low != value.high || value.nan) return false;
    }
  }
  return true;
}

// The operands as numbers, if they are exact.
std::array<std::vector<Real>, 3> numbers_in(const EnclosedOperands& in) {
  std::array<std::vector<Real>, 3> numbers;
  for (std::size_t k = 0; k < 3; ++k) {
    for (const Computed& component : in.operand[k])
      numbers[k].push_back(is_only_nan(component.value) ? std::numeric_limits<Real>::quiet_NaN()
                                                        : component.value.low);
  }
  return numbers;
}

}  // namespace

Interval enclose_by_bound(Range (*bound)(const BoundedOperands&), Enclose of_inexact,
                          const EnclosedOperands& in) {
  if (are_points(in) && !in.rules.may_flush) {
    const auto allowed = allowed_at(bound, in, numbers_in(in));
    return allowed ? *allowed : in.usual;
  }
  EnclosedOperands flushed = in;
  std::array<std::vector<Computed>, 3> operands;
  for (std::size_t k = 0; k < 3; ++k) {
    for (const Computed& component : in.operand[k])
      operands[k].push_back({in.operand_rules.operand(component.value)});
    flushed.operand[k] = operands[k];
  }
  if (are_points(flushed)) {
    const auto allowed = allowed_at(bound, flushed, numbers_in(flushed));
    return allowed ? *allowed : in.rules.operand(in.usual);
  }
  return of_inexact == nullptr ? Interval::everything() : of_inexact(flushed).value;
}

}  // namespace spirv_oracle
