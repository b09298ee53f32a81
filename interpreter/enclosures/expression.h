// What a float was computed from by sums, products and quotients that an implementation may rearrange: enough to enclose
// the result of each way of computing it.
//
// An expression is a polynomial of its leaves. Each rearrangement by associativity, commutativity, distributivity or
// contraction computes it with no more rounding errors on the way of any monomial than there are operations; so the
// result is off by at most ((1 + u)^n - 1) times the sum of the magnitudes of the monomials.
#pragma once

#include <cstdint>
#include <optional>

#include "interpreter/enclosures/float_rules.h"

namespace spirv_oracle {

struct Expression {
  Interval exact;      // the result in precise arithmetic
  Real magnitude = 0;  // no less than the sum of the magnitudes of the monomials
  // No intermediate result or factor of any rearrangement is greater than this, and all that are not 0 are multiples of
  // what is no less than that.
  Real greatest = 1, least = 1;
  // All monomials, and the sums of some of them, are multiples of this power of two; `inexact` where that is not known.
  static constexpr int inexact = -100000;
  int quantum = 0;
  std::uint32_t operations = 0;
  std::uint32_t terms = 1, factors = 1;  // monomials, and the most factors of one; up to many
  static constexpr std::uint32_t many = 1u << 20;

  // A value that is computed otherwise. None where it is no number.
  static std::optional<Expression> leaf(const Interval& value);

  // Whether there are ways to compute it that differ by more than contraction.
  bool has_groupings() const { return terms > 2 || factors > 2 || distributes; }
  bool distributes = false;  // a sum is a factor
  // A leaf may be infinite, or NaN. Then `magnitude` and `greatest` are about the finite leaves alone, or infinite where those are
  // not known.
  bool has_special = false;

  // Whether every rearrangement gives the infinity that one of them gives: a sum that nothing cancels.
  bool keeps_infinity(const FloatRules& rules) const;

  // What all rearrangements may give.
  Interval range(const FloatRules& rules) const;
};

using MaybeExpression = std::optional<Expression>;

MaybeExpression negated(const MaybeExpression& a);
MaybeExpression sum_of(const MaybeExpression& a, const MaybeExpression& b);
MaybeExpression product_of(const MaybeExpression& a, const MaybeExpression& b);
// By what is a leaf; its error bound is that of `ulps` roundings to nearest, and it may be a product with a reciprocal.
MaybeExpression quotient_of(const MaybeExpression& a, const MaybeExpression& leaf, unsigned ulps);

// A value with what it was computed from.
struct Computed {
  Interval value;
  MaybeExpression expression{};  // none: it is a leaf
  // Where the value is 0, it may have either sign: it was rounded to that, or comes of several ways of computing it.
  bool has_any_zero = false;

  // The value, or what it may be taken for if the operation is fused with the one that uses it.
  Interval fused() const { return expression ? hull(value, expression->exact) : value; }
  // Its expression, or itself as a leaf.
  MaybeExpression known() const { return expression ? expression : Expression::leaf(value); }
};

// The difference of a value and itself.
Computed cancelled(const FloatRules& rules, const Computed& a);

// Results of an operation that `rules` are for: with what rearranging it together with those of its operands may give.
Computed add(const FloatRules& rules, const Computed& a, const Computed& b);
Computed subtract(const FloatRules& rules, const Computed& a, const Computed& b);
Computed multiply(const FloatRules& rules, const Computed& a, const Computed& b);
Computed negate(const FloatRules& rules, const Computed& a);

}  // namespace spirv_oracle
