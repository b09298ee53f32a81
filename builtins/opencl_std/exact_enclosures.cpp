#include "builtins/opencl_std/exact_enclosures.h"

#include <algorithm>
#include <cmath>

namespace spirv_oracle::opencl_std::exact_functions {
namespace {

// Whether every operand has one value that no flushing changes.
bool are_certain(const EnclosedOperands& in) { return in.are_exact && are_points(in); }

// The result of this run, which may be flushed. A NaN may have any bits.
Interval usual_or_flushed(const EnclosedOperands& in) { return in.rules.operand(in.usual); }

}  // namespace

bool are_points(const EnclosedOperands& in) {
  const auto is_point = [&](const Interval& x) {
    return x.has_numbers() ? x.is_point() && in.rules.operand(x) == x : x.nan;
  };
  return std::ranges::all_of(in.operand, [&](std::span<const Computed> operand) {
    return operand.empty() || is_point(operand.front().value);
  });
}

Computed exact_function(const EnclosedOperands& in) {
  return {are_certain(in) ? usual_or_flushed(in) : Interval::everything()};
}

Computed zero_of_zero(const EnclosedOperands& in) {
  if (!in.are_exact) return {Interval::everything()};
  return {are_certain(in) ? usual_or_flushed(in) : hull(usual_or_flushed(in), Interval::point(0))};
}

Computed ldexp(const EnclosedOperands& in) {
  if (!in.are_exact || !in.x().value.is_finite()) return zero_of_zero(in);
  constexpr Real most = 20000;  // beyond all formats
  const auto exponent = static_cast<int>(std::clamp(in.y().value.low, -most, most));
  const Real scaled = std::fabs(std::ldexp(in.x().value.low, exponent));
  // It may be flushed if it "is a sub-normal before rounding".
  const bool is_denormal = scaled > 0 && scaled < in.rules.least_normal();
  if (!in.rules.may_flush || !is_denormal) return zero_of_zero(in);
  return {hull(in.usual, Interval::point(0))};
}

Computed remquo(const EnclosedOperands& in) {
  const Interval& y = in.y().value;
  return in.rules.operand(y) == y ? zero_of_zero(in) : Computed{Interval::everything()};
}

// A zero of x or y has a sign here, which flushing may change.
Computed copysign(const EnclosedOperands& in) {
  if (are_certain(in)) return {in.usual};
  const Interval magnitude = exact::absolute(in.rules.operand(in.x().value));
  return {hull(magnitude, exact::negate(magnitude))};
}

Computed logb(const EnclosedOperands& in) {
  if (!in.are_exact || are_certain(in)) return exact_function(in);
  return {hull(in.usual, Interval::point(-infinite_real))};
}

// Flushing only changes which operand is selected if both are denormal.
Computed by_magnitude(const EnclosedOperands& in) {
  if (!in.are_exact) return {Interval::everything()};
  const Interval x = in.rules.operand(in.x().value), y = in.rules.operand(in.y().value);
  const bool both_denormal = x != in.x().value && y != in.y().value;
  return {both_denormal ? hull(x, y) : usual_or_flushed(in)};
}

// "A device may choose" that the smallest normal numbers and zeros are neighbors.
Computed nextafter(const EnclosedOperands& in) {
  if (!in.are_exact) return {Interval::everything()};
  const Interval &x = in.x().value, &y = in.y().value;
  const Real least = in.rules.least_normal();
  const bool are_numbers = x.has_numbers() && y.has_numbers();
  const bool are_zeros = are_numbers && x.magnitude() == 0 && y.magnitude() == 0;
  if (!in.rules.may_flush || !are_numbers || are_zeros || x.magnitude() >= least)
    return {usual_or_flushed(in)};
  return {{-least, least, false}};
}

}  // namespace spirv_oracle::opencl_std::exact_functions
