// What a float was computed from by sums, products and quotients that an implementation may rearrange: enough to enclose
// the result of each way of computing it.
//
// An expression is a polynomial of its leaves. Each rearrangement by associativity, commutativity, distributivity or
// contraction computes it with no more rounding errors on the way of any monomial than there are operations; so the
// result is off by at most ((1 + u)^n - 1) times the sum of the magnitudes of the monomials.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "interpreter/enclosures/float_rules.h"

namespace spirv_oracle {

struct Polynomial {
  Interval exact;      // the result of exact arithmetic
  Real magnitude = 0;  // at least the sum of the magnitudes of the monomials
  // Bounds for all intermediate results and factors of all rearrangements: none is greater than
  // `greatest`, and each one that is not 0 is a multiple of some number that is at least `least`.
  Real greatest = 1, least = 1;
  // All monomials, and all sums of some of them, are multiples of this power of two; `inexact` if
  // unknown.
  static constexpr int inexact = -100000;
  int quantum = 0;
  std::uint32_t operations = 0;
  std::uint32_t
      terms = 1,
      factors = 1;  // the number of monomials, and of factors in the longest one; saturates at many
  static constexpr std::uint32_t many = 1u << 20;

  // A value from outside the expression. None if it may be something other than a number.
  static std::optional<Polynomial> leaf(const Interval& value);

  // Whether rearrangements other than contraction may give different results.
  bool has_groupings() const { return terms > 2 || factors > 2 || distributes; }
  bool distributes = false;  // a sum is a factor
  // A leaf may be infinite or NaN. Then `magnitude` and `greatest` concern only the finite leaves,
  // or are infinite if those are unknown.
  bool has_special = false;

  // Whether all rearrangements give the same infinity if one does: a sum in which nothing cancels.
  bool keeps_infinity(const FloatRules& rules) const;

  // The results of all rearrangements.
  Interval range(const FloatRules& rules) const;
};

using MaybePolynomial = std::optional<Polynomial>;

MaybePolynomial negated(const MaybePolynomial& a);
MaybePolynomial sum_of(const MaybePolynomial& a, const MaybePolynomial& b);
MaybePolynomial product_of(const MaybePolynomial& a, const MaybePolynomial& b);
// A quotient by a leaf. Its error bound is `ulps` roundings to nearest, and it may be a product
// with a reciprocal.
MaybePolynomial quotient_of(const MaybePolynomial& a, const MaybePolynomial& leaf, unsigned ulps);

// A value with the expression that computed it.
struct Computed {
  Interval value;
  MaybePolynomial expression{};  // none: the value is a leaf
  // If the value is 0, it may have either sign: it was rounded to 0, or rearrangements give both.
  bool has_any_zero = false;
  // All numbers that the value may be, if a rule knows them one by one; otherwise empty.
  std::vector<Real> numbers{};

  // The value, or the exact result if the operation may be fused with the one that uses it.
  Interval fused() const { return expression ? hull(value, expression->exact) : value; }
  // Its expression, or the value as a leaf.
  MaybePolynomial known() const { return expression ? expression : Polynomial::leaf(value); }
};

// The difference of a value and itself.
Computed cancelled(const FloatRules& rules, const Computed& a);

// The result of an operation under `rules`, including rearrangements with the operations that
// computed its operands.
Computed add(const FloatRules& rules, const Computed& a, const Computed& b);
Computed subtract(const FloatRules& rules, const Computed& a, const Computed& b);
Computed multiply(const FloatRules& rules, const Computed& a, const Computed& b);
Computed negate(const FloatRules& rules, const Computed& a);

}  // namespace spirv_oracle
