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
// [...] prescribe a result": an operand is a zero, an infinity or a NaN, or the result is exactly zero.
bool is_prescribed(const In& in, Real exact) {
  const auto is_special = [](Real x) { return x == 0 || !std::isfinite(x); };
  for (const std::span<const Real> operand : in.operand) {
    if (operand.size() == 1 && is_special(operand[0])) return true;
  }
  return is_special(exact);
}

Range within_ulps(const In& in, Real exact, Real ulps) {
  if (is_prescribed(in, exact)) return no_bound;
  return in.format.within(exact, ulps * in.format.ulp(exact));
}

Real of_format(const In& in, Real for_64, Real for_32, Real for_16) {
  if (in.format.digits == binary16.digits) return for_16;
  return in.format.digits == binary32.digits ? for_32 : for_64;
}

Range within_ulps(const In& in, Real exact, const Ulps& ulps) {
  return within_ulps(in, exact, ulps.of(in.format));
}

// For one and two operands: the function of F.
template <class F, const Ulps& Error>
Range bound(const In& in) {
  return within_ulps(in, F::value(in.x()), Error);
}
template <class F, const Ulps& Error>
Range bound2(const In& in) {
  return within_ulps(in, F::value(in.x(), in.y()), Error);
}

// --- functions with their own special values ---

Range bound_of_pow(const In& in) {
  if (in.x() == 1) return no_bound;
  return bound2<pow, ulps_of::pow>(in);
}
Range bound_of_powr(const In& in) {
  if (in.x() == 1) return no_bound;
  return bound2<powr, ulps_of::powr>(in);
}
Range bound_of_fast_powr(const In& in) {
  if (in.x() == 1) return no_bound;
  return bound2<powr, ulps_of::fast>(in);
}
Range bound_of_pown(const In& in) {
  return within_ulps(in, std::pow(in.x(), in.y()), ulps_of::pown);
}
Range bound_of_rootn(const In& in) {
  const bool odd = std::fmod(in.y(), Real{2}) != 0;
  if (in.y() == 0 || (in.x() < 0 && !odd)) return no_bound;
  const Real magnitude = std::pow(std::fabs(in.x()), 1 / in.y());
  return within_ulps(in, std::copysign(magnitude, in.x()), ulps_of::rootn);
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

// absolute error tolerance of 1e-3
Range bound_of_mix(const In& in) {
  const Real exact = in.x() + (in.y() - in.x()) * in.z();
  return in.format.within(exact, std::max(Real{1e-3L}, 2 * in.format.ulp(exact)));
}

// absolute error tolerance of 1e-5
Range bound_of_smoothstep(const In& in) {
  if (in.z() <= in.x() || in.z() >= in.y()) return no_bound;  // 0 and 1
  const Real t = (in.z() - in.x()) / (in.y() - in.x());
  const Real exact = t * t * (3 - 2 * t);
  return in.format.within(exact, std::max(Real{1e-5L}, 2 * in.format.ulp(exact)));
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
  return in.format.within(exact, count * in.format.ulp(exact));
}

Real length_in(const In& in) { return length_of::value(in.operand[0]); }
Real distance_in(const In& in) {
  Real points[8];
  const auto rest = std::ranges::copy(in.operand[0], points).out;
  const auto end = std::ranges::copy(in.operand[1], rest).out;
  return distance_between::value(std::span<const Real>(points, end));
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
  const Real epsilon = std::ldexp(Real{1}, 1 - std::min(in.format.digits, binary32.digits));
  return in.format.within(a[j] * b[k] - a[k] * b[j], greatest * greatest * 3 * epsilon);
}

constexpr ErrorBound bounds[] = {
    bound_of_component<bound<acos, ulps_of::acos>>(listed::acos::number),
    bound_of_component<bound<acosh, ulps_of::acosh>>(listed::acosh::number),
    bound_of_component<bound<acospi, ulps_of::acospi>>(listed::acospi::number),
    bound_of_component<bound<asin, ulps_of::asin>>(listed::asin::number),
    bound_of_component<bound<asinh, ulps_of::asinh>>(listed::asinh::number),
    bound_of_component<bound<asinpi, ulps_of::asinpi>>(listed::asinpi::number),
    bound_of_component<bound<atan, ulps_of::atan>>(listed::atan::number),
    bound_of_component<bound<atanh, ulps_of::atanh>>(listed::atanh::number),
    bound_of_component<bound<atanpi, ulps_of::atanpi>>(listed::atanpi::number),
    bound_of_component<bound2<atan2, ulps_of::atan2>>(listed::atan2::number),
    bound_of_component<bound2<atan2pi, ulps_of::atan2pi>>(listed::atan2pi::number),
    bound_of_component<bound<cbrt, ulps_of::cbrt>>(listed::cbrt::number),
    bound_of_component<bound<cos, ulps_of::cos>>(listed::cos::number),
    bound_of_component<bound<cosh, ulps_of::cosh>>(listed::cosh::number),
    bound_of_component<bound<cospi, ulps_of::cospi>>(listed::cospi::number),
    bound_of_vector<bound_of_cross>(listed::cross::number),
    bound_of_component<bound_of_degrees>(listed::degrees::number),
    bound_of_vector<bound_of_distance>(listed::distance::number),
    bound_of_component<bound<erfc, ulps_of::erfc>>(listed::erfc::number),
    bound_of_component<bound<erf, ulps_of::erf>>(listed::erf::number),
    bound_of_component<bound<exp, ulps_of::exp>>(listed::exp::number),
    bound_of_component<bound<exp2, ulps_of::exp2>>(listed::exp2::number),
    bound_of_component<bound<exp10, ulps_of::exp10>>(listed::exp10::number),
    bound_of_component<bound<expm1, ulps_of::expm1>>(listed::expm1::number),
    bound_of_component<bound2<hypot, ulps_of::hypot>>(listed::hypot::number),
    bound_of_vector<bound_of_length>(listed::length::number),
    bound_of_component<bound<lgamma, ulps_of::lgamma>>(listed::lgamma::number),
    bound_of_component<bound<lgamma, ulps_of::lgamma>>(listed::lgamma_r::number),
    bound_of_component<bound<log, ulps_of::log>>(listed::log::number),
    bound_of_component<bound<log2, ulps_of::log2>>(listed::log2::number),
    bound_of_component<bound<log10, ulps_of::log10>>(listed::log10::number),
    bound_of_component<bound<log1p, ulps_of::log1p>>(listed::log1p::number),
    bound_of_component<bound_of_mix>(listed::mix::number),
    bound_of_vector<bound_of_normalize>(listed::normalize::number),
    bound_of_component<bound_of_pow>(listed::pow::number),
    bound_of_component<bound_of_pown>(listed::pown::number),
    bound_of_component<bound_of_powr>(listed::powr::number),
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
    bound_of_component<bound<tgamma, ulps_of::tgamma>>(listed::tgamma::number),

    bound_of_component<bound<cos, ulps_of::fast>>(listed::half_cos::number),
    bound_of_component<bound_of_fast_divide>(listed::half_divide::number),
    bound_of_component<bound<exp, ulps_of::fast>>(listed::half_exp::number),
    bound_of_component<bound<exp2, ulps_of::fast>>(listed::half_exp2::number),
    bound_of_component<bound<exp10, ulps_of::fast>>(listed::half_exp10::number),
    bound_of_component<bound<log, ulps_of::fast>>(listed::half_log::number),
    bound_of_component<bound<log2, ulps_of::fast>>(listed::half_log2::number),
    bound_of_component<bound<log10, ulps_of::fast>>(listed::half_log10::number),
    bound_of_component<bound_of_fast_powr>(listed::half_powr::number),
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
    bound_of_component<bound<exp, ulps_of::fast>>(listed::native_exp::number),
    bound_of_component<bound<exp2, ulps_of::fast>>(listed::native_exp2::number),
    bound_of_component<bound<exp10, ulps_of::fast>>(listed::native_exp10::number),
    bound_of_component<bound<log, ulps_of::fast>>(listed::native_log::number),
    bound_of_component<bound<log2, ulps_of::fast>>(listed::native_log2::number),
    bound_of_component<bound<log10, ulps_of::fast>>(listed::native_log10::number),
    bound_of_component<bound_of_fast_powr>(listed::native_powr::number),
    bound_of_component<bound_of_fast_recip>(listed::native_recip::number),
    bound_of_component<bound<rsqrt, ulps_of::fast>>(listed::native_rsqrt::number),
    bound_of_component<bound<sin, ulps_of::fast>>(listed::native_sin::number),
    bound_of_component<bound_of_fast_sqrt>(listed::native_sqrt::number),
    bound_of_component<bound<tan, ulps_of::fast>>(listed::native_tan::number),
};

}  // namespace

std::span<const ErrorBound> error_bounds() { return bounds; }

}  // namespace spirv_oracle::opencl_std
