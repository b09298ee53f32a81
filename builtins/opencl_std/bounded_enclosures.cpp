// "ULP Values for Math Instructions - Full Profile" of OpenCL: functions with an error. Of each, there are the exact result of
// numbers, those of all numbers in intervals, and the error around them.
//
// For errors that are implementation-defined, nothing is known. If a result is selected, this table has an error that exposes
// dependence on the result: native_ instructions get that of the half_ ones, lgamma that of tgamma, mix and smoothstep that of
// 32 bits, but at least 2 ulp.
#include <algorithm>
#include <cmath>
#include <limits>

#include "builtins/opencl_std/elementary.h"
#include "builtins/opencl_std/exact_enclosures.h"
#include "builtins/opencl_std/geometric.h"
#include "builtins/opencl_std/lists.h"
#include "builtins/opencl_std/ulps.h"
#include "interpreter/enclosures/functions.h"
#include "interpreter/instructions/opencl_error.h"
#include "interpreter/ir/enclosure_rule.h"

namespace spirv_oracle::opencl_std {
namespace {

using spirv_oracle::Computed;  // not the one of instruction.h
using In = EnclosedOperands;
using Permitted = std::optional<Interval>;

Real x_of(const In& in) { return number_in(in.x()); }
Real y_of(const In& in) { return number_in(in.y()); }
Real z_of(const In& in) { return number_in(in.z()); }
std::vector<Real> numbers_in(std::span<const Computed> operand) {
  std::vector<Real> numbers;
  for (const Computed& component : operand) numbers.push_back(number_in(component));
  return numbers;
}

// --- errors around the results of numbers ---

// "The usual allowances for rounding error shall not apply for those values for which section F.9 of ISO/IEC 9899:TC2
// [...] prescribe a result": where an operand is an infinity or a NaN, and where the result is exactly 0 or infinite; and of
// most functions, where an operand is 0.
struct Prescribed {
  bool at_zero = true;  // an operand
  bool where_zero =
      true;  // the result; false: a computed 0 may be a nonzero number that underflowed in long double
};
constexpr Prescribed not_at_zero{.at_zero = false};
constexpr Prescribed never_zero{.where_zero = false};
constexpr Prescribed neither{.at_zero = false, .where_zero = false};

bool is_prescribed(const In& in, Real exact, Prescribed prescribed) {
  for (const std::span<const Computed> operand : in.operand) {
    if (operand.size() != 1) continue;
    const Real number = number_in(operand[0]);
    if (!std::isfinite(number) || (prescribed.at_zero && number == 0)) return true;
  }
  return !std::isfinite(exact) || (prescribed.where_zero && exact == 0);
}

Permitted within_ulps(const In& in, Real exact, Real ulps, Prescribed prescribed = {}) {
  if (is_prescribed(in, exact, prescribed)) return std::nullopt;
  const NumberFormat& format = in.rules.format;
  return opencl_range(format, exact, ulps * format.ulp(exact));
}
Permitted within_ulps(const In& in, Real exact, const Ulps& ulps, Prescribed prescribed = {}) {
  return within_ulps(in, exact, ulps.of(in.rules.format), prescribed);
}

// Above a power of two, an ULP is twice as large as below. If the exact result of a function is so little above a power of two
// that it rounds to that power in long double, its caller uses the next long double instead.
Real away_from_zero(Real x) { return std::nextafter(x, std::copysign(infinite_real, x)); }
constexpr Real tiny = 0x1p-30L;  // operands with such results are smaller

template <class F>
Real with_right_ulp(Real x, Real value) {
  constexpr bool grows_from_zero = std::is_same_v<F, asin> || std::is_same_v<F, atanh> ||
                                   std::is_same_v<F, sinh> || std::is_same_v<F, tan> ||
                                   std::is_same_v<F, cosh>;
  constexpr bool grows_above_zero = std::is_same_v<F, exp> || std::is_same_v<F, exp2> ||
                                    std::is_same_v<F, exp10> || std::is_same_v<F, expm1>;
  constexpr bool grows_below_zero = std::is_same_v<F, acospi> || std::is_same_v<F, erfc> ||
                                    std::is_same_v<F, log1p> || std::is_same_v<F, tgamma>;
  const bool grows = grows_from_zero || (grows_above_zero && x > 0) || (grows_below_zero && x < 0);
  return grows && std::fabs(x) < tiny ? away_from_zero(value) : value;
}
// A number above 1 to a tiny positive power, or one below 1 to a tiny negative power, is slightly above 1.
Real power_with_right_ulp(Real x, Real y, Real value) {
  const Real magnitude = std::fabs(x);
  const bool grows = magnitude != 1 && (magnitude > 1) == (y > 0);
  return grows && std::fabs(value) == 1 ? away_from_zero(value) : value;
}
// The root of a sum of squares is slightly above the greatest number if another number is not 0.
Real root_with_right_ulp(Real root, std::span<const Real> numbers) {
  Real greatest = 0;
  for (const Real x : numbers) greatest = std::max(greatest, std::fabs(x));
  const auto count = std::ranges::count_if(numbers, [](Real x) { return x != 0; });
  return root == greatest && count > 1 ? away_from_zero(root) : root;
}

// --- errors around the results of intervals ---

Computed around(const In& in, const Interval& exact, const Ulps& ulps) {
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

// --- functions of one operand ---

using OfInterval = Interval (*)(const Interval&);

template <class F, const Ulps& Error, Prescribed Where>
Permitted at_number(const In& in) {
  return within_ulps(in, with_right_ulp<F>(x_of(in), F::value(x_of(in))), Error, Where);
}
template <OfInterval All, const Ulps& Error>
Computed of_interval(const In& in) {
  return around(in, All(in.x().value), Error);
}
template <class F, OfInterval All, const Ulps& Error, Prescribed Where = Prescribed{}>
Computed function(const In& in) {
  return enclose_by_bound(&at_number<F, Error, Where>, &of_interval<All, Error>, in);
}
// One of which nothing is known for intervals.
template <class F, const Ulps& Error, Prescribed Where = Prescribed{}>
Computed function_of_numbers(const In& in) {
  return enclose_by_bound(&at_number<F, Error, Where>, nullptr, in);
}

struct root {
  static Real value(Real x) { return std::sqrt(x); }
};
struct reciprocal {
  static Real value(Real x) { return 1 / x; }
};
struct of_degrees {
  static Real value(Real x) { return x * (pi<Real> / 180); }
};
struct of_radians {
  static Real value(Real x) { return x * (180 / pi<Real>); }
};

template <class F>
Real value_of(Real x) {
  return F::value(x);
}
// A function that is monotone in its domain, and returns NaN elsewhere.
template <class F>
Interval rising(const Interval& x) {
  return exact::increasing(&value_of<F>, x);
}
template <class F>
Interval falling(const Interval& x) {
  return exact::decreasing(&value_of<F>, x);
}
template <class F>
Interval of_magnitude(const Interval& x) {
  return exact::even(&value_of<F>, x);
}
Interval reciprocals(const Interval& x) { return exact::divide(Interval::point(1), x); }

// "The resulting value is undefined if x is not in the range -2^16 … +2^16": half_sin and similar functions. The
// results for larger angles would hardly be known in any case.
constexpr Real greatest_angle = 0x1p16L;
template <OfInterval F>
Interval of_angle(const Interval& x) {
  return x.magnitude() > greatest_angle ? Interval::everything() : F(x);
}
Interval tangents(const Interval& x) {
  return exact::cos(x).contains_zero() ? Interval::everything() : rising<tan>(x);
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
Interval sines_of_turns(const Interval& x) { return wave<sinpi>(x, Real{0.5}); }
Interval cosines_of_turns(const Interval& x) { return wave<cospi>(x, 0); }
Interval tangents_of_turns(const Interval& x) {
  return cosines_of_turns(x).contains_zero() ? Interval::everything() : rising<tanpi>(x);
}

// F(1) has an error of long double.
template <class F>
Interval multiples(const Interval& x) {
  const Real factor = F::value(1);
  return exact::multiply(x, widened(Interval::point(factor), factor * 0x1p-60L));
}

// With -cl-fp32-correctly-rounded-divide-sqrt, 32-bit roots are correctly rounded.
Computed square_root(const In& in) {
  if (!in.divides_exactly || in.rules.format.digits != binary32.digits)
    return function<root, rising<root>, ulps_of::sqrt>(in);
  if (exact_functions::are_points(in)) return {in.usual};
  return of_interval<rising<root>, ulps_of::correct>(in);
}

// --- functions of two operands ---

template <class F, const Ulps& Error>
Permitted at_numbers(const In& in) {
  return within_ulps(in, F::value(x_of(in), y_of(in)), Error);
}

Computed angle(const In& in) {
  return enclose_by_bound(
      &at_numbers<atan2, ulps_of::atan2>,
      [](const In& of) {
        return around(of, exact::atan2(of.x().value, of.y().value), ulps_of::atan2);
      },
      in);
}
// The result may be slightly more than a quarter turn.
Permitted angle_in_turns_at(const In& in) {
  const Real exact = atan2pi::value(x_of(in), y_of(in));
  const bool grows = std::fabs(exact) == Real{0.5} && y_of(in) < 0;
  return within_ulps(in, grows ? away_from_zero(exact) : exact, ulps_of::atan2pi);
}
Computed angle_in_turns(const In& in) {
  return enclose_by_bound(
      &angle_in_turns_at,
      [](const In& of) {
        const Interval radians = exact::atan2(of.x().value, of.y().value);
        const Interval half_turn = widened(Interval::point(pi<Real>), 0x1p-60L);
        return around(of, exact::divide(radians, half_turn), ulps_of::atan2pi);
      },
      in);
}
Permitted hypotenuse_at(const In& in) {
  const Real numbers[] = {x_of(in), y_of(in)};
  return within_ulps(in, root_with_right_ulp(hypot::value(numbers[0], numbers[1]), numbers),
                     ulps_of::hypot);
}
Real hypotenuse_of(Real x, Real y) { return hypot::value(x, y); }
Computed hypotenuse(const In& in) {
  return enclose_by_bound(
      &hypotenuse_at,
      [](const In& of) {
        const Interval x = exact::absolute(of.x().value), y = exact::absolute(of.y().value);
        return around(of, exact::by_corners(&hypotenuse_of, x, y), ulps_of::hypot);
      },
      in);
}
Permitted quotient_at(const In& in) { return within_ulps(in, x_of(in) / y_of(in), ulps_of::fast); }
Computed fast_quotient(const In& in) {
  return enclose_by_bound(
      &quotient_at,
      [](const In& of) {
        return around(of, exact::divide(of.x().value, of.y().value), ulps_of::fast);
      },
      in);
}

// --- powers ---

template <class F, const Ulps& Error>
Permitted power_at(const In& in) {
  const Real x = x_of(in), y = y_of(in);
  if (x == 1) return std::nullopt;
  return within_ulps(in, power_with_right_ulp(x, y, F::value(x, y)), Error, never_zero);
}
// Powers of positive numbers.
template <const Ulps& Error>
Computed powers(const In& in) {
  if (!(in.x().value.low > 0)) return {Interval::everything()};
  return around(in, exact::power(in.x().value, in.y().value), Error);
}
template <class F, const Ulps& Error>
Computed power(const In& in) {
  return enclose_by_bound(&power_at<F, Error>, &powers<Error>, in);
}

Permitted whole_power_at(const In& in) {
  const Real x = x_of(in), n = y_of(in);
  return within_ulps(in, power_with_right_ulp(x, n, std::pow(x, n)), ulps_of::pown, never_zero);
}
// Zero has one sign here, so it has no reciprocal.
Computed whole_powers(const In& in) {
  const Interval &x = in.x().value, &n = in.y().value;
  if (x.low > 0) return around(in, exact::power(x, n), ulps_of::pown);
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
  return around(in, all, ulps_of::pown);
}
Computed whole_power(const In& in) { return enclose_by_bound(&whole_power_at, &whole_powers, in); }

Permitted whole_root_at(const In& in) {
  const Real x = x_of(in), n = y_of(in);
  const Real exact = rootn::root(x, static_cast<std::int32_t>(n));
  return within_ulps(in, power_with_right_ulp(x, n, exact), ulps_of::rootn);
}
Computed whole_roots(const In& in) {
  const Interval &x = in.x().value, &n = in.y().value;
  if (!(x.low > 0) || n.contains_zero()) return {Interval::everything()};
  return around(in, exact::power(x, exact::divide(Interval::point(1), n)), ulps_of::rootn);
}
Computed whole_root(const In& in) { return enclose_by_bound(&whole_root_at, &whole_roots, in); }

// --- blends, whose error is implementation-defined in 16 and in 64 bits ---

// The absolute error; in other formats than 32 bits, at least 2 ulp.
Interval within_error(const In& in, Real exact, Real error) {
  const NumberFormat& format = in.rules.format;
  const Real least = format.digits == binary32.digits ? 0 : 2 * format.ulp(exact);
  return opencl_range(format, exact, std::max(error, least));
}

// x + (y - x) * a with each step rounded, and with the product and the sum fused.
Interval formula_of_mix(const In& in) {
  const auto nearest = [&](Real x) { return in.rules.format.nearest(x); };
  const Real difference = nearest(y_of(in) - x_of(in));
  const Real product = difference * z_of(in);
  const Real rounded = nearest(x_of(in) + nearest(product)), fused = nearest(x_of(in) + product);
  return {std::min(rounded, fused), std::max(rounded, fused), false};
}
// Absolute error tolerance of 1e-3 in 32 bits. Where the numbers of the format are further apart, the results of the formula
// are permitted as well.
Permitted mix_at(const In& in) {
  const Real exact = x_of(in) + (y_of(in) - x_of(in)) * z_of(in);
  if (!std::isfinite(exact)) return std::nullopt;
  return hull(within_error(in, exact, 1e-3L), formula_of_mix(in));
}
// absolute error tolerance of 1e-5
Permitted smoothstep_at(const In& in) {
  const Real first = x_of(in), last = y_of(in), x = z_of(in);
  if (x <= first || x >= last) return std::nullopt;  // 0 and 1
  const Real t = (x - first) / (last - first);
  return within_error(in, t * t * (3 - 2 * t), 1e-5L);
}
template <ResultsOfNumbers At>
Computed blend(const In& in) {
  const bool is_known = in.selects || in.rules.format.digits == binary32.digits;
  return is_known ? enclose_by_bound(At, nullptr, in) : Computed{Interval::everything()};
}

// --- vectors ---

// The error per dimension, and a constant.
struct VectorUlps {
  Ulps fixed, each;
};
Permitted within_ulps(const In& in, Real exact, const VectorUlps& ulps) {
  if (exact == 0 || !std::isfinite(exact)) return std::nullopt;
  const NumberFormat& format = in.rules.format;
  const auto dimensions = static_cast<Real>(in.operand[0].size());
  const Real count = ulps.fixed.of(format) + ulps.each.of(format) * dimensions;
  return opencl_range(format, exact, count * format.ulp(exact));
}

Real length_in(const In& in) {
  const std::vector<Real> p = numbers_in(in.operand[0]);
  return root_with_right_ulp(length_of::value(std::span(p)), p);
}
Real distance_in(const In& in) {
  std::vector<Real> points = numbers_in(in.operand[0]);
  const std::vector<Real> others = numbers_in(in.operand[1]);
  const std::size_t count = points.size();
  points.insert(points.end(), others.begin(), others.end());
  const Real distance = distance_between::value(std::span<const Real>(points));
  for (std::size_t i = 0; i < count; ++i) points[i] -= points[count + i];
  return root_with_right_ulp(distance, std::span<const Real>(points).first(count));
}
Real normalized_in(const In& in) {
  std::vector<Real> operands = numbers_in(in.operand[0]);
  operands.insert(operands.begin(), operands[in.component]);
  return component_of_normalized::value(std::span<const Real>(operands));
}

constexpr VectorUlps of_length{{5.5L, 2.75L, 0.25L}, {1, 0.5L, 0.5L}};
constexpr VectorUlps of_distance{{5.5L, 2.5L, 0}, {2, 2, 2}};
constexpr VectorUlps of_normalize{{4.5L, 2, 1}, {1, 1, 1}};
constexpr VectorUlps of_fast_length{{8191.5L, 8191.5L, 8191.5L}, {1, 1, 1}};
constexpr VectorUlps of_fast_distance{{8191.5L, 8191.5L, 8191.5L}, {2, 2, 2}};
constexpr VectorUlps of_fast_normalize{{8192, 8192, 8192}, {1, 1, 1}};

template <Real (*Exact)(const In&), const VectorUlps& Error>
Computed of_vector(const In& in) {
  return enclose_by_bound([](const In& of) { return within_ulps(of, Exact(of), Error); }, nullptr,
                          in);
}

// absolute error tolerance of max * max * (3 * EPSILON), where max is the greatest magnitude of an operand
Permitted cross_at(const In& in) {
  if (in.component == 3) return std::nullopt;  // 0.0
  const std::size_t j = (in.component + 1) % 3, k = (in.component + 2) % 3;
  const std::vector<Real> a = numbers_in(in.operand[0]), b = numbers_in(in.operand[1]);
  Real greatest = 0;
  for (std::size_t i = 0; i < 3; ++i)
    greatest = std::max({greatest, std::fabs(a[i]), std::fabs(b[i])});
  const Real error = opencl_error_of_products(in.rules.format, greatest, 3);
  if (!std::isfinite(error)) return Interval::everything();
  return opencl_range(in.rules.format, a[j] * b[k] - a[k] * b[j], error);
}
Computed cross_product(const In& in) { return enclose_by_bound(&cross_at, nullptr, in); }

// --- the table ---

constexpr ErrorBounds stated{.of_kernels = true};

constexpr EnclosureRule row(std::uint32_t number, Enclose enclose) {
  return internal::loose_rule(number, enclose, stated);
}
constexpr EnclosureRule vector_row(std::uint32_t number, Enclose enclose) {
  return internal::vector_rule(number, enclose, stated);
}
// "Implementation-defined."
constexpr EnclosureRule unstated(std::uint32_t number, Enclose selected) {
  return {number, EnclosureKind::unknown, true, selected, true, false, stated};
}

constexpr EnclosureRule rules[] = {
    row(listed::acos::number, function<acos, falling<acos>, ulps_of::acos, not_at_zero>),
    row(listed::acosh::number, function<acosh, rising<acosh>, ulps_of::acosh>),
    row(listed::acospi::number, function<acospi, falling<acospi>, ulps_of::acospi, not_at_zero>),
    row(listed::asin::number, function<asin, rising<asin>, ulps_of::asin>),
    row(listed::asinh::number, function<asinh, rising<asinh>, ulps_of::asinh>),
    row(listed::asinpi::number, function<asinpi, rising<asinpi>, ulps_of::asinpi>),
    row(listed::atan::number, function<atan, rising<atan>, ulps_of::atan>),
    row(listed::atan2::number, angle),
    row(listed::atanh::number, function<atanh, rising<atanh>, ulps_of::atanh>),
    row(listed::atanpi::number, function<atanpi, rising<atanpi>, ulps_of::atanpi>),
    row(listed::atan2pi::number, angle_in_turns),
    row(listed::cbrt::number, function<cbrt, rising<cbrt>, ulps_of::cbrt>),
    row(listed::cos::number, function<cos, of_angle<exact::cos>, ulps_of::cos>),
    row(listed::cosh::number, function<cosh, of_magnitude<cosh>, ulps_of::cosh>),
    row(listed::cospi::number, function<cospi, cosines_of_turns, ulps_of::cospi>),
    row(listed::erfc::number, function<erfc, falling<erfc>, ulps_of::erfc, neither>),
    row(listed::erf::number, function<erf, rising<erf>, ulps_of::erf>),
    row(listed::exp::number, function<exp, rising<exp>, ulps_of::exp, never_zero>),
    row(listed::exp2::number, function<exp2, rising<exp2>, ulps_of::exp2, never_zero>),
    row(listed::exp10::number, function<exp10, rising<exp10>, ulps_of::exp10, never_zero>),
    row(listed::expm1::number, function<expm1, rising<expm1>, ulps_of::expm1>),
    row(listed::hypot::number, hypotenuse),
    unstated(listed::lgamma::number, function_of_numbers<lgamma, ulps_of::lgamma>),
    unstated(listed::lgamma_r::number, function_of_numbers<lgamma, ulps_of::lgamma>),
    row(listed::log::number, function<log, rising<log>, ulps_of::log>),
    row(listed::log2::number, function<log2, rising<log2>, ulps_of::log2>),
    row(listed::log10::number, function<log10, rising<log10>, ulps_of::log10>),
    row(listed::log1p::number, function<log1p, rising<log1p>, ulps_of::log1p>),
    row(listed::pow::number, power<pow, ulps_of::pow>),
    row(listed::pown::number, whole_power),
    row(listed::powr::number, power<powr, ulps_of::powr>),
    row(listed::rootn::number, whole_root),
    row(listed::rsqrt::number, function<rsqrt, falling<rsqrt>, ulps_of::rsqrt>),
    row(listed::sin::number, function<sin, of_angle<exact::sin>, ulps_of::sin>),
    row(listed::sincos::number, function<sin, of_angle<exact::sin>, ulps_of::sin>),
    row(listed::sinh::number, function<sinh, rising<sinh>, ulps_of::sinh>),
    row(listed::sinpi::number, function<sinpi, sines_of_turns, ulps_of::sinpi>),
    row(listed::sqrt::number, square_root),
    row(listed::tan::number, function<tan, of_angle<tangents>, ulps_of::tan>),
    row(listed::tanh::number, function<tanh, rising<tanh>, ulps_of::tanh>),
    row(listed::tanpi::number, function<tanpi, tangents_of_turns, ulps_of::tanpi>),
    row(listed::tgamma::number, function_of_numbers<tgamma, ulps_of::tgamma, never_zero>),

    row(listed::degrees::number, function<of_radians, multiples<of_radians>, ulps_of::angle>),
    row(listed::radians::number, function<of_degrees, multiples<of_degrees>, ulps_of::angle>),
    row(listed::mix::number, blend<mix_at>),
    row(listed::smoothstep::number, blend<smoothstep_at>),
    vector_row(listed::cross::number, cross_product),
    vector_row(listed::distance::number, of_vector<distance_in, of_distance>),
    vector_row(listed::length::number, of_vector<length_in, of_length>),
    vector_row(listed::normalize::number, of_vector<normalized_in, of_normalize>),
    vector_row(listed::fast_distance::number, of_vector<distance_in, of_fast_distance>),
    vector_row(listed::fast_length::number, of_vector<length_in, of_fast_length>),
    vector_row(listed::fast_normalize::number, of_vector<normalized_in, of_fast_normalize>),
};

struct FastFunction {
  std::uint32_t half, native;
  Enclose enclose;
};
constexpr FastFunction fast_functions[] = {
    {listed::half_cos::number, listed::native_cos::number,
     function<cos, of_angle<exact::cos>, ulps_of::fast>},
    {listed::half_divide::number, listed::native_divide::number, fast_quotient},
    {listed::half_exp::number, listed::native_exp::number,
     function<exp, rising<exp>, ulps_of::fast, never_zero>},
    {listed::half_exp2::number, listed::native_exp2::number,
     function<exp2, rising<exp2>, ulps_of::fast, never_zero>},
    {listed::half_exp10::number, listed::native_exp10::number,
     function<exp10, rising<exp10>, ulps_of::fast, never_zero>},
    {listed::half_log::number, listed::native_log::number,
     function<log, rising<log>, ulps_of::fast>},
    {listed::half_log2::number, listed::native_log2::number,
     function<log2, rising<log2>, ulps_of::fast>},
    {listed::half_log10::number, listed::native_log10::number,
     function<log10, rising<log10>, ulps_of::fast>},
    {listed::half_powr::number, listed::native_powr::number, power<powr, ulps_of::fast>},
    {listed::half_recip::number, listed::native_recip::number,
     function<reciprocal, reciprocals, ulps_of::fast>},
    {listed::half_rsqrt::number, listed::native_rsqrt::number,
     function<rsqrt, falling<rsqrt>, ulps_of::fast>},
    {listed::half_sin::number, listed::native_sin::number,
     function<sin, of_angle<exact::sin>, ulps_of::fast>},
    {listed::half_sqrt::number, listed::native_sqrt::number,
     function<root, rising<root>, ulps_of::fast>},
    {listed::half_tan::number, listed::native_tan::number,
     function<tan, of_angle<tangents>, ulps_of::fast>},
};

constexpr auto fast_rules = [] {
  std::array<EnclosureRule, 2 * std::size(fast_functions)> both;
  for (std::size_t i = 0; i < std::size(fast_functions); ++i) {
    const FastFunction& fast = fast_functions[i];
    both[2 * i] = row(fast.half, fast.enclose);
    both[2 * i + 1] = unstated(fast.native, fast.enclose);
  }
  return both;
}();

}  // namespace

std::span<const EnclosureRule> bounded_enclosure_rules() { return rules; }
std::span<const EnclosureRule> fast_enclosure_rules() { return fast_rules; }

}  // namespace spirv_oracle::opencl_std
