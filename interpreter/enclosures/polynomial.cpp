#include "interpreter/enclosures/polynomial.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "interpreter/kernels/power_of_two.h"

namespace spirv_oracle {
namespace {

std::uint32_t limited(std::uint64_t count) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, Polynomial::many));
}

Real times_up(Real a, Real b) { return a == 0 || b == 0 ? 0 : exact::multiply_up(a, b); }

// The greatest n for which the number is a multiple of 2^n; unlimited for 0.
int quantum_of(Real x) {
  if (x == 0) return std::numeric_limits<int>::max() / 4;
  const auto number = static_cast<double>(x);
  if (std::fabs(number) >= std::numeric_limits<double>::min() && static_cast<Real>(number) == x) {
    constexpr int digits = 52, bias = 1023;
    const auto bits = std::bit_cast<std::uint64_t>(number);
    const int exponent = static_cast<int>(bits >> digits & 0x7FF) - bias;
    return exponent - digits + std::countr_zero(bits | std::uint64_t{1} << digits);
  }
  int exponent = 0;
  Real fraction = std::frexp(x, &exponent);
  // A Real holds 64 digits.
  const auto digits = static_cast<std::uint64_t>(std::ldexp(std::fabs(fraction), 64));
  return exponent - 64 + std::countr_zero(digits);
}

int sum_of_quanta(int a, int b) {
  if (a == Polynomial::inexact || b == Polynomial::inexact) return Polynomial::inexact;
  return std::min(a + b, std::numeric_limits<int>::max() / 4);
}

}  // namespace

std::optional<Polynomial> Polynomial::leaf(const Interval& value) {
  if (!value.has_numbers()) return std::nullopt;
  Polynomial leaf;
  leaf.exact = value;
  if (!value.is_finite()) {
    const bool is_infinite = value.is_point();
    leaf.has_special = true;
    leaf.magnitude = is_infinite ? 0 : infinite_real;
    leaf.greatest = is_infinite ? 1 : infinite_real;
    leaf.least = is_infinite ? 1 : 0;
    leaf.quantum = inexact;
    return leaf;
  }
  leaf.magnitude = value.magnitude();
  leaf.greatest = std::max(Real{1}, leaf.magnitude);
  leaf.quantum = value.is_point() ? quantum_of(value.low) : inexact;
  leaf.least = value.is_point() ? power_of_two(std::min(leaf.quantum, 0)) : 0;
  return leaf;
}

bool Polynomial::keeps_infinity(const FloatRules& rules) const {
  // A product of finite factors may become 0 before it is multiplied by the infinity.
  const bool keeps_factors = factors <= 2 || least >= rules.least_normal();
  return !distributes && keeps_factors && greatest <= rules.format.greatest();
}

Interval Polynomial::range(const FloatRules& rules) const {
  if (has_special) return Interval::everything();
  const Real smallest = rules.least_normal();
  const bool overflows = greatest > rules.format.greatest();
  if (overflows) return Interval::everything();
  const bool is_exact = quantum != inexact && least >= smallest &&
                        magnitude <= power_of_two(std::min(quantum, 16000) + rules.format.digits);
  if (is_exact) return rules.rounded(exact);
  const Real roundings = static_cast<Real>(operations) * rules.unit();
  if (roundings >= Real{0.5}) return Interval::everything();
  Real error = times_up(magnitude, roundings / (1 - roundings) * (1 + power_of_two(-50)));
  // If an intermediate result may be denormal, its error is up to the least normal number, possibly multiplied by all
  // other factors.
  if (least < smallest) error += static_cast<Real>(operations) * times_up(smallest, greatest);
  return rules.within(hull(widened(exact, error), numbers_of(rules.rounded(exact))));
}

MaybePolynomial negated(const MaybePolynomial& a) {
  if (!a) return a;
  MaybePolynomial negative = a;
  negative->exact = exact::negate(a->exact);
  return negative;
}

MaybePolynomial sum_of(const MaybePolynomial& a, const MaybePolynomial& b) {
  if (!a || !b) return std::nullopt;
  Polynomial sum;
  sum.exact = exact::add(a->exact, b->exact);
  sum.magnitude = exact::add_up(a->magnitude, b->magnitude);
  sum.greatest = exact::add_up(a->greatest, b->greatest);
  sum.least = std::min(a->least, b->least);
  sum.quantum = std::min(a->quantum, b->quantum);
  sum.operations = limited(std::uint64_t{a->operations} + b->operations + 1);
  sum.terms = limited(std::uint64_t{a->terms} + b->terms);
  sum.factors = std::max(a->factors, b->factors);
  sum.distributes = a->distributes || b->distributes;
  sum.has_special = a->has_special || b->has_special;
  return sum;
}

MaybePolynomial product_of(const MaybePolynomial& a, const MaybePolynomial& b) {
  if (!a || !b) return std::nullopt;
  Polynomial product;
  product.exact = exact::multiply(a->exact, b->exact);
  product.magnitude = times_up(a->magnitude, b->magnitude);
  product.greatest = times_up(a->greatest, b->greatest);
  product.least = a->least * b->least;
  product.quantum = sum_of_quanta(a->quantum, b->quantum);
  product.operations = limited(std::uint64_t{a->operations} + b->operations + 1);
  product.terms = limited(std::uint64_t{a->terms} * b->terms);
  product.factors = limited(std::uint64_t{a->factors} + b->factors);
  product.distributes = a->terms > 1 || b->terms > 1 || a->distributes || b->distributes;
  product.has_special = a->has_special || b->has_special;
  return product;
}

MaybePolynomial quotient_of(const MaybePolynomial& a, const MaybePolynomial& leaf, unsigned ulps) {
  if (!a || !leaf || leaf->exact.contains_zero() || leaf->has_special) return std::nullopt;
  Polynomial quotient;
  quotient.exact = exact::divide(a->exact, leaf->exact);
  const Real least = leaf->exact.least_magnitude();
  quotient.magnitude = exact::divide_up(a->magnitude, least);
  // The divisor, its reciprocal, and the factors that it cancels.
  quotient.greatest = times_up(times_up(a->greatest, leaf->greatest), std::max(Real{1}, 1 / least));
  quotient.least = a->least * leaf->least * std::min(Real{1}, 1 / leaf->exact.magnitude());
  quotient.quantum = Polynomial::inexact;
  quotient.operations = limited(std::uint64_t{a->operations} + leaf->operations + 2 * ulps + 2);
  quotient.terms = a->terms;
  quotient.factors = limited(std::uint64_t{a->factors} + 1);
  quotient.distributes = a->terms > 1 || a->distributes;
  quotient.has_special = a->has_special;
  return quotient;
}

namespace {

// The value computed in the written order, and what rearranging adds. `is_invalid`: infinities make it a NaN.
Computed with_rearrangements(const FloatRules& rules, const Interval& value,
                             MaybePolynomial expression, bool is_invalid) {
  if (!expression || !expression->has_groupings()) return {value, expression};
  if (expression->has_special && !is_invalid && expression->keeps_infinity(rules))
    return {value, expression};
  return {hull(value, expression->range(rules)), expression, true};
}

bool is_invalid(const Interval& value, const Computed& a, const Computed& b) {
  return value.nan && !a.value.nan && !b.value.nan;
}

}  // namespace

Computed add(const FloatRules& rules, const Computed& a, const Computed& b) {
  if (!rules.may_contract) return {rules.add(a.value, b.value)};
  const Interval first = a.fused(), second = b.fused();
  const Interval value = rules.add(first, second);
  const bool is_fused = first != a.value || second != b.value;
  Computed sum{value};
  if (rules.may_reassociate)
    sum = with_rearrangements(rules, value, sum_of(a.known(), b.known()), is_invalid(value, a, b));
  sum.has_any_zero |= is_fused;
  return sum;
}

Computed cancelled(const FloatRules& rules, const Computed& a) {
  if (!a.value.is_finite()) return subtract(rules, a, a);
  Computed zero{Interval::point(0)};
  if (!rules.may_reassociate) return zero;
  zero.expression = sum_of(a.known(), negated(a.known()));
  if (!zero.expression) return {Interval::everything()};
  zero.expression->exact = zero.value;
  if (a.expression) {
    zero.value = hull(zero.value, zero.expression->range(rules));
    zero.has_any_zero = true;
  }
  return zero;
}

Computed subtract(const FloatRules& rules, const Computed& a, const Computed& b) {
  return add(rules, a, {exact::negate(b.value), negated(b.expression)});
}

Computed multiply(const FloatRules& rules, const Computed& a, const Computed& b) {
  const Interval value = rules.multiply(a.value, b.value);
  if (!rules.may_contract) return {value};
  // Contraction only needs a product.
  if (!rules.may_reassociate)
    return {value, product_of(Polynomial::leaf(a.value), Polynomial::leaf(b.value))};
  return with_rearrangements(rules, value, product_of(a.known(), b.known()),
                             is_invalid(value, a, b));
}

Computed negate(const FloatRules& rules, const Computed& a) {
  return {exact::negate(rules.operand(a.value)), negated(a.expression)};
}

}  // namespace spirv_oracle
