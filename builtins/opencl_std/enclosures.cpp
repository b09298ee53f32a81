// Enclosures of OpenCL.std: the required error bounds in "ULP Values for Math Instructions - Full Profile" of OpenCL.
// Nothing is known about the result of an instruction with an implementation-defined bound.
#include <algorithm>
#include <cmath>

#include "builtins/opencl_std/elementary.h"
#include "builtins/opencl_std/exact_enclosures.h"
#include "builtins/opencl_std/lists.h"
#include "builtins/opencl_std/ulps.h"
#include "grammar/opencl_std.h"
#include "interpreter/enclosures/functions.h"
#include "interpreter/instructions/common_enclosures.h"
#include "interpreter/ir/enclosure_rule.h"
#include "interpreter/ir/error_bound.h"

namespace spirv_oracle::opencl_std {
namespace {

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

// --- operands that are not exact: the error bound around all exact results ---

// "The resulting value is undefined if x is not in the range -2^16 … +2^16": half_sin and similar functions. The
// results for larger angles would hardly be known in any case.
constexpr Real greatest_angle = 0x1p16L;

Computed within(const In& in, const Interval& exact, const Ulps& ulps) {
  // Infinities and NaN have their own results.
  for (const std::span<const Computed> operand : in.operand) {
    for (const Computed& component : operand) {
      if (!component.value.is_finite() || !component.value.has_numbers())
        return {Interval::everything()};
    }
  }
  if (!exact.is_finite() || !exact.has_numbers()) return {Interval::everything()};
  return {in.rules.within_ulps(exact, ulps.of(in.rules.format))};
}

template <class F>
Real value_of(Real x) {
  return F::value(x);
}
template <class F>
Real value_of(Real x, Real y) {
  return F::value(x, y);
}
Real root_of(Real x) { return std::sqrt(x); }
Real inverse_root_of(Real x) { return 1 / std::sqrt(x); }

// A function that is monotone in its domain, and returns NaN elsewhere.
template <class F, const Ulps& Error>
Computed rising(const In& in) {
  return within(in, exact::increasing(&value_of<F>, in.x().value), Error);
}
template <class F, const Ulps& Error>
Computed falling(const In& in) {
  return within(in, exact::decreasing(&value_of<F>, in.x().value), Error);
}
template <const Ulps& Error>
Computed square_root(const In& in) {
  return within(in, exact::increasing(&root_of, in.x().value), Error);
}
Computed declared_square_root(const In& in) {
  if (!in.divides_exactly || in.rules.format.digits != binary32.digits)
    return square_root<ulps_of::sqrt>(in);
  if (exact_functions::are_points(in)) return {in.usual};
  return square_root<ulps_of::correct>(in);
}
template <const Ulps& Error>
Computed inverse_square_root(const In& in) {
  return within(in, exact::decreasing(&inverse_root_of, in.x().value), Error);
}
template <Real (*F)(Real), const Ulps& Error>
Computed of_magnitude(const In& in) {
  return within(in, exact::even(F, in.x().value), Error);
}

template <Interval (*F)(const Interval&), const Ulps& Error>
Computed of_angle(const In& in) {
  if (in.x().value.magnitude() > greatest_angle) return {Interval::everything()};
  return within(in, F(in.x().value), Error);
}
Interval tangent(const Interval& x) {
  const bool has_pole = exact::cos(x).contains_zero();
  return has_pole ? Interval::everything() : exact::increasing(&value_of<tan>, x);
}

// A function with period 2 that is 1 at `top` and -1 half a period later.
template <class F>
Interval wave(const Interval& x, Real top) {
  if (x.magnitude() > greatest_angle) return Interval::everything();
  const auto contains = [&](Real place) {
    return std::ceil((x.low - place) / 2) * 2 + place <= x.high;
  };
  const Real a = F::value(x.low), b = F::value(x.high);
  Interval values = widened({std::min(a, b), std::max(a, b), false}, 0x1p-60L * std::fabs(a));
  values = widened(values, 0x1p-60L * std::fabs(b));
  if (contains(top)) values.high = 1;
  if (contains(top + 1)) values.low = -1;
  return intersection(values, {-1, 1, false});
}
Interval sine_of_turns(const Interval& x) { return wave<sinpi>(x, Real{0.5}); }
Interval cosine_of_turns(const Interval& x) { return wave<cospi>(x, 0); }
Interval tangent_of_turns(const Interval& x) {
  const bool has_pole = cosine_of_turns(x).contains_zero();
  return has_pole ? Interval::everything() : exact::increasing(&value_of<tanpi>, x);
}

Computed angle(const In& in) {
  return within(in, exact::atan2(in.x().value, in.y().value), ulps_of::atan2);
}
Computed angle_in_turns(const In& in) {
  const Interval radians = exact::atan2(in.x().value, in.y().value);
  const Interval half_turn = widened(Interval::point(pi<Real>), 0x1p-60L);
  return within(in, exact::divide(radians, half_turn), ulps_of::atan2pi);
}
Computed hypotenuse(const In& in) {
  const Interval x = exact::absolute(in.x().value), y = exact::absolute(in.y().value);
  return within(in, exact::by_corners(&value_of<hypot>, x, y), ulps_of::hypot);
}

// Powers of positive numbers.
template <const Ulps& Error>
Computed power(const In& in) {
  if (!(in.x().value.low > 0)) return {Interval::everything()};
  return within(in, exact::power(in.x().value, in.y().value), Error);
}
// Zero has one sign here, so it has no reciprocal.
Computed whole_power(const In& in) {
  const Interval &x = in.x().value, &n = in.y().value;
  if (x.low > 0) return within(in, exact::power(x, n), ulps_of::pown);
  const bool is_known = n.is_point() && (n.low > 0 || (n.low < 0 && x.high < 0));
  if (!is_known) return {Interval::everything()};
  const auto magnitude_of = [&](Real end) {
    return exact::power(Interval::point(std::fabs(end)), n);
  };
  const Interval low = magnitude_of(x.low), high = magnitude_of(x.high);
  const bool is_odd = std::fmod(n.low, Real{2}) != 0;
  Interval all =
      hull(is_odd ? exact::negate(low) : low, is_odd && x.high < 0 ? exact::negate(high) : high);
  if (x.contains_zero()) all = hull(all, Interval::point(0));
  return within(in, all, ulps_of::pown);
}
Computed whole_root(const In& in) {
  const Interval &x = in.x().value, &n = in.y().value;
  if (!(x.low > 0) || n.contains_zero()) return {Interval::everything()};
  return within(in, exact::power(x, exact::divide(Interval::point(1), n)), ulps_of::rootn);
}

Computed fast_quotient(const In& in) {
  return within(in, exact::divide(in.x().value, in.y().value), ulps_of::fast);
}
Computed fast_reciprocal(const In& in) {
  return within(in, exact::divide(Interval::point(1), in.x().value), ulps_of::fast);
}

template <Real (*Factor)()>
Computed times(const In& in) {
  static constexpr Ulps error{2, 2, 2};
  const Real factor = Factor();
  const Interval around = widened(Interval::point(factor), factor * 0x1p-60L);
  return within(in, exact::multiply(in.x().value, around), error);
}
Real degree() { return pi<Real> / 180; }
Real radian() { return 180 / pi<Real>; }

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

// Blends, whose error is implementation-defined in 16 and in 64 bits.
template <class Listed>
Computed blend(const In& in) {
  if (in.rules.format.digits != binary32.digits) return {Interval::everything()};
  const auto bound = std::ranges::find(error_bounds(), Listed::number, &ErrorBound::number);
  return {enclose_by_bound(bound->allowed, nullptr, in)};
}

using internal::bounded_rule;
using internal::rounded_rule;
using internal::rule_of;

constexpr EnclosureRule bits(std::uint32_t number) { return rule_of(number, EnclosureKind::bits); }
constexpr EnclosureRule unknown(std::uint32_t number) {
  return rule_of(number, EnclosureKind::unknown);
}
constexpr EnclosureRule accesses(std::uint32_t number) {
  return rule_of(number, EnclosureKind::accesses);
}
constexpr EnclosureRule of_vector(std::uint32_t number) {
  return bounded_rule(number, nullptr, false);
}
constexpr EnclosureRule with_marked(std::uint32_t number, Enclose enclose) {
  return {number, EnclosureKind::computes, true, enclose, false, true};
}

constexpr EnclosureRule rules[] = {
    bounded_rule(listed::acos::number, falling<opencl_std::acos, ulps_of::acos>),
    bounded_rule(listed::acosh::number, rising<opencl_std::acosh, ulps_of::acosh>),
    bounded_rule(listed::acospi::number, falling<opencl_std::acospi, ulps_of::acospi>),
    bounded_rule(listed::asin::number, rising<opencl_std::asin, ulps_of::asin>),
    bounded_rule(listed::asinh::number, rising<opencl_std::asinh, ulps_of::asinh>),
    bounded_rule(listed::asinpi::number, rising<opencl_std::asinpi, ulps_of::asinpi>),
    bounded_rule(listed::atan::number, rising<opencl_std::atan, ulps_of::atan>),
    bounded_rule(listed::atan2::number, angle),
    bounded_rule(listed::atanh::number, rising<opencl_std::atanh, ulps_of::atanh>),
    bounded_rule(listed::atanpi::number, rising<opencl_std::atanpi, ulps_of::atanpi>),
    bounded_rule(listed::atan2pi::number, angle_in_turns),
    bounded_rule(listed::cbrt::number, rising<opencl_std::cbrt, ulps_of::cbrt>),
    rounded_rule(listed::ceil::number, common::monotone<common::ceiled>),
    rounded_rule(listed::copysign::number, exact_functions::copysign),
    bounded_rule(listed::cos::number, of_angle<exact::cos, ulps_of::cos>),
    bounded_rule(listed::cosh::number, of_magnitude<value_of<cosh>, ulps_of::cosh>),
    bounded_rule(listed::cospi::number, of_angle<cosine_of_turns, ulps_of::cospi>),
    bounded_rule(listed::erfc::number, falling<opencl_std::erfc, ulps_of::erfc>),
    bounded_rule(listed::erf::number, rising<opencl_std::erf, ulps_of::erf>),
    bounded_rule(listed::exp::number, rising<opencl_std::exp, ulps_of::exp>),
    bounded_rule(listed::exp2::number, rising<opencl_std::exp2, ulps_of::exp2>),
    bounded_rule(listed::exp10::number, rising<opencl_std::exp10, ulps_of::exp10>),
    bounded_rule(listed::expm1::number, rising<opencl_std::expm1, ulps_of::expm1>),
    rounded_rule(listed::fabs::number, common::absolute),
    rounded_rule(listed::fdim::number, fdim),
    rounded_rule(listed::floor::number, common::monotone<common::floored>),
    rounded_rule(listed::fma::number, fma),
    with_marked(listed::fmax::number, common::number_maximum),
    with_marked(listed::fmin::number, common::number_minimum),
    rounded_rule(listed::fmod::number, fmod),
    rounded_rule(listed::fract::number, exact_functions::zero_of_zero),
    rounded_rule(listed::frexp::number, exact_functions::zero_of_zero),
    bounded_rule(listed::hypot::number, hypotenuse),
    rounded_rule(listed::ilogb::number, exact_functions::exact_function),
    rounded_rule(listed::ldexp::number, exact_functions::ldexp),
    unknown(listed::lgamma::number),
    unknown(listed::lgamma_r::number),
    bounded_rule(listed::log::number, rising<opencl_std::log, ulps_of::log>),
    bounded_rule(listed::log2::number, rising<opencl_std::log2, ulps_of::log2>),
    bounded_rule(listed::log10::number, rising<opencl_std::log10, ulps_of::log10>),
    bounded_rule(listed::log1p::number, rising<opencl_std::log1p, ulps_of::log1p>),
    rounded_rule(listed::logb::number, exact_functions::logb),
    rounded_rule(listed::mad::number, mad),
    rounded_rule(listed::maxmag::number, exact_functions::by_magnitude),
    rounded_rule(listed::minmag::number, exact_functions::by_magnitude),
    rounded_rule(listed::modf::number, exact_functions::zero_of_zero),
    rounded_rule(listed::nan::number, exact_functions::exact_function),
    rounded_rule(listed::nextafter::number, exact_functions::nextafter),
    bounded_rule(listed::pow::number, power<ulps_of::pow>),
    bounded_rule(listed::pown::number, whole_power),
    bounded_rule(listed::powr::number, power<ulps_of::powr>),
    rounded_rule(listed::remainder::number, remainder),
    rounded_rule(listed::remquo::number, exact_functions::remquo),
    rounded_rule(listed::rint::number, common::monotone<common::half_to_even>),
    bounded_rule(listed::rootn::number, whole_root),
    rounded_rule(listed::round::number, common::monotone<round_away>),
    bounded_rule(listed::rsqrt::number, inverse_square_root<ulps_of::rsqrt>),
    bounded_rule(listed::sin::number, of_angle<exact::sin, ulps_of::sin>),
    bounded_rule(listed::sincos::number, of_angle<exact::sin, ulps_of::sin>),
    bounded_rule(listed::sinh::number, rising<opencl_std::sinh, ulps_of::sinh>),
    bounded_rule(listed::sinpi::number, of_angle<sine_of_turns, ulps_of::sinpi>),
    bounded_rule(listed::sqrt::number, declared_square_root),
    bounded_rule(listed::tan::number, of_angle<tangent, ulps_of::tan>),
    bounded_rule(listed::tanh::number, rising<opencl_std::tanh, ulps_of::tanh>),
    bounded_rule(listed::tanpi::number, of_angle<tangent_of_turns, ulps_of::tanpi>),
    bounded_rule(listed::tgamma::number),
    rounded_rule(listed::trunc::number, common::monotone<common::truncated>),

    bounded_rule(listed::half_cos::number, of_angle<exact::cos, ulps_of::fast>),
    bounded_rule(listed::half_divide::number, fast_quotient),
    bounded_rule(listed::half_exp::number, rising<opencl_std::exp, ulps_of::fast>),
    bounded_rule(listed::half_exp2::number, rising<opencl_std::exp2, ulps_of::fast>),
    bounded_rule(listed::half_exp10::number, rising<opencl_std::exp10, ulps_of::fast>),
    bounded_rule(listed::half_log::number, rising<opencl_std::log, ulps_of::fast>),
    bounded_rule(listed::half_log2::number, rising<opencl_std::log2, ulps_of::fast>),
    bounded_rule(listed::half_log10::number, rising<opencl_std::log10, ulps_of::fast>),
    bounded_rule(listed::half_powr::number, power<ulps_of::fast>),
    bounded_rule(listed::half_recip::number, fast_reciprocal),
    bounded_rule(listed::half_rsqrt::number, inverse_square_root<ulps_of::fast>),
    bounded_rule(listed::half_sin::number, of_angle<exact::sin, ulps_of::fast>),
    bounded_rule(listed::half_sqrt::number, square_root<ulps_of::fast>),
    bounded_rule(listed::half_tan::number, of_angle<tangent, ulps_of::fast>),
    // "Implementation-defined."
    unknown(listed::native_cos::number),
    unknown(listed::native_divide::number),
    unknown(listed::native_exp::number),
    unknown(listed::native_exp2::number),
    unknown(listed::native_exp10::number),
    unknown(listed::native_log::number),
    unknown(listed::native_log2::number),
    unknown(listed::native_log10::number),
    unknown(listed::native_powr::number),
    unknown(listed::native_recip::number),
    unknown(listed::native_rsqrt::number),
    unknown(listed::native_sin::number),
    unknown(listed::native_sqrt::number),
    unknown(listed::native_tan::number),

    rounded_rule(listed::fclamp::number, common::clamp),
    bounded_rule(listed::degrees::number, times<radian>),
    rounded_rule(listed::fmax_common::number, common::maximum),
    rounded_rule(listed::fmin_common::number, common::minimum),
    internal::loose_rule(listed::mix::number, blend<listed::mix>),
    bounded_rule(listed::radians::number, times<degree>),
    rounded_rule(listed::step::number, common::step),
    internal::loose_rule(listed::smoothstep::number, blend<listed::smoothstep>),
    rounded_rule(listed::sign::number, common::monotone<common::sign>),
    of_vector(listed::cross::number),
    of_vector(listed::distance::number),
    of_vector(listed::length::number),
    of_vector(listed::normalize::number),
    of_vector(listed::fast_distance::number),
    of_vector(listed::fast_length::number),
    of_vector(listed::fast_normalize::number),

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
