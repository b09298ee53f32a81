// "ULP Values for Single Precision Math Instructions with -cl-unsafe-math-optimizations" of OpenCL, for implementations
// without derived functions. If the table states an error only for a part of the domain, anything is possible elsewhere, and
// a selected result is the usual one.
#include <cmath>
#include <numbers>

#include "builtins/opencl_std/elementary.h"
#include "builtins/opencl_std/lists.h"
#include "interpreter/instructions/opencl_error.h"
#include "interpreter/ir/enclosure_rule.h"

namespace spirv_oracle::opencl_std {
namespace {

using spirv_oracle::Computed;  // not the one of instruction.h
using In = EnclosedOperands;
using Permitted = std::optional<Interval>;

Real x_of(const In& in) { return number_in(in.x()); }
Real y_of(const In& in) { return number_in(in.y()); }

Permitted within_ulps(const In& in, Real exact, Real ulps) {
  if (exact == 0 || !std::isfinite(exact) || !std::isfinite(x_of(in))) return std::nullopt;
  return opencl_range(in.rules.format, exact, ulps * in.rules.format.ulp(exact));
}

template <class F, int Ulps>
Permitted in_ulps(const In& in) {
  return within_ulps(in, F::value(x_of(in)), Ulps);
}
template <class F>
Permitted in_ulps2(const In& in) {
  return within_ulps(in, F::value(x_of(in), y_of(in)), 8192);
}

// "the maximum absolute error is <= 2^-11" if |x| is at most `greatest`
Permitted within_angle_error(const In& in, Real exact, Real greatest) {
  if (!(std::fabs(x_of(in)) <= greatest)) return std::nullopt;
  return opencl_range(in.rules.format, exact, 0x1p-11L);
}
template <class F>
Permitted of_angle(const In& in) {
  return within_angle_error(in, F::value(x_of(in)), std::numbers::pi_v<Real>);
}
template <class F>
Permitted of_half_turns(const In& in) {
  return within_angle_error(in, F::value(x_of(in)), 1);
}

// "Defined for x in the domain [-88, 88]"
template <class F>
Permitted hyperbolic(const In& in) {
  return std::fabs(x_of(in)) <= 88 ? in_ulps<F, 8192>(in) : std::nullopt;
}
Permitted tangent_of_half_turns(const In& in) {
  return std::fabs(x_of(in)) <= 1 ? in_ulps<tanpi, 8192>(in) : std::nullopt;
}

template <class F>
Permitted exponential(const In& in) {
  return within_ulps(in, F::value(x_of(in)), 3 + std::floor(std::fabs(2 * x_of(in))));
}

template <class F>
Permitted logarithm(const In& in) {
  const Real exact = F::value(x_of(in));
  if (x_of(in) >= 0.5L && x_of(in) <= 2) return opencl_range(in.rules.format, exact, 0x1p-21L);
  return within_ulps(in, exact, 3);
}

Permitted power(const In& in) {
  const Real x = x_of(in), y = y_of(in);
  return x == 0 || (x < 0 && y != std::floor(y)) ? std::nullopt : in_ulps2<pow>(in);
}
Permitted whole_power(const In& in) {
  return x_of(in) == 0 ? std::nullopt : within_ulps(in, std::pow(x_of(in), y_of(in)), 8192);
}
Permitted positive_power(const In& in) { return x_of(in) <= 0 ? std::nullopt : in_ulps2<powr>(in); }
Permitted whole_root(const In& in) {
  const Real x = x_of(in), y = y_of(in);
  const bool odd = std::fmod(y, Real{2}) != 0;
  if (y == 0 || x == 0 || (x < 0 && !odd)) return std::nullopt;
  const Real magnitude = std::pow(std::fabs(x), 1 / y);
  return within_ulps(in, std::copysign(magnitude, x), 8192);
}

// --- rows ---

constexpr ErrorBounds stated{.of_kernels = true};

// A function that no implementation may derive from others, so that the error holds for all.
template <ResultsOfNumbers At>
Computed enclose(const In& in) {
  if (in.selects) return enclose_by_bound(At, nullptr, in);
  const ResultsOfNumbers anything_outside = [](const In& of) -> Permitted {
    const Permitted permitted = At(of);
    return permitted && permitted->has_numbers() ? *permitted : Interval::everything();
  };
  return enclose_by_bound(anything_outside, nullptr, in);
}
template <ResultsOfNumbers At>
constexpr EnclosureRule underived(std::uint32_t number) {
  return internal::loose_rule(number, &enclose<At>, stated);
}
// Nothing is known about functions that implementations may derive from others.
template <ResultsOfNumbers At>
constexpr EnclosureRule derived(std::uint32_t number) {
  return {number, EnclosureKind::unknown, true, &enclose<At>, false, false, stated};
}

constexpr EnclosureRule rules[] = {
    underived<in_ulps<acos, 4096>>(listed::acos::number),
    derived<in_ulps<acosh, 8192>>(listed::acosh::number),
    derived<in_ulps<acospi, 8192>>(listed::acospi::number),
    underived<in_ulps<asin, 4096>>(listed::asin::number),
    derived<in_ulps<asinh, 8192>>(listed::asinh::number),
    derived<in_ulps<asinpi, 8192>>(listed::asinpi::number),
    underived<in_ulps<atan, 4096>>(listed::atan::number),
    derived<in_ulps<atanh, 8192>>(listed::atanh::number),
    derived<in_ulps<atanpi, 8192>>(listed::atanpi::number),
    derived<in_ulps2<atan2>>(listed::atan2::number),
    derived<in_ulps2<atan2pi>>(listed::atan2pi::number),
    derived<in_ulps<cbrt, 8192>>(listed::cbrt::number),
    underived<of_angle<cos>>(listed::cos::number),
    derived<hyperbolic<cosh>>(listed::cosh::number),
    underived<of_half_turns<cospi>>(listed::cospi::number),
    underived<exponential<exp>>(listed::exp::number),
    underived<exponential<exp2>>(listed::exp2::number),
    derived<in_ulps<exp10, 8192>>(listed::exp10::number),
    derived<in_ulps<expm1, 8192>>(listed::expm1::number),
    underived<logarithm<log>>(listed::log::number),
    underived<logarithm<log2>>(listed::log2::number),
    underived<logarithm<log10>>(listed::log10::number),
    derived<in_ulps<log1p, 8192>>(listed::log1p::number),
    derived<power>(listed::pow::number),
    derived<whole_power>(listed::pown::number),
    derived<positive_power>(listed::powr::number),
    derived<whole_root>(listed::rootn::number),
    underived<of_angle<sin>>(listed::sin::number),
    derived<of_angle<sin>>(listed::sincos::number),  // its cosine has the bound of cos
    derived<hyperbolic<sinh>>(listed::sinh::number),
    underived<of_half_turns<sinpi>>(listed::sinpi::number),
    derived<in_ulps<tan, 8192>>(listed::tan::number),
    derived<in_ulps<tanh, 8192>>(listed::tanh::number),
    derived<tangent_of_half_turns>(listed::tanpi::number),
};

}  // namespace

std::span<const EnclosureRule> relaxed_enclosure_rules() { return rules; }

}  // namespace spirv_oracle::opencl_std
