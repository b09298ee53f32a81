// The bounds in "Precision of GLSL.std.450 Instructions" of Vulkan that are stated in ULP or as absolute errors: of
// instructions, and of the steps in formulas from which others inherit.
#pragma once

#include "interpreter/enclosures/functions.h"
#include "interpreter/ir/enclosure_rule.h"

namespace spirv_oracle::glsl_std_450 {

struct Formula : FormulaRules {
  using FormulaRules::FormulaRules;

  Interval exp(const Interval& x) const;
  Interval exp2(const Interval& x) const;
  Interval log(const Interval& x) const;
  Interval log2(const Interval& x) const;
  // In [-pi, pi], by the text. For one selected result, with an assumed error outside of it.
  Interval sin(const Interval& x) const;
  Interval cos(const Interval& x) const;
  Interval inverse_sqrt(const Interval& x) const;
  Computed sqrt(const Interval& x) const;
  // Undefined if both operands are 0, which denormals may become.
  Interval atan2(const Interval& y, const Interval& x) const;
  // atan2 of a nonnegative y, which may be +0.
  Interval angle_above(const Interval& y, const Interval& x) const;
  Interval atan(const Interval& x) const;

 private:
  bool is_half() const { return rules.format.digits == binary16.digits; }
  Real power(int single, int half) const;
  Real exp_ulps(Real magnitude) const;
  Real log_error() const;
  Real angle_error() const;
  Real angle_ulps() const;

  // As written: of numbers, or of the ends of a monotone function.
  using OfNumber = Interval (Formula::*)(Real) const;
  Interval from_ends(OfNumber f, Real least, Real greatest, bool may_be_nan) const;
  Interval exp_of(Real x) const;
  Interval exp2_of(Real x) const;
  Interval log_of(Real x) const;
  Interval log2_of(Real x) const;
  Interval log_within(Real x, Real exact) const;
  Interval inverse_sqrt_of(Real x) const;
  Interval angle_of_corners(const Interval& y, const Interval& x) const;
  bool is_beyond_pi(const Interval& x) const;
  Interval angle_within(const Interval& x, Real exact) const;

  // Enclosures.
  Interval enclose_exp(exact::Function f, const Interval& operand) const;
  Interval enclose_log(exact::Function f, const Interval& operand) const;
  Interval enclose_wave(Interval (*f)(const Interval&), const Interval& operand) const;
};

}  // namespace spirv_oracle::glsl_std_450
