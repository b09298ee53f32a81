// "ULP Values for Single Precision Math Instructions with -cl-unsafe-math-optimizations" of OpenCL, for implementations
// without derived functions. If the table states an error only for a part of the domain, other results do not change.
#include <cmath>
#include <limits>
#include <numbers>

#include "builtins/opencl_std/elementary.h"
#include "builtins/opencl_std/lists.h"
#include "interpreter/instructions/bounded_result.h"
#include "interpreter/ir/enclosure_rule.h"

namespace spirv_oracle::opencl_std {
namespace {

using In = BoundedOperands;

constexpr Range no_bound{std::numeric_limits<Real>::quiet_NaN(),
                         std::numeric_limits<Real>::quiet_NaN()};

Range within_ulps(const In& in, Real exact, Real ulps) {
  if (exact == 0 || !std::isfinite(exact) || !std::isfinite(in.x())) return no_bound;
  return opencl_range(in.format, exact, ulps * in.format.ulp(exact));
}

template <class F, int Ulps>
Range bound(const In& in) {
  return within_ulps(in, F::value(in.x()), Ulps);
}
template <class F>
Range bound2(const In& in) {
  return within_ulps(in, F::value(in.x(), in.y()), 8192);
}

// "the maximum absolute error is <= 2^-11" if |x| is at most `greatest`
Range within_angle_error(const In& in, Real exact, Real greatest) {
  if (!(std::fabs(in.x()) <= greatest)) return no_bound;
  return opencl_range(in.format, exact, 0x1p-11L);
}
template <class F>
Range bound_of_angle(const In& in) {
  return within_angle_error(in, F::value(in.x()), std::numbers::pi_v<Real>);
}
template <class F>
Range bound_of_half_turns(const In& in) {
  return within_angle_error(in, F::value(in.x()), 1);
}

// "Defined for x in the domain [-88, 88]"
template <class F>
Range bound_of_hyperbolic(const In& in) {
  return std::fabs(in.x()) <= 88 ? bound<F, 8192>(in) : no_bound;
}
Range bound_of_tanpi(const In& in) {
  return std::fabs(in.x()) <= 1 ? bound<tanpi, 8192>(in) : no_bound;
}

template <class F>
Range bound_of_power(const In& in) {
  return within_ulps(in, F::value(in.x()), 3 + std::floor(std::fabs(2 * in.x())));
}

template <class F>
Range bound_of_logarithm(const In& in) {
  const Real exact = F::value(in.x());
  if (in.x() >= 0.5L && in.x() <= 2) return opencl_range(in.format, exact, 0x1p-21L);
  return within_ulps(in, exact, 3);
}

Range bound_of_pow(const In& in) {
  if (in.x() == 0 || (in.x() < 0 && in.y() != std::floor(in.y()))) return no_bound;
  return bound2<pow>(in);
}
Range bound_of_pown(const In& in) {
  return in.x() == 0 ? no_bound : within_ulps(in, std::pow(in.x(), in.y()), 8192);
}
Range bound_of_powr(const In& in) { return in.x() <= 0 ? no_bound : bound2<powr>(in); }
Range bound_of_rootn(const In& in) {
  const bool odd = std::fmod(in.y(), Real{2}) != 0;
  if (in.y() == 0 || in.x() == 0 || (in.x() < 0 && !odd)) return no_bound;
  const Real magnitude = std::pow(std::fabs(in.x()), 1 / in.y());
  return within_ulps(in, std::copysign(magnitude, in.x()), 8192);
}

constexpr ErrorBound bounds[] = {
    bound_of_component<bound<acos, 4096>>(listed::acos::number),
    bound_of_component<bound<acosh, 8192>>(listed::acosh::number),
    bound_of_component<bound<acospi, 8192>>(listed::acospi::number),
    bound_of_component<bound<asin, 4096>>(listed::asin::number),
    bound_of_component<bound<asinh, 8192>>(listed::asinh::number),
    bound_of_component<bound<asinpi, 8192>>(listed::asinpi::number),
    bound_of_component<bound<atan, 4096>>(listed::atan::number),
    bound_of_component<bound<atanh, 8192>>(listed::atanh::number),
    bound_of_component<bound<atanpi, 8192>>(listed::atanpi::number),
    bound_of_component<bound2<atan2>>(listed::atan2::number),
    bound_of_component<bound2<atan2pi>>(listed::atan2pi::number),
    bound_of_component<bound<cbrt, 8192>>(listed::cbrt::number),
    bound_of_component<bound_of_angle<cos>>(listed::cos::number),
    bound_of_component<bound_of_hyperbolic<cosh>>(listed::cosh::number),
    bound_of_component<bound_of_half_turns<cospi>>(listed::cospi::number),
    bound_of_component<bound_of_power<exp>>(listed::exp::number),
    bound_of_component<bound_of_power<exp2>>(listed::exp2::number),
    bound_of_component<bound<exp10, 8192>>(listed::exp10::number),
    bound_of_component<bound<expm1, 8192>>(listed::expm1::number),
    bound_of_component<bound_of_logarithm<log>>(listed::log::number),
    bound_of_component<bound_of_logarithm<log2>>(listed::log2::number),
    bound_of_component<bound_of_logarithm<log10>>(listed::log10::number),
    bound_of_component<bound<log1p, 8192>>(listed::log1p::number),
    bound_of_component<bound_of_pow>(listed::pow::number),
    bound_of_component<bound_of_pown>(listed::pown::number),
    bound_of_component<bound_of_powr>(listed::powr::number),
    bound_of_component<bound_of_rootn>(listed::rootn::number),
    bound_of_component<bound_of_angle<sin>>(listed::sin::number),
    bound_of_component<bound_of_angle<sin>>(
        listed::sincos::number),  // its cosine has the bound of cos
    bound_of_component<bound_of_hyperbolic<sinh>>(listed::sinh::number),
    bound_of_component<bound_of_half_turns<sinpi>>(listed::sinpi::number),
    bound_of_component<bound<tan, 8192>>(listed::tan::number),
    bound_of_component<bound<tanh, 8192>>(listed::tanh::number),
    bound_of_component<bound_of_tanpi>(listed::tanpi::number),
};

// --- enclosures: functions that no implementation may derive from others, so that the error holds for all ---

template <Range (*Bound)(const In&)>
Range anything_outside(const In& in) {
  const Range range = Bound(in);
  return range.low <= range.high ? range : Range{range.low, range.high, true};
}
template <Range (*Bound)(const In&)>
spirv_oracle::Computed within(const EnclosedOperands& in) {
  return {enclose_by_bound(&anything_outside<Bound>, nullptr, in)};
}
template <Range (*Bound)(const In&)>
constexpr EnclosureRule underived(std::uint32_t number) {
  return {number, EnclosureKind::computes, true, &within<Bound>, true};
}

constexpr EnclosureRule rules[] = {
    underived<bound<acos, 4096>>(listed::acos::number),
    underived<bound<asin, 4096>>(listed::asin::number),
    underived<bound<atan, 4096>>(listed::atan::number),
    underived<bound_of_angle<cos>>(listed::cos::number),
    underived<bound_of_half_turns<cospi>>(listed::cospi::number),
    underived<bound_of_power<exp>>(listed::exp::number),
    underived<bound_of_power<exp2>>(listed::exp2::number),
    underived<bound_of_logarithm<log>>(listed::log::number),
    underived<bound_of_logarithm<log2>>(listed::log2::number),
    underived<bound_of_logarithm<log10>>(listed::log10::number),
    underived<bound_of_angle<sin>>(listed::sin::number),
    underived<bound_of_half_turns<sinpi>>(listed::sinpi::number),
};

}  // namespace

std::span<const ErrorBound> relaxed_error_bounds() { return bounds; }
std::span<const EnclosureRule> relaxed_enclosure_rules() { return rules; }

}  // namespace spirv_oracle::opencl_std
