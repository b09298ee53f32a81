// "ULP Values for Math Instructions - Full Profile" of OpenCL. Exact and correctly rounded instructions have no entry.
//
// For bounds that are implementation-defined, this table has one that exposes dependence on the result: the
// native_ instructions get the bound of the half_ ones, lgamma that of tgamma, mix and smoothstep that of 32 bits, but
// at least 2 ulp.
#include <algorithm>
#include <cmath>
#include <limits>

#include "builtins/opencl_std/elementary.h"
#include "builtins/opencl_std/geometric.h"
#include "builtins/opencl_std/lists.h"
#include "builtins/opencl_std/ulps.h"
#include "interpreter/instructions/bounded_result.h"

namespace spirv_oracle::opencl_std {
namespace {

using In = BoundedOperands;

constexpr Range no_bound{std::numeric_limits<Real>::quiet_NaN(),
                         std::numeric_limits<Real>::quiet_NaN()};

// "The usual allowances for rounding error shall not apply for those values for which section F.9 of ISO/IEC 9899:TC2
// [...] prescribe a result": where an operand is an infinity or a NaN, and where the result is exactly 0 or infinite; and of
// most functions, where an operand is 0.
struct Prescribed {
  bool at_zero = true;  // an operand
  bool where_zero =
      true;  // the result; false: a computed 0 may be a nonzero number that underflowed in long double
};

bool is_prescribed(const In& in, Real exact, Prescribed prescribed = {}) {
  for (const std::span<const Real> operand : in.operand) {
    if (operand.size() != 1) continue;
    if (!std::isfinite(operand[0]) || (prescribed.at_zero && operand[0] == 0)) return true;
  }
  return !std::isfinite(exact) || (prescribed.where_zero && exact == 0);
}

Range within_ulps(const In& in, Real exact, Real ulps, Prescribed prescribed = {}) {
  if (is_prescribed(in, exact, prescribed)) return no_bound;
  return opencl_range(in.format, exact, ulps * in.format.ulp(exact));
}

Real of_format(const In& in, Real for_64, Real for_32, Real for_16) {
  if (in.format.digits == binary16.digits) return for_16;
  return in.format.digits == binary32.digits ? for_32 : for_64;
}

Range within_ulps(const In& in, Real exact, const Ulps& ulps, Prescribed prescribed = {}) {
  return within_ulps(in, exact, ulps.of(in.format), prescribed);
}

// --- results next to a power of two ---

// Above a power of two, an ULP is twice as large as below. If the exact result of a function is so little above a power of two
// that it rounds to that power in long double, its caller uses the next long double instead.
Real away_from_zero(Real x) {
  return std::nextafter(x, std::copysign(std::numeric_limits<Real>::infinity(), x));
}
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

// For one and two operands: the function of F.
template <class F, const Ulps& Error, Prescribed Where = Prescribed{}>
Range bound(const In& in) {
  return within_ulps(in, with_right_ulp<F>(in.x(), F::value(in.x())), Error, Where);
}
template <class F, const Ulps& Error>
Range bound2(const In& in) {
  return within_ulps(in, F::value(in.x(), in.y()), Error);
}
constexpr Prescribed not_at_zero{.at_zero = false};
constexpr Prescribed never_zero{.where_zero = false};
constexpr Prescribed neither{.at_zero = false, .where_zero = false};

// --- functions with their own special values ---

// A number above 1 to a tiny positive power, or one below 1 to a tiny negative power, is slightly above 1.
Real power_with_right_ulp(Real x, Real y, Real value) {
  const Real magnitude = std::fabs(x);
  const bool grows = magnitude != 1 && (magnitude > 1) == (y > 0);
  return grows && std::fabs(value) == 1 ? away_from_zero(value) : value;
}

template <class F, const Ulps& Error>
Range bound_of_power(const In& in) {
  if (in.x() == 1) return no_bound;
  const Real power = F::value(in.x(), in.y());
  return within_ulps(in, power_with_right_ulp(in.x(), in.y(), power), Error, never_zero);
}
Range bound_of_pown(const In& in) {
  const Real power = std::pow(in.x(), in.y());
  return within_ulps(in, power_with_right_ulp(in.x(), in.y(), power), ulps_of::pown, never_zero);
}
Range bound_of_rootn(const In& in) {
  const Real root = rootn::root(in.x(), static_cast<std::int32_t>(in.y()));
  return within_ulps(in, power_with_right_ulp(in.x(), in.y(), root), ulps_of::rootn);
}
// The result may be slightly more than a quarter turn.
Range bound_of_atan2pi(const In& in) {
  const Real exact = atan2pi::value(in.x(), in.y());
  const bool grows = std::fabs(exact) == Real{0.5} && in.y() < 0;
  return within_ulps(in, grows ? away_from_zero(exact) : exact, ulps_of::atan2pi);
}
// The root of a sum of squares is slightly above the greatest number if another number is not 0.
Real root_with_right_ulp(Real root, std::span<const Real> numbers) {
  Real greatest = 0;
  for (const Real x : numbers) greatest = std::max(greatest, std::fabs(x));
  const auto count = std::ranges::count_if(numbers, [](Real x) { return x != 0; });
  return root == greatest && count > 1 ? away_from_zero(root) : root;
}
Range bound_of_hypot(const In& in) {
  const Real numbers[] = {in.x(), in.y()};
  const Real root = hypot::value(in.x(), in.y());
  return within_ulps(in, root_with_right_ulp(root, numbers), ulps_of::hypot);
}
// Correctly rounded in 64 bits.
Range bound_of_sqrt(const In& in) { return within_ulps(in, std::sqrt(in.x()), ulps_of::sqrt); }
Range bound_of_fast_sqrt(const In& in) { return within_ulps(in, std::sqrt(in.x()), ulps_of::fast); }
Range bound_of_fast_divide(const In& in) { return within_ulps(in, in.x() / in.y(), ulps_of::fast); }
Range bound_of_fast_recip(const In& in) { return within_ulps(in, 1 / in.x(), ulps_of::fast); }

Range bound_of_radians(const In& in) {
  return within_ulps(in, in.x() * (std::numbers::pi_v<Real> / 180), 2);
}
Range bound_of_degrees(const In& in) {
  return within_ulps(in, in.x() * (180 / std::numbers::pi_v<Real>), 2);
}

// --- blends ---

// x + (y - x) * a with each step rounded, and with the product and the sum fused.
Range formula_of_mix(const In& in) {
  const auto nearest = [&](Real x) { return in.format.nearest(x); };
  const Real difference = nearest(in.y() - in.x());
  const Real product = difference * in.z();
  const Real rounded = nearest(in.x() + nearest(product)), fused = nearest(in.x() + product);
  return {std::min(rounded, fused), std::max(rounded, fused)};
}

// Absolute error tolerance of 1e-3 in 32 bits. Where the numbers of the format are further apart, the results of the formula
// are permitted as well.
Range bound_of_mix(const In& in) {
  const Real exact = in.x() + (in.y() - in.x()) * in.z();
  if (!std::isfinite(exact)) return no_bound;
  const Real least = in.format.digits == binary32.digits ? 0 : 2 * in.format.ulp(exact);
  const Range formula = formula_of_mix(in);
  return hull(opencl_range(in.format, exact, std::max(Real{1e-3L}, least)), formula);
}

// absolute error tolerance of 1e-5
Range bound_of_smoothstep(const In& in) {
  if (in.z() <= in.x() || in.z() >= in.y()) return no_bound;  // 0 and 1
  const Real t = (in.z() - in.x()) / (in.y() - in.x());
  const Real exact = t * t * (3 - 2 * t);
  const Real least = in.format.digits == binary32.digits ? 0 : 2 * in.format.ulp(exact);
  return opencl_range(in.format, exact, std::max(Real{1e-5L}, least));
}

// --- vectors ---

// The bound per dimension, and a constant.
struct VectorUlps {
  Real fixed, each;
};
VectorUlps vector_ulps(const In& in, VectorUlps for_64, VectorUlps for_32, VectorUlps for_16) {
  return {of_format(in, for_64.fixed, for_32.fixed, for_16.fixed),
          of_format(in, for_64.each, for_32.each, for_16.each)};
}
Range within_ulps(const In& in, Real exact, VectorUlps ulps) {
  if (exact == 0 || !std::isfinite(exact)) return no_bound;
  const Real count = ulps.fixed + ulps.each * static_cast<Real>(in.operand[0].size());
  return opencl_range(in.format, exact, count * in.format.ulp(exact));
}

Real length_in(const In& in) {
  return root_with_right_ulp(length_of::value(in.operand[0]), in.operand[0]);
}
Real distance_in(const In& in) {
  Real points[8];
  const auto rest = std::ranges::copy(in.operand[0], points).out;
  const auto end = std::ranges::copy(in.operand[1], rest).out;
  const Real distance = distance_between::value(std::span<const Real>(points, end));
  const std::size_t count = in.operand[0].size();
  for (std::size_t i = 0; i < count; ++i) points[i] -= points[count + i];
  return root_with_right_ulp(distance, std::span<const Real>(points, count));
}
Real normalized_in(const In& in) {
  Real operands[5] = {in.operand[0][in.component]};
  const auto end = std::ranges::copy(in.operand[0], operands + 1).out;
  return component_of_normalized::value(std::span<const Real>(operands, end));
}

Range bound_of_length(const In& in) {
  return within_ulps(in, length_in(in), vector_ulps(in, {5.5L, 1}, {2.75L, 0.5L}, {0.25L, 0.5L}));
}
Range bound_of_distance(const In& in) {
  return within_ulps(in, distance_in(in), vector_ulps(in, {5.5L, 2}, {2.5L, 2}, {0, 2}));
}
Range bound_of_normalize(const In& in) {
  return within_ulps(in, normalized_in(in), vector_ulps(in, {4.5L, 1}, {2, 1}, {1, 1}));
}
Range bound_of_fast_length(const In& in) {
  return within_ulps(in, length_in(in), VectorUlps{8191.5L, 1});
}
Range bound_of_fast_distance(const In& in) {
  return within_ulps(in, distance_in(in), VectorUlps{8191.5L, 2});
}
Range bound_of_fast_normalize(const In& in) {
  return within_ulps(in, normalized_in(in), VectorUlps{8192, 1});
}

// absolute error tolerance of max * max * (3 * EPSILON), where max is the greatest magnitude of an operand
Range bound_of_cross(const In& in) {
  if (in.component == 3) return no_bound;  // 0.0
  const std::size_t j = (in.component + 1) % 3, k = (in.component + 2) % 3;
  const std::span<const Real> a = in.operand[0], b = in.operand[1];
  Real greatest = 0;
  for (std::size_t i = 0; i < 3; ++i)
    greatest = std::max({greatest, std::fabs(a[i]), std::fabs(b[i])});
  const Real error = opencl_error_of_products(in.format, greatest, 3);
  if (!std::isfinite(error))
    return {-std::numeric_limits<Real>::infinity(), std::numeric_limits<Real>::infinity(), true};
  return opencl_range(in.format, a[j] * b[k] - a[k] * b[j], error);
}

constexpr ErrorBound bounds[] = {
    bound_of_component<bound<acos, ulps_of::acos, not_at_zero>>(listed::acos::number),
    bound_of_component<bound<acosh, ulps_of::acosh>>(listed::acosh::number),
    bound_of_component<bound<acospi, ulps_of::acospi, not_at_zero>>(listed::acospi::number),
    bound_of_component<bound<asin, ulps_of::asin>>(listed::asin::number),
    bound_of_component<bound<asinh, ulps_of::asinh>>(listed::asinh::number),
    bound_of_component<bound<asinpi, ulps_of::asinpi>>(listed::asinpi::number),
    bound_of_component<bound<atan, ulps_of::atan>>(listed::atan::number),
    bound_of_component<bound<atanh, ulps_of::atanh>>(listed::atanh::number),
    bound_of_component<bound<atanpi, ulps_of::atanpi>>(listed::atanpi::number),
    bound_of_component<bound2<atan2, ulps_of::atan2>>(listed::atan2::number),
    bound_of_component<bound_of_atan2pi>(listed::atan2pi::number),
    bound_of_component<bound<cbrt, ulps_of::cbrt>>(listed::cbrt::number),
    bound_of_component<bound<cos, ulps_of::cos>>(listed::cos::number),
    bound_of_component<bound<cosh, ulps_of::cosh>>(listed::cosh::number),
    bound_of_component<bound<cospi, ulps_of::cospi>>(listed::cospi::number),
    bound_of_vector<bound_of_cross>(listed::cross::number),
    bound_of_component<bound_of_degrees>(listed::degrees::number),
    bound_of_vector<bound_of_distance>(listed::distance::number),
    bound_of_component<bound<erfc, ulps_of::erfc, neither>>(listed::erfc::number),
    bound_of_component<bound<erf, ulps_of::erf>>(listed::erf::number),
    bound_of_component<bound<exp, ulps_of::exp, never_zero>>(listed::exp::number),
    bound_of_component<bound<exp2, ulps_of::exp2, never_zero>>(listed::exp2::number),
    bound_of_component<bound<exp10, ulps_of::exp10, never_zero>>(listed::exp10::number),
    bound_of_component<bound<expm1, ulps_of::expm1>>(listed::expm1::number),
    bound_of_component<bound_of_hypot>(listed::hypot::number),
    bound_of_vector<bound_of_length>(listed::length::number),
    bound_of_component<bound<lgamma, ulps_of::lgamma>>(listed::lgamma::number),
    bound_of_component<bound<lgamma, ulps_of::lgamma>>(listed::lgamma_r::number),
    bound_of_component<bound<log, ulps_of::log>>(listed::log::number),
    bound_of_component<bound<log2, ulps_of::log2>>(listed::log2::number),
    bound_of_component<bound<log10, ulps_of::log10>>(listed::log10::number),
    bound_of_component<bound<log1p, ulps_of::log1p>>(listed::log1p::number),
    bound_of_component<bound_of_mix>(listed::mix::number),
    bound_of_vector<bound_of_normalize>(listed::normalize::number),
    bound_of_component<bound_of_power<pow, ulps_of::pow>>(listed::pow::number),
    bound_of_component<bound_of_pown>(listed::pown::number),
    bound_of_component<bound_of_power<powr, ulps_of::powr>>(listed::powr::number),
    bound_of_component<bound_of_radians>(listed::radians::number),
    bound_of_component<bound_of_rootn>(listed::rootn::number),
    bound_of_component<bound<rsqrt, ulps_of::rsqrt>>(listed::rsqrt::number),
    bound_of_component<bound<sin, ulps_of::sin>>(listed::sin::number),
    bound_of_component<bound<sin, ulps_of::sin>>(listed::sincos::number),
    bound_of_component<bound<sinh, ulps_of::sinh>>(listed::sinh::number),
    bound_of_component<bound<sinpi, ulps_of::sinpi>>(listed::sinpi::number),
    bound_of_component<bound_of_smoothstep>(listed::smoothstep::number),
    bound_of_component<bound_of_sqrt>(listed::sqrt::number),
    bound_of_component<bound<tan, ulps_of::tan>>(listed::tan::number),
    bound_of_component<bound<tanh, ulps_of::tanh>>(listed::tanh::number),
    bound_of_component<bound<tanpi, ulps_of::tanpi>>(listed::tanpi::number),
    bound_of_component<bound<tgamma, ulps_of::tgamma, never_zero>>(listed::tgamma::number),

    bound_of_component<bound<cos, ulps_of::fast>>(listed::half_cos::number),
    bound_of_component<bound_of_fast_divide>(listed::half_divide::number),
    bound_of_component<bound<exp, ulps_of::fast, never_zero>>(listed::half_exp::number),
    bound_of_component<bound<exp2, ulps_of::fast, never_zero>>(listed::half_exp2::number),
    bound_of_component<bound<exp10, ulps_of::fast, never_zero>>(listed::half_exp10::number),
    bound_of_component<bound<log, ulps_of::fast>>(listed::half_log::number),
    bound_of_component<bound<log2, ulps_of::fast>>(listed::half_log2::number),
    bound_of_component<bound<log10, ulps_of::fast>>(listed::half_log10::number),
    bound_of_component<bound_of_power<powr, ulps_of::fast>>(listed::half_powr::number),
    bound_of_component<bound_of_fast_recip>(listed::half_recip::number),
    bound_of_component<bound<rsqrt, ulps_of::fast>>(listed::half_rsqrt::number),
    bound_of_component<bound<sin, ulps_of::fast>>(listed::half_sin::number),
    bound_of_component<bound_of_fast_sqrt>(listed::half_sqrt::number),
    bound_of_component<bound<tan, ulps_of::fast>>(listed::half_tan::number),

    bound_of_vector<bound_of_fast_distance>(listed::fast_distance::number),
    bound_of_vector<bound_of_fast_length>(listed::fast_length::number),
    bound_of_vector<bound_of_fast_normalize>(listed::fast_normalize::number),

    bound_of_component<bound<cos, ulps_of::fast>>(listed::native_cos::number),
    bound_of_component<bound_of_fast_divide>(listed::native_divide::number),
    bound_of_component<bound<exp, ulps_of::fast, never_zero>>(listed::native_exp::number),
    bound_of_component<bound<exp2, ulps_of::fast, never_zero>>(listed::native_exp2::number),
    bound_of_component<bound<exp10, ulps_of::fast, never_zero>>(listed::native_exp10::number),
    bound_of_component<bound<log, ulps_of::fast>>(listed::native_log::number),
    bound_of_component<bound<log2, ulps_of::fast>>(listed::native_log2::number),
    bound_of_component<bound<log10, ulps_of::fast>>(listed::native_log10::number),
    bound_of_component<bound_of_power<powr, ulps_of::fast>>(listed::native_powr::number),
    bound_of_component<bound_of_fast_recip>(listed::native_recip::number),
    bound_of_component<bound<rsqrt, ulps_of::fast>>(listed::native_rsqrt::number),
    bound_of_component<bound<sin, ulps_of::fast>>(listed::native_sin::number),
    bound_of_component<bound_of_fast_sqrt>(listed::native_sqrt::number),
    bound_of_component<bound<tan, ulps_of::fast>>(listed::native_tan::number),
};

}  // namespace

std::span<const ErrorBound> error_bounds() { return bounds; }

}  // namespace spirv_oracle::opencl_std
