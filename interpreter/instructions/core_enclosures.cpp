// The results of the core instructions: "Precision of Core SPIR-V Instructions" of Vulkan, and for kernels "ULP Values for
// Math Instructions - Full Profile" of OpenCL.
#include <algorithm>
#include <cmath>

#include "interpreter/instructions/common/enclosures.h"
#include "interpreter/instructions/common/matrix_products.h"
#include "interpreter/instructions/encoded_float/encoded_enclosures.h"
#include "interpreter/instructions/opencl_error.h"
#include "interpreter/ir/enclosure_rule.h"

namespace spirv_oracle {
namespace {

using In = EnclosedOperands;

namespace float_results {

// --- arithmetic ---

Computed negation(const In& in) { return negate(in.rules, in.x()); }
Computed sum(const In& in) { return add(in.rules, in.x(), in.y()); }
Computed difference(const In& in) {
  return in.is_one_value ? cancelled(in.rules, in.x()) : subtract(in.rules, in.x(), in.y());
}
// Rounded once.
Computed fused(const In& in) {
  const auto exact_operand = [&](const Computed& x) { return in.rules.operand(x.value); };
  const Interval product = exact::multiply(exact_operand(in.x()), exact_operand(in.y()));
  Computed result{in.rules.rounded(exact::add(product, exact_operand(in.z())))};
  if (!in.rules.may_reassociate) return result;
  result.expression = sum_of(product_of(in.x().known(), in.y().known()), in.z().known());
  if (result.expression && result.expression->has_groupings())
    result.value = hull(result.value, result.expression->range(in.rules));
  return result;
}
Computed product(const In& in) {
  Computed result = multiply(in.rules, in.x(), in.y());
  if (in.is_one_value)
    result.value = intersection(result.value, {0, infinite_real, result.value.nan});
  return result;
}

// <= 2.5 ulp, 1 ulp for 16 bits; correctly rounded for 64.
bool is_exact(const In& in, const Interval& x) {
  return x.has_numbers() ? x.is_point() && in.rules.operand(x) == x : x.nan;
}

Interval opencl_division(const In& in) {
  const Interval x = in.rules.operand(in.x().value), y = in.rules.operand(in.y().value);
  const NumberFormat& format = in.rules.format;
  const bool is_half = format.digits == binary16.digits;
  const bool is_rounded = format.digits == binary64.digits || (!is_half && in.divides_exactly);
  if (is_exact(in, in.x().value) && is_exact(in, in.y().value)) {
    // Zeros, infinities and NaN give results without an error.
    const auto is_special = [](const Interval& of) {
      return of.nan || of.low == 0 || std::isinf(of.low);
    };
    if (is_special(x) || is_special(y)) return in.usual;
    const bool is_normal = in.usual.magnitude() > in.rules.least_normal();
    if (is_rounded && (is_normal || !in.rules.may_flush)) return in.usual;
    if (!is_half && !is_rounded) {
      const Real quotient = x.low / y.low;
      return in.rules.operand(opencl_range(format, quotient, Real{2.5} * format.ulp(quotient)));
    }
  }
  const Interval quotient = exact::divide(x, y);
  if (is_rounded) return in.rules.rounded(quotient);
  return in.rules.within_ulps(quotient, is_half ? 1 : Real{2.5});
}

// "OpFDiv for x / y" and "1.0 / x" in the table of relaxed math: beyond these numbers, no accuracy is required.
bool is_relaxed_domain(const Interval& x, const Interval& y) {
  const auto is_between = [](const Interval& of, Real least, Real greatest) {
    return of.has_numbers() && !of.nan && !of.contains_zero() && of.least_magnitude() >= least &&
           of.magnitude() <= greatest;
  };
  if (x == Interval::point(1)) return is_between(y, 0x1p-126L, 0x1p126L);
  return is_between(x, 0x1p-62L, 0x1p62L) && is_between(y, 0x1p-62L, 0x1p62L);
}

// 2.5 ULP, by divisors out of range as by others.
Interval selected_division(const In& in) {
  const Real quotient = number_in(in.x()) / number_in(in.y());
  if (!std::isfinite(quotient)) return in.usual;
  return in.rules.within_ulps(Interval::point(quotient), Real{2.5});
}

Computed quotient(const In& in) {
  const Computed &x = in.x(), &y = in.y();
  if (in.selects && !in.is_kernel) return {selected_division(in)};
  const bool is_relaxed =
      in.is_kernel && in.rules.may_take_reciprocal && in.rules.format.digits == binary32.digits;
  if (is_relaxed && !is_relaxed_domain(x.value, y.value)) return {Interval::everything()};
  Interval value =
      in.is_kernel ? opencl_division(in) : enclose_division(in.rules, x.value, y.value);
  if (in.rules.may_take_reciprocal) {
    const Interval one = Interval::point(1);
    const Interval reciprocal = in.is_kernel
                                    ? in.rules.within_ulps(exact::divide(one, y.value), Real{2.5})
                                    : enclose_division(in.rules, one, y.value);
    value = hull(value, in.rules.multiply(x.value, reciprocal));
  }
  if (!in.rules.may_reassociate) return {value};
  const MaybePolynomial expression = quotient_of(x.known(), Polynomial::leaf(y.value), 3);
  if (expression && x.expression && (x.expression->terms > 1 || x.expression->factors > 1))
    value = hull(value, expression->range(in.rules));
  return {value, expression};
}

// Inherited from x - y * trunc(x/y), x - y * floor(x/y). The quotient's error lets it reach another integer. For an x
// of -0, the formula gives +0 and the instruction -0.
template <Real (*Whole)(Real)>
Computed remainder(const In& in) {
  const FormulaRules f(in);
  const auto whole = [](Interval x) {
    if (x.has_numbers()) x = {Whole(x.low), Whole(x.high), x.nan};
    return x;
  };
  const Computed& x = in.x();
  const Computed& y = in.y();
  const Computed quotient{whole(f.divide(x, y).value)};
  const Interval formula = f.subtract(x, f.multiply(y, quotient)).value;
  if (in.selects) return {formula};
  const Interval exact_quotient = whole(exact::divide(x.value, y.value));
  const Interval remainder = exact::subtract(x.value, exact::multiply(y.value, exact_quotient));
  Computed result{inherited(in.rules, remainder, formula)};
  result.has_any_zero = true;
  return result;
}
Real truncated(Real x) { return std::trunc(x); }
Real floored(Real x) { return std::floor(x); }

// Inherited from the sum of the products x[i] * y[i]. The error bound extends to both sides of the exact sum.
Computed sum_of_products(const In& in, std::span<const Computed> x, std::span<const Computed> y) {
  Computed dot = FormulaRules(in).dot(x, y);
  if (in.selects) return dot;
  // "If NaN is one of the permitted values then the operation may return any result": of an operand that is NaN.
  dot.value = dot.expression ? inherited(in.rules, dot.expression->exact, dot.value)
                             : Interval::everything();
  if (!in.rules.may_reassociate) dot.expression.reset();
  return dot;
}

// max * max * (2n - 1) * EPSILON, of the greatest magnitude among all components
Computed opencl_dot(const In& in) {
  Interval exact = Interval::point(0);
  Real greatest = 0;
  const std::size_t n = in.operand[0].size();
  for (std::size_t i = 0; i < n; ++i) {
    const Interval x = in.rules.operand(in.operand[0][i].value),
                   y = in.rules.operand(in.operand[1][i].value);
    exact = exact::add(exact, exact::multiply(x, y));
    greatest = std::max({greatest, x.magnitude(), y.magnitude()});
  }
  const Real error = opencl_error_of_products(in.rules.format, greatest, 2 * n - 1);
  if (!exact.is_finite() || !std::isfinite(error)) return {Interval::everything()};
  // Kernels round to nearest: what certainly overflows is infinite.
  const Interval permitted = widened(exact, error);
  if (permitted.low > in.rules.format.greatest()) return {Interval::point(infinite_real)};
  if (permitted.high < -in.rules.format.greatest()) return {Interval::point(-infinite_real)};
  return {in.rules.within(permitted)};
}

Computed dot(const In& in) {
  if (in.encoded.result != FloatEncoding::none) return mixed_dot_product(in);
  return in.is_kernel ? opencl_dot(in) : sum_of_products(in, in.operand[0], in.operand[1]);
}

auto sum_in(const In& in) {
  return [&in](std::span<const Computed> x, std::span<const Computed> y) {
    return sum_of_products(in, x, y);
  };
}
Computed matrix_times_vector(const In& in) { return internal::matrix_times_vector(in, sum_in(in)); }
Computed vector_times_matrix(const In& in) { return internal::vector_times_matrix(in, sum_in(in)); }
Computed matrix_times_matrix(const In& in) { return internal::matrix_times_matrix(in, sum_in(in)); }

// --- conversions ---

// "Conversions between types: correctly rounded."
Computed to_float(const In& in) {
  const Interval x = in.x().value;
  if (in.encoded.result != FloatEncoding::none) return encoded_results(in, x);
  return {in.rules.rounded(x)};
}
Computed float_to_float(const In& in) {
  const Interval x = in.operand_rules.operand(decoded_operand(in, 0));
  if (in.encoded.result != FloatEncoding::none) return encoded_results(in, x);
  return {in.rules.rounded(x)};
}

// Rounds to nearest even.
Computed round_to_tf32(const In& in) {
  FloatRules tf32 = in.rules;
  tf32.format = {11, binary32.least_exponent, binary32.greatest_exponent};
  tf32.rounding = RoundingModes::nearest;
  return {tf32.rounded(in.rules.operand(in.x().value))};
}

// Rounds toward zero. Numbers that do not fit into the type have no value.
Computed to_integer(const In& in) {
  const Interval x = in.operand_rules.operand(decoded_operand(in, 0));
  const bool fits = x.is_finite() && std::trunc(x.low) >= in.representable.low &&
                    std::trunc(x.high) <= in.representable.high;
  if (!fits) return {Interval::everything()};
  return {{std::trunc(x.low), std::trunc(x.high), false}};
}

// "If the magnitude is too small to represent in the smallest normal 16-bit float, the result is 0."
Computed quantize_to_f16(const In& in) {
  FloatRules half = in.rules;
  half.format = binary16;
  half.rounding = RoundingModes::neighbor;
  Interval x = half.rounded(in.rules.operand(in.x().value));
  if (!x.has_numbers()) return {x};
  const Real least = half.least_normal();
  if (x.low > 0 && x.low < least) x.low = 0;
  if (x.high < 0 && x.high > -least) x.high = 0;
  if (x.magnitude() < least) x.low = x.high = 0;
  Computed result{x};
  constexpr std::size_t few = 16;
  result.numbers = numbers_in(binary16, x, few).value_or(std::vector<Real>{});
  std::erase_if(result.numbers,
                [&](Real number) { return number != 0 && std::fabs(number) < least; });
  return result;
}

// --- comparisons: the possible answers ---

Computed answers(bool may_be_false, bool may_be_true) {
  return {{may_be_false ? Real{0} : Real{1}, may_be_true ? Real{1} : Real{0}, false}};
}

struct Compared {
  Interval a, b;
  bool may_be_unordered;
  bool has_numbers;

  explicit Compared(const In& in)
      : a(in.operand_rules.operand(in.x().value)),
        b(in.operand_rules.operand(in.y().value)),
        may_be_unordered(a.nan || b.nan),
        has_numbers(a.has_numbers() && b.has_numbers()) {}
};

template <bool Unordered>
Computed equal(const In& in) {
  const Compared c(in);
  const bool may_be_equal = c.has_numbers && c.a.low <= c.b.high && c.b.low <= c.a.high;
  const bool are_certainly =
      c.has_numbers && c.a.low == c.a.high && c.b.low == c.b.high && c.a.low == c.b.low;
  if (in.is_one_value && !c.may_be_unordered) return answers(false, true);
  return answers((c.has_numbers && !are_certainly) || (c.may_be_unordered && !Unordered),
                 may_be_equal || (c.may_be_unordered && Unordered));
}
template <bool Unordered>
Computed not_equal(const In& in) {
  const Interval same = equal<!Unordered>(in).value;
  return {{1 - same.high, 1 - same.low, false}};
}
template <bool Unordered>
Computed less(const In& in) {
  const Compared c(in);
  if (in.is_one_value && !c.may_be_unordered) return answers(true, false);
  return answers((c.has_numbers && c.a.high >= c.b.low) || (c.may_be_unordered && !Unordered),
                 (c.has_numbers && c.a.low < c.b.high) || (c.may_be_unordered && Unordered));
}
template <bool Unordered>
Computed less_or_equal(const In& in) {
  const Compared c(in);
  if (in.is_one_value && !c.may_be_unordered) return answers(false, true);
  return answers((c.has_numbers && c.a.high > c.b.low) || (c.may_be_unordered && !Unordered),
                 (c.has_numbers && c.a.low <= c.b.high) || (c.may_be_unordered && Unordered));
}
In swapped(const In& in) {
  In other = in;
  std::swap(other.operand[0], other.operand[1]);
  return other;
}
template <bool Unordered>
Computed greater(const In& in) {
  return less<Unordered>(swapped(in));
}
template <bool Unordered>
Computed greater_or_equal(const In& in) {
  return less_or_equal<Unordered>(swapped(in));
}

Computed ordered(const In& in) {
  const Compared c(in);
  return answers(c.may_be_unordered, c.has_numbers);
}
Computed unordered(const In& in) {
  const Compared c(in);
  return answers(c.has_numbers, c.may_be_unordered);
}
Computed is_nan(const In& in) { return answers(in.x().value.has_numbers(), in.x().value.nan); }
Computed is_infinite(const In& in) {
  const Interval& x = in.x().value;
  const bool is_certainly = x.has_numbers() && x.low == x.high && std::isinf(x.low);
  return answers(!is_certainly || x.nan, x.has_infinity());
}
Computed is_finite(const In& in) {
  const Interval& x = in.x().value;
  const bool may_be = x.has_numbers() && !(x.low == x.high && std::isinf(x.low));
  return answers(x.nan || x.has_infinity(), may_be);
}
// Neither zero, denormal, infinite nor NaN.
Computed is_normal(const In& in) {
  const Interval x = in.operand_rules.operand(in.x().value);
  const Interval magnitude = exact::absolute(x);
  const bool may_be = magnitude.has_numbers() &&
                      magnitude.high >= in.operand_rules.least_normal() &&
                      magnitude.low < infinite_real;
  const bool may_be_none = x.nan || !x.has_numbers() ||
                           magnitude.low < in.operand_rules.least_normal() || x.has_infinity();
  return answers(may_be_none, may_be);
}

}  // namespace float_results

using internal::loose_rule;
using internal::rounded_rule;
using internal::rule_of;
using internal::vector_rule;

constexpr std::uint32_t core = 0;  // these rules are found by declarations

constexpr EnclosureRule computed(Enclose enclose) { return rounded_rule(core, enclose); }
constexpr EnclosureRule loose(Enclose enclose, ErrorBounds error = {}) {
  return loose_rule(core, enclose, error);
}
constexpr EnclosureRule of_vectors(Enclose enclose, ErrorBounds error) {
  return vector_rule(core, enclose, error);
}
constexpr EnclosureRule with_encodings(EnclosureRule rule) {
  rule.knows_encodings = true;
  return rule;
}
constexpr EnclosureRule with_integers(FloatEncoding encoding, EnclosureRule rule) {
  rule.of_integers = encoding;
  return rule;
}
constexpr EnclosureRule with_marked(EnclosureRule rule) {
  rule.encloses_marked = true;
  return rule;
}
constexpr ErrorBounds inherits(SafeOperands safe) { return {.of_shaders = true, .safe = safe}; }

}  // namespace

namespace enclosures {

namespace of = float_results;

constexpr EnclosureRule bits = rule_of(core, EnclosureKind::bits);
constexpr EnclosureRule reinterprets = rule_of(core, EnclosureKind::reinterprets);
constexpr EnclosureRule moves = rule_of(core, EnclosureKind::moves);
constexpr EnclosureRule moves_across_lanes = rule_of(core, EnclosureKind::moves_across_lanes);
constexpr EnclosureRule neighbor = rule_of(core, EnclosureKind::neighbor);
constexpr EnclosureRule accesses = rule_of(core, EnclosureKind::accesses);

constexpr EnclosureRule group_sum = with_marked(rule_of(core, EnclosureKind::sum));
constexpr EnclosureRule group_product = with_marked(rule_of(core, EnclosureKind::product));
constexpr EnclosureRule group_minimum = with_marked(rule_of(core, EnclosureKind::minimum));
constexpr EnclosureRule group_maximum = with_marked(rule_of(core, EnclosureKind::maximum));

constexpr EnclosureRule negation = computed(of::negation);
constexpr EnclosureRule sum = computed(of::sum);
constexpr EnclosureRule difference = computed(of::difference);
constexpr EnclosureRule product = computed(of::product);
constexpr EnclosureRule fused = computed(of::fused);
constexpr EnclosureRule quotient = loose(of::quotient, {.of_shaders = true, .of_kernels = true});
constexpr EnclosureRule truncated_remainder =
    loose(of::remainder<of::truncated>, inherits(SafeOperands::divisors));
constexpr EnclosureRule floored_remainder =
    loose(of::remainder<of::floored>, inherits(SafeOperands::divisors));
constexpr EnclosureRule dot_product = with_encodings(
    of_vectors(of::dot, {.of_shaders = true, .of_kernels = true, .safe = SafeOperands::factors}));
constexpr EnclosureRule mixed_dot_product =
    with_marked(with_encodings(of_vectors(spirv_oracle::mixed_dot_product, {})));
constexpr EnclosureRule matrix_times_vector =
    of_vectors(of::matrix_times_vector, inherits(SafeOperands::factors));
constexpr EnclosureRule vector_times_matrix =
    of_vectors(of::vector_times_matrix, inherits(SafeOperands::factors));
constexpr EnclosureRule matrix_times_matrix =
    of_vectors(of::matrix_times_matrix, inherits(SafeOperands::factors));

constexpr EnclosureRule to_integer = with_encodings(computed(of::to_integer));
constexpr EnclosureRule to_float = with_encodings(computed(of::to_float));
constexpr EnclosureRule float_to_float = with_encodings(computed(of::float_to_float));
constexpr EnclosureRule bfloat16_as_integer =
    with_integers(FloatEncoding::bfloat16, float_to_float);
constexpr EnclosureRule round_to_tf32 = computed(of::round_to_tf32);
constexpr EnclosureRule quantize_to_f16 = loose(of::quantize_to_f16);

constexpr EnclosureRule is_nan = computed(of::is_nan);
constexpr EnclosureRule is_infinite = computed(of::is_infinite);
constexpr EnclosureRule is_finite = computed(of::is_finite);
constexpr EnclosureRule is_normal = computed(of::is_normal);
constexpr EnclosureRule ordered = computed(of::ordered);
constexpr EnclosureRule unordered = computed(of::unordered);
constexpr EnclosureRule ordered_equal = computed(of::equal<false>);
constexpr EnclosureRule ordered_not_equal = computed(of::not_equal<false>);
constexpr EnclosureRule ordered_less = computed(of::less<false>);
constexpr EnclosureRule ordered_less_or_equal = computed(of::less_or_equal<false>);
constexpr EnclosureRule ordered_greater = computed(of::greater<false>);
constexpr EnclosureRule ordered_greater_or_equal = computed(of::greater_or_equal<false>);
constexpr EnclosureRule unordered_equal = computed(of::equal<true>);
constexpr EnclosureRule unordered_not_equal = computed(of::not_equal<true>);
constexpr EnclosureRule unordered_less = computed(of::less<true>);
constexpr EnclosureRule unordered_less_or_equal = computed(of::less_or_equal<true>);
constexpr EnclosureRule unordered_greater = computed(of::greater<true>);
constexpr EnclosureRule unordered_greater_or_equal = computed(of::greater_or_equal<true>);

}  // namespace enclosures
}  // namespace spirv_oracle
