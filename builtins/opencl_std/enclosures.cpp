// Enclosures of OpenCL.std: the error bounds in "ULP Values for Math Instructions - Full Profile" of OpenCL, where they are
// required. What has an implementation-defined bound is not known at all.
#include <algorithm>
#include <cmath>

#include "builtins/opencl_std/lists.h"
#include "grammar/opencl_std.h"
#include "interpreter/semantics/common_enclosures.h"
#include "interpreter/semantics/enclosure_rule.h"

namespace spirv_oracle::opencl_std {
namespace {

namespace listed = grammar::opencl_std;
namespace common = common_enclosures;
using In = EnclosedOperands;

Computed fma(const In& in) {
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

using internal::bounded_rule;
using internal::rounded_rule;
using internal::rule_of;
using enum EnclosureShape;

constexpr EnclosureRule bits(std::uint32_t number) { return rule_of(number, EnclosureKind::bits); }
constexpr EnclosureRule unknown(std::uint32_t number) {
  return rule_of(number, EnclosureKind::unknown);
}
constexpr EnclosureRule accesses(std::uint32_t number) {
  return rule_of(number, EnclosureKind::accesses);
}
constexpr EnclosureRule of_vector(std::uint32_t number) {
  return bounded_rule(number, points, false);
}
constexpr EnclosureRule with_marked(std::uint32_t number, Enclose enclose) {
  return {number, EnclosureKind::computes, true, enclose, false, true};
}

constexpr EnclosureRule rules[] = {
    bounded_rule(listed::acos::number, decreasing),
    bounded_rule(listed::acosh::number, increasing),
    bounded_rule(listed::acospi::number, decreasing),
    bounded_rule(listed::asin::number, increasing),
    bounded_rule(listed::asinh::number, increasing),
    bounded_rule(listed::asinpi::number, increasing),
    bounded_rule(listed::atan::number, increasing),
    bounded_rule(listed::atan2::number, points),
    bounded_rule(listed::atanh::number, increasing),
    bounded_rule(listed::atanpi::number, increasing),
    bounded_rule(listed::atan2pi::number, points),
    bounded_rule(listed::cbrt::number, increasing),
    rounded_rule(listed::ceil::number, common::monotone<common::ceiled>),
    bits(listed::copysign::number),
    bounded_rule(listed::cos::number, points),
    bounded_rule(listed::cosh::number, points),
    bounded_rule(listed::cospi::number, points),
    bounded_rule(listed::erfc::number, decreasing),
    bounded_rule(listed::erf::number, increasing),
    bounded_rule(listed::exp::number, increasing),
    bounded_rule(listed::exp2::number, increasing),
    bounded_rule(listed::exp10::number, increasing),
    bounded_rule(listed::expm1::number, increasing),
    rounded_rule(listed::fabs::number, common::absolute),
    bits(listed::fdim::number),
    rounded_rule(listed::floor::number, common::monotone<common::floored>),
    rounded_rule(listed::fma::number, fma),
    with_marked(listed::fmax::number, common::number_maximum),
    with_marked(listed::fmin::number, common::number_minimum),
    bits(listed::fmod::number),
    bits(listed::fract::number),
    bits(listed::frexp::number),
    bounded_rule(listed::hypot::number, points),
    bits(listed::ilogb::number),
    bits(listed::ldexp::number),
    unknown(listed::lgamma::number),
    unknown(listed::lgamma_r::number),
    bounded_rule(listed::log::number, increasing),
    bounded_rule(listed::log2::number, increasing),
    bounded_rule(listed::log10::number, increasing),
    bounded_rule(listed::log1p::number, increasing),
    bits(listed::logb::number),
    rounded_rule(listed::mad::number, mad),
    bits(listed::maxmag::number),
    bits(listed::minmag::number),
    bits(listed::modf::number),
    bits(listed::nan::number),
    bits(listed::nextafter::number),
    bounded_rule(listed::pow::number, points),
    bounded_rule(listed::pown::number, points),
    bounded_rule(listed::powr::number, points),
    bits(listed::remainder::number),
    bits(listed::remquo::number),
    rounded_rule(listed::rint::number, common::monotone<common::half_to_even>),
    bounded_rule(listed::rootn::number, points),
    rounded_rule(listed::round::number, common::monotone<round_away>),
    bounded_rule(listed::rsqrt::number, decreasing),
    bounded_rule(listed::sin::number, points),
    bounded_rule(listed::sincos::number, points),
    bounded_rule(listed::sinh::number, increasing),
    bounded_rule(listed::sinpi::number, points),
    bounded_rule(listed::sqrt::number, increasing),
    bounded_rule(listed::tan::number, points),
    bounded_rule(listed::tanh::number, increasing),
    bounded_rule(listed::tanpi::number, points),
    bounded_rule(listed::tgamma::number, points),
    rounded_rule(listed::trunc::number, common::monotone<common::truncated>),

    bounded_rule(listed::half_cos::number, points),
    bounded_rule(listed::half_divide::number, points),
    bounded_rule(listed::half_exp::number, increasing),
    bounded_rule(listed::half_exp2::number, increasing),
    bounded_rule(listed::half_exp10::number, increasing),
    bounded_rule(listed::half_log::number, increasing),
    bounded_rule(listed::half_log2::number, increasing),
    bounded_rule(listed::half_log10::number, increasing),
    bounded_rule(listed::half_powr::number, points),
    bounded_rule(listed::half_recip::number, points),
    bounded_rule(listed::half_rsqrt::number, decreasing),
    bounded_rule(listed::half_sin::number, points),
    bounded_rule(listed::half_sqrt::number, increasing),
    bounded_rule(listed::half_tan::number, points),
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
    bounded_rule(listed::degrees::number, increasing),
    rounded_rule(listed::fmax_common::number, common::maximum),
    rounded_rule(listed::fmin_common::number, common::minimum),
    bounded_rule(listed::mix::number, points),
    bounded_rule(listed::radians::number, increasing),
    rounded_rule(listed::step::number, common::step),
    bounded_rule(listed::smoothstep::number, points),
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
