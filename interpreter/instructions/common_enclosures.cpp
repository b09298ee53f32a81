#include "interpreter/instructions/common_enclosures.h"

namespace spirv_oracle::common_enclosures {
namespace {

using In = EnclosedOperands;

// If one operand is a NaN, the result is the other one.
Interval number_of(Interval extreme, const Interval& a, const Interval& b) {
  if (a.nan) extreme = hull(extreme, numbers_of(b));
  if (b.nan) extreme = hull(extreme, numbers_of(a));
  extreme.nan = a.nan && b.nan;
  return extreme;
}
Interval least_number(const Interval& a, const Interval& b) {
  const Interval numbers = a.has_numbers() && b.has_numbers()
                               ? exact::minimum(numbers_of(a), numbers_of(b))
                               : Interval::only_nan();
  return number_of(numbers, a, b);
}
Interval greatest_number(const Interval& a, const Interval& b) {
  const Interval numbers = a.has_numbers() && b.has_numbers()
                               ? exact::maximum(numbers_of(a), numbers_of(b))
                               : Interval::only_nan();
  return number_of(numbers, a, b);
}

}  // namespace

Computed absolute(const In& in) { return {exact::absolute(in.rules.operand(in.x().value))}; }
// The result is undefined if an operand is a NaN.
Computed minimum(const In& in) {
  const Interval a = in.rules.operand(in.x().value), b = in.rules.operand(in.y().value);
  return {a.nan || b.nan ? Interval::everything() : exact::minimum(a, b)};
}
Computed maximum(const In& in) {
  const Interval a = in.rules.operand(in.x().value), b = in.rules.operand(in.y().value);
  return {a.nan || b.nan ? Interval::everything() : exact::maximum(a, b)};
}
Computed number_minimum(const In& in) {
  return {least_number(in.rules.operand(in.x().value), in.rules.operand(in.y().value))};
}
Computed number_maximum(const In& in) {
  return {greatest_number(in.rules.operand(in.x().value), in.rules.operand(in.y().value))};
}
// "Result is undefined if minVal > maxVal."
Computed clamp(const In& in) {
  const Interval x = in.rules.operand(in.x().value), low = in.rules.operand(in.y().value),
                 high = in.rules.operand(in.z().value);
  if (x.nan || low.nan || high.nan || low.high > high.low) return {Interval::everything()};
  return {exact::minimum(exact::maximum(x, low), high)};
}
Computed number_clamp(const In& in) {
  const Interval x = in.rules.operand(in.x().value), low = in.rules.operand(in.y().value),
                 high = in.rules.operand(in.z().value);
  if (low.nan || high.nan || low.high > high.low) return {Interval::everything()};
  return {least_number(greatest_number(x, low), high)};
}
// 0.0 if x < edge, otherwise 1.0
Computed step(const In& in) {
  const Interval edge = in.rules.operand(in.x().value), x = in.rules.operand(in.y().value);
  const bool unordered = edge.nan || x.nan;
  const Real low = unordered || x.low < edge.high ? 0 : 1;
  const Real high = unordered || x.high >= edge.low ? 1 : 0;
  return whole_numbers({low, high, false});
}

}  // namespace spirv_oracle::common_enclosures
