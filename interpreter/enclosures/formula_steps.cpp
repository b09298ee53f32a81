#include "interpreter/enclosures/formula_steps.h"

#include <algorithm>
#include <cmath>

namespace spirv_oracle {

Interval FormulaSteps::within(Real x, Real error) const {
  if (std::isnan(x)) return Interval::everything();
  if (std::isinf(x)) return Interval::point(x);
  if (!std::isfinite(error)) return Interval::numbers();
  const Range range = format.within(x, error);
  return {range.low, range.high, false};
}

Interval FormulaSteps::within_ulps(Real x, Real ulps) const {
  return x == 0 ? Interval::point(x) : within(x, ulps * format.ulp(x));
}

Interval FormulaSteps::rounded(const Interval& exact) const {
  Interval result{format.nearest(exact.low), format.nearest(exact.high), false};
  const Real least_normal = power_of_two(format.least_exponent);
  if (may_flush && result.low > 0 && result.low < least_normal) result.low = 0;
  if (may_flush && result.high < 0 && result.high > -least_normal) result.high = 0;
  return result;
}

Interval FormulaSteps::add(const Interval& a, const Interval& b) const {
  const bool cancels = (a.high == infinite_real && b.low == -infinite_real) ||
                       (a.low == -infinite_real && b.high == infinite_real);
  if (a.nan || b.nan || cancels) return Interval::everything();
  return rounded({a.low + b.low, a.high + b.high, false});
}

Interval FormulaSteps::subtract(const Interval& a, const Interval& b) const {
  return add(a, exact::negate(b));
}

Interval FormulaSteps::multiply(const Interval& a, const Interval& b) const {
  const bool is_invalid =
      (a.contains_zero() && b.has_infinity()) || (a.has_infinity() && b.contains_zero());
  if (a.nan || b.nan || is_invalid) return Interval::everything();
  const std::initializer_list<Real> products = {a.low * b.low, a.high * b.low, a.low * b.high,
                                                a.high * b.high};
  return rounded({std::min(products), std::max(products), false});
}

Interval FormulaSteps::divide(const Interval& a, const Interval& b) const {
  const bool is_invalid =
      (a.contains_zero() && b.contains_zero()) || (a.has_infinity() && b.has_infinity());
  if (a.nan || b.nan || is_invalid) return Interval::everything();
  if (b.low < 0 && b.high > 0) return Interval::numbers();
  Interval quotients{infinite_real, -infinite_real, false};
  for (const Real x : {a.low, a.high}) {
    for (const Real y : {b.low, b.high}) {
      const Real quotient = x / y;
      const bool is_exact = x == 0 || std::isinf(y);
      quotients = hull(quotients, is_exact ? Interval::point(quotient)
                                           : within(quotient, Real{2.5} * format.ulp(quotient)));
    }
  }
  return quotients;
}

Interval FormulaSteps::dot(std::span<const Computed> x, std::span<const Computed> y) const {
  Real exact = 0, forward = 0, backward = 0;
  Real positive = 0, negative = 0;  // sums of the products of each sign
  bool is_invalid = false;
  const std::size_t n = x.size();
  for (std::size_t i = 0; i < n; ++i) {
    const auto product_at = [&](std::size_t k) { return x[k].value.low * y[k].value.low; };
    exact += product_at(i);
    // The first product alone is a sum.
    const Real product = format.nearest(product_at(i));
    const Real last_product = format.nearest(product_at(n - 1 - i));
    forward = i == 0 ? product : format.nearest(forward + product);
    backward = i == 0 ? last_product : format.nearest(backward + last_product);
    (product < 0 ? negative : positive) += product;
    is_invalid |= x[i].value.nan || y[i].value.nan || std::isnan(product);
  }
  // In some order, each of the two may overflow before they are added.
  is_invalid |= std::isinf(format.nearest(positive)) && std::isinf(format.nearest(negative));
  if (is_invalid) return Interval::everything();
  // A sum of infinities of both signs is invalid, so none of these is a NaN.
  return rounded(
      {std::min({exact, forward, backward}), std::max({exact, forward, backward}), false});
}

}  // namespace spirv_oracle
