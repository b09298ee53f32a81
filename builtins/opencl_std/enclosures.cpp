// Enclosures of the functions of OpenCL.std without an error of their own.
#include <algorithm>
#include <cmath>

#include "builtins/opencl_std/exact_enclosures.h"
#include "builtins/opencl_std/lists.h"
#include "grammar/opencl_std.h"
#include "interpreter/instructions/common_enclosures.h"
#include "interpreter/ir/enclosure_rule.h"

namespace spirv_oracle::opencl_std {
namespace {

namespace listed = grammar::opencl_std;
namespace common = common_enclosures;
using spirv_oracle::Computed;  // not the one of instruction.h
using In = EnclosedOperands;

Computed fma(const In& in) {
  const bool is_normal = in.usual.magnitude() > in.rules.least_normal();
  if (exact_functions::are_points(in) && (is_normal || !in.rules.may_flush)) return {in.usual};
  const Interval product =
      exact::multiply(in.rules.operand(in.x().value), in.rules.operand(in.y().value));
  return {in.rules.rounded(exact::add(product, in.rules.operand(in.z().value)))};
}
// "Implemented either as a correctly rounded fma or as a multiply followed by an add."
Computed mad(const In& in) {
  FloatRules rules = in.rules;
  rules.may_contract = true;
  rules.may_reassociate = false;
  const Interval fused = fma(in).value;
  const Computed product{rules.multiply(in.x().value, in.y().value)};
  return {hull(fused, rules.add(product.value, in.z().value))};
}

Real round_away(Real x) { return std::round(x); }

bool are_finite(const In& in) {
  const Interval &x = in.x().value, &y = in.y().value;
  return x.is_finite() && x.has_numbers() && y.is_finite() && y.has_numbers();
}

// x - y * trunc(x / y), without an error.
Computed fmod(const In& in) {
  const Interval x = in.rules.operand(in.x().value), y = in.rules.operand(in.y().value);
  if (exact_functions::are_points(in)) return {in.rules.operand(in.usual)};
  if (!are_finite(in) || y.contains_zero()) return {Interval::everything()};
  const Interval quotient = exact::divide(x, y);
  const Real whole = std::trunc(quotient.low);
  // Far from the next integer quotient, so that the rounding of the quotient does not matter.
  if (y.is_point() && whole == std::trunc(quotient.high) && std::fabs(whole) < 0x1p40L)
    return {in.rules.within(exact::subtract(x, exact::multiply(y, Interval::point(whole))))};
  // Less than y, at most x, and with the same sign.
  const Real most = std::min(x.magnitude(), y.magnitude());
  return {in.rules.within({x.low < 0 ? -most : 0, x.high > 0 ? most : 0, false})};
}
// x - y * n for the integer n nearest to x / y.
Computed remainder(const In& in) {
  const Interval y = in.rules.operand(in.y().value);
  if (exact_functions::are_points(in)) return {in.rules.operand(in.usual)};
  if (!are_finite(in) || y.contains_zero()) return {Interval::everything()};
  const Real most = y.magnitude() / 2;
  return {in.rules.within({-most, most, false})};
}
// x - y if x > y, else +0
Computed fdim(const In& in) {
  const Interval x = in.rules.operand(in.x().value), y = in.rules.operand(in.y().value);
  if (exact_functions::are_points(in)) return {in.rules.operand(in.usual)};
  if (!are_finite(in)) return {Interval::everything()};
  const Interval difference = in.rules.rounded(exact::subtract(x, y));
  return {exact::maximum(difference, Interval::point(0))};
}

using internal::rounded_rule;
using internal::rule_of;

constexpr EnclosureRule bits(std::uint32_t number) { return rule_of(number, EnclosureKind::bits); }
constexpr EnclosureRule accesses(std::uint32_t number) {
  return rule_of(number, EnclosureKind::accesses);
}
constexpr EnclosureRule with_marked(std::uint32_t number, Enclose enclose) {
  return {number, EnclosureKind::computes, true, enclose, false, true};
}

constexpr EnclosureRule rules[] = {
    rounded_rule(listed::ceil::number, common::monotone<common::ceiled>),
    rounded_rule(listed::copysign::number, exact_functions::copysign),
    rounded_rule(listed::fabs::number, common::absolute),
    rounded_rule(listed::fdim::number, fdim),
    rounded_rule(listed::floor::number, common::monotone<common::floored>),
    rounded_rule(listed::fma::number, fma),
    with_marked(listed::fmax::number, common::number_maximum),
    with_marked(listed::fmin::number, common::number_minimum),
    rounded_rule(listed::fmod::number, fmod),
    rounded_rule(listed::fract::number, exact_functions::zero_of_zero),
    rounded_rule(listed::frexp::number, exact_functions::zero_of_zero),
    rounded_rule(listed::ilogb::number, exact_functions::exact_function),
    rounded_rule(listed::ldexp::number, exact_functions::ldexp),
    rounded_rule(listed::logb::number, exact_functions::logb),
    rounded_rule(listed::mad::number, mad),
    rounded_rule(listed::maxmag::number, exact_functions::by_magnitude),
    rounded_rule(listed::minmag::number, exact_functions::by_magnitude),
    rounded_rule(listed::modf::number, exact_functions::zero_of_zero),
    rounded_rule(listed::nan::number, exact_functions::exact_function),
    rounded_rule(listed::nextafter::number, exact_functions::nextafter),
    rounded_rule(listed::remainder::number, remainder),
    rounded_rule(listed::remquo::number, exact_functions::remquo),
    rounded_rule(listed::rint::number, common::monotone<common::half_to_even>),
    rounded_rule(listed::round::number, common::monotone<round_away>),
    rounded_rule(listed::trunc::number, common::monotone<common::truncated>),

    rounded_rule(listed::fclamp::number, common::clamp),
    rounded_rule(listed::fmax_common::number, common::maximum),
    rounded_rule(listed::fmin_common::number, common::minimum),
    rounded_rule(listed::step::number, common::step),
    rounded_rule(listed::sign::number, common::monotone<common::sign>),

    accesses(listed::vloadn::number),
    accesses(listed::vstoren::number),
    accesses(listed::vload_half::number),
    accesses(listed::vload_halfn::number),
    accesses(listed::vstore_half::number),
    accesses(listed::vstore_half_r::number),
    accesses(listed::vstore_halfn::number),
    accesses(listed::vstore_halfn_r::number),
    accesses(listed::vloada_halfn::number),
    accesses(listed::vstorea_halfn::number),
    accesses(listed::vstorea_halfn_r::number),
    bits(listed::shuffle::number),
    bits(listed::shuffle2::number),
    accesses(listed::printf::number),
    accesses(listed::prefetch::number),
    bits(listed::bitselect::number),
    bits(listed::select::number),
};

}  // namespace

std::span<const EnclosureRule> enclosure_rules() { return rules; }

}  // namespace spirv_oracle::opencl_std
