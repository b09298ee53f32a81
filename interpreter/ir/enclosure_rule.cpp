#include "interpreter/ir/enclosure_rule.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace spirv_oracle {

Computed whole_numbers(const Interval& x) {
  constexpr Real few = 16;
  Computed computed{x};
  if (x.nan || !x.is_finite() || !(x.low < x.high) || x.high - x.low >= few) return computed;
  Real number = x.low;
  while (number <= x.high) computed.numbers.push_back(number++);
  return computed;
}

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
  if (as_written) return {steps.divide(a.value, b.value)};
  const Interval value = enclose_division(rules, a.value, b.value);
  // An implementation may multiply both by the same number, or distribute the quotient over a sum.
  const MaybePolynomial expression = quotient_of(a.known(), Polynomial::leaf(b.value), 3);
  if (expression && a.expression && (a.expression->terms > 1 || a.expression->factors > 1))
    return {hull(value, expression->range(rules)), expression};
  return {value};
}

Computed FormulaRules::dot(std::span<const Computed> x, std::span<const Computed> y) const {
  if (as_written) return {steps.dot(x, y)};
  Computed sum = multiply(x[0], y[0]);
  for (std::size_t i = 1; i < x.size() && i < y.size(); ++i) sum = add(sum, multiply(x[i], y[i]));
  return sum;
}

namespace {

// In kernels, a NaN is a value like others: it has a prescribed result.
bool are_numbers(const EnclosedOperands& in) {
  for (const std::span<const Computed> operand : in.operand) {
    for (const Computed& component : operand) {
      const Interval& value = component.value;
      const bool is_only_nan = value.nan && !value.has_numbers();
      if (!is_only_nan && !value.is_point()) return false;
    }
  }
  return true;
}

}  // namespace

Computed enclose_by_bound(ResultsOfNumbers of_numbers, Enclose of_intervals,
                          const EnclosedOperands& in) {
  EnclosedOperands flushed = in;
  std::array<std::vector<Computed>, 3> operands;
  for (std::size_t k = 0; k < 3; ++k) {
    for (const Computed& component : in.operand[k])
      operands[k].push_back({in.operand_rules.operand(component.value)});
    flushed.operand[k] = operands[k];
  }
  if (!are_numbers(flushed))
    return of_intervals == nullptr ? Computed{Interval::everything()} : of_intervals(flushed);
  const std::optional<Interval> allowed = of_numbers(flushed);
  // If no number is within the error, the result is the nearest.
  if (!allowed || !allowed->has_numbers()) return {in.rules.operand(in.usual)};
  // Kernels round to nearest: what certainly overflows is infinite.
  if (allowed->nan || (allowed->has_infinity() && allowed->is_point())) return {*allowed};
  return {in.rules.within(*allowed)};
}

}  // namespace spirv_oracle
