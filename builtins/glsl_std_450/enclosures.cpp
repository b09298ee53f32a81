// "Precision of GLSL.std.450 Instructions" of Vulkan: each function encloses the results of an instruction, and gives those
// between which one is selected. A result that inherits from a formula is computed by that formula, with enclosures instead of
// numbers.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "builtins/glsl_std_450/formula.h"
#include "builtins/glsl_std_450/lists.h"
#include "builtins/glsl_std_450/matrix_precision.h"
#include "grammar/glsl_std_450.h"
#include "interpreter/enclosures/functions.h"
#include "interpreter/instructions/common_enclosures.h"
#include "interpreter/ir/enclosure_rule.h"
#include "interpreter/kernels/float16.h"

namespace spirv_oracle::glsl_std_450 {
namespace {

namespace listed = grammar::glsl_std_450;
namespace common = common_enclosures;
using In = EnclosedOperands;

// Functions of the host for Real. These wrappers select one of the overloads in std.
namespace host {
Real tan(Real x) { return std::tan(x); }
Real asin(Real x) { return std::asin(x); }
Real acos(Real x) { return std::acos(x); }
Real sinh(Real x) { return std::sinh(x); }
Real cosh(Real x) { return std::cosh(x); }
Real tanh(Real x) { return std::tanh(x); }
Real asinh(Real x) { return std::asinh(x); }
Real acosh(Real x) { return std::acosh(x); }
Real atanh(Real x) { return std::atanh(x); }
}  // namespace host

constexpr Real pi = std::numbers::pi_v<Real>;

Interval number(Real x) { return Interval::point(x); }
Computed leaf(Real x) { return {Interval::point(x)}; }

// "If the infinitely precise result of the operation is not mathematically defined then the value returned is poison."
Computed bounded(const Interval& x) { return {x.nan ? Interval::everything() : x}; }

// A result with the precision of the formula. If it is selected: one of the formula, or the exact one.
Computed by_formula(const In& in, const Interval& exact, const Interval& formula) {
  if (!in.selects) return {inherited(in.rules, exact, formula)};
  if (exact.nan || formula.nan) return {Interval::everything()};
  return {hull(formula, in.rules.rounded(exact))};
}

// --- angles ---

// x * C, where C is a correctly rounded approximation
Computed times_constant(const In& in, Real constant) {
  const Formula f(in);
  const Interval rounded = f.rules.rounded(number(constant));
  return by_formula(in, exact::multiply(in.x().value, number(constant)),
                    f.multiply({in.x().value}, {rounded}).value);
}
Computed radians(const In& in) { return times_constant(in, pi / 180); }
Computed degrees(const In& in) { return times_constant(in, 180 / pi); }
Computed sin(const In& in) { return bounded(Formula(in).sin(in.x().value)); }
Computed cos(const In& in) { return bounded(Formula(in).cos(in.x().value)); }
// sin() / cos()
Computed tan(const In& in) {
  const Formula f(in);
  const Interval x = in.x().value;
  const bool is_inside = x.is_finite() && x.magnitude() < pi / 2;
  const Interval exact =
      is_inside ? exact::increasing(&host::tan, x) : exact::divide(exact::sin(x), exact::cos(x));
  Interval quotient = f.divide({f.sin(x)}, {f.cos(x)}).value;
  // The sine and the cosine of one angle are never both 0, whatever their errors.
  if (in.selects && x.is_finite()) quotient.nan = false;
  return by_formula(in, exact, quotient);
}
// sqrt(1.0 - x * x)
Computed other_leg(const Formula& f, const Interval& x) {
  return f.sqrt(f.subtract(leaf(1), {f.square(x)}).value);
}
// atan2(x, sqrt(1.0 - x * x))
Computed asin(const In& in) {
  const Formula f(in);
  const Interval x = in.x().value;
  return by_formula(in, exact::increasing(&host::asin, x, -1, 1),
                    f.atan2(x, other_leg(f, x).value));
}
// atan2(sqrt(1.0 - x * x), x)
Computed acos(const In& in) {
  const Formula f(in);
  const Interval x = in.x().value;
  // The root is not negative, and not -0.
  return by_formula(in, exact::decreasing(&host::acos, x, -1, 1),
                    f.angle_above(other_leg(f, x).value, x));
}
Computed atan(const In& in) { return bounded(Formula(in).atan(in.x().value)); }
Computed atan2(const In& in) { return bounded(Formula(in).atan2(in.x().value, in.y().value)); }

// (exp(x) - exp(-x)) * 0.5
Interval sinh_of(const Formula& f, const Interval& x) {
  return f.multiply(f.subtract({f.exp(x)}, {f.exp(exact::negate(x))}), leaf(Real{0.5})).value;
}
// (exp(x) + exp(-x)) * 0.5
Interval cosh_of(const Formula& f, const Interval& x) {
  return f.multiply(f.add({f.exp(x)}, {f.exp(exact::negate(x))}), leaf(Real{0.5})).value;
}
Computed sinh(const In& in) {
  const Interval x = in.x().value;
  return by_formula(in, exact::increasing(&host::sinh, x), sinh_of(Formula(in), x));
}
Computed cosh(const In& in) {
  const Interval x = in.x().value;
  return by_formula(in, exact::even(&host::cosh, x), cosh_of(Formula(in), x));
}
// sinh() / cosh()
Computed tanh(const In& in) {
  const Formula f(in);
  const Interval x = in.x().value;
  return by_formula(in, exact::increasing(&host::tanh, x),
                    f.divide({sinh_of(f, x)}, {cosh_of(f, x)}).value);
}
// log(x + sqrt(x * x + c))
Interval log_of_sum(const Formula& f, const Interval& x, Real c) {
  const Computed square = f.add({f.square(x)}, leaf(c));
  return f.log(f.add({x}, f.sqrt(square.value)).value);
}
Computed asinh(const In& in) {
  const Interval x = in.x().value;
  return by_formula(in, exact::increasing(&host::asinh, x), log_of_sum(Formula(in), x, 1));
}
Computed acosh(const In& in) {
  const Interval x = in.x().value;
  return by_formula(in, exact::increasing(&host::acosh, x, 1), log_of_sum(Formula(in), x, -1));
}
// log((1.0 + x) / (1.0 - x)) * 0.5
Computed atanh(const In& in) {
  const Formula f(in);
  const Computed x{in.x().value};
  const Computed ratio = f.divide(f.add(leaf(1), x), f.subtract(leaf(1), x));
  return by_formula(in, exact::increasing(&host::atanh, x.value, -1, 1),
                    f.multiply({f.log(ratio.value)}, leaf(Real{0.5})).value);
}

// --- exponentials and roots ---

Computed exp(const In& in) { return bounded(Formula(in).exp(in.x().value)); }
Computed exp2(const In& in) { return bounded(Formula(in).exp2(in.x().value)); }
Computed log(const In& in) { return bounded(Formula(in).log(in.x().value)); }
Computed log2(const In& in) { return bounded(Formula(in).log2(in.x().value)); }
// exp2(y * log2(x))
Computed pow(const In& in) {
  const Formula f(in);
  const Interval &x = in.x().value, &y = in.y().value;
  const Interval exponent = f.multiply({y}, {f.log2(x)}).value;
  return by_formula(in, exact::power(x, y), f.exp2(exponent));
}
Computed inverse_sqrt(const In& in) { return bounded(Formula(in).inverse_sqrt(in.x().value)); }
// 1.0 / inversesqrt()
Computed sqrt(const In& in) {
  return by_formula(in, exact::sqrt(in.x().value), Formula(in).sqrt(in.x().value).value);
}

// --- parts ---

// "A fraction of 0.5 will round in a direction chosen by the implementation."
Computed round(const In& in) {
  const Interval x = in.rules.operand(in.x().value);
  if (!x.has_numbers() || !x.is_finite()) return {x};
  return whole_numbers({std::ceil(x.low - Real{0.5}), std::floor(x.high + Real{0.5}), x.nan});
}
// The result for a NaN is one of several, and the zero for a zero has either sign.
Computed sign(const In& in) {
  Computed result = common::monotone<common::sign>(in);
  if (result.value.nan) return {Interval::everything()};
  const Interval& x = in.x().value;
  result.has_any_zero = result.value.contains_zero() && !(x.is_point() && !std::signbit(x.low));
  return result;
}
// x - floor(x)
Computed fract(const In& in) {
  const Interval x = in.rules.operand(in.x().value);
  if (!x.is_finite() || !x.has_numbers()) return {Interval::everything()};
  const Real whole = std::floor(x.low);
  if (whole != std::floor(x.high)) return {{0, 1, false}};
  return {in.rules.rounded(exact::subtract(x, number(whole)))};
}
// Exact for integers, otherwise rounded once. The result may be 0 if the exponent is below that of the least normal number.
Computed ldexp(const In& in) {
  const Interval &x = in.x().value, &exponent = in.y().value;
  if (!exponent.is_finite()) return {Interval::everything()};
  const auto scale = [](Real power) {
    return number(std::ldexp(Real{1}, static_cast<int>(std::clamp<Real>(power, -8000, 8000))));
  };
  const Interval power = hull(scale(exponent.low), scale(exponent.high));
  const Interval product = in.rules.rounded(exact::multiply(in.rules.operand(x), power));
  if (power.low >= in.rules.least_normal()) return {product};
  Computed flushed{hull(product, number(0))};
  flushed.has_any_zero = true;
  return flushed;
}

// Infinities and NaN have the usual results, if they are known.
Computed usual_parts(const In& in) { return {in.are_exact ? in.usual : Interval::everything()}; }
// The fractional parts of a vector, followed by the whole numbers.
Computed modf(const In& in) {
  const std::size_t count = in.operand[0].size();
  const Interval x = in.rules.operand(in.operand[0][in.component % count].value);
  if (!x.is_finite()) return usual_parts(in);
  const Interval whole{std::trunc(x.low), std::trunc(x.high), false};
  if (in.component >= count) return whole_numbers(whole);
  if (whole.low != whole.high)
    return {{x.low < 0 ? Real{-1} : Real{0}, x.high > 0 ? Real{1} : Real{0}, false}};
  return {in.rules.rounded(exact::subtract(x, number(whole.low)))};
}
// "Significand in the range [0.5, 1.0)", and the exponents after them. Both are 0 for 0.
Computed frexp(const In& in) {
  const std::size_t count = in.operand[0].size();
  const Interval x = in.rules.operand(in.operand[0][in.component % count].value);
  if (!x.is_finite()) return usual_parts(in);
  const auto exponent_of = [](Real magnitude) {
    return magnitude == 0 ? Real{0} : static_cast<Real>(std::ilogb(magnitude) + 1);
  };
  const Real last = exponent_of(x.magnitude());
  // Of the least number that is not 0, if there is one.
  const auto least_exponent =
      static_cast<Real>(in.rules.format.least_exponent + 2 - in.rules.format.digits);
  const bool is_zero = x.magnitude() == 0;
  const Real first =
      x.contains_zero() && !is_zero ? least_exponent : exponent_of(x.least_magnitude());
  if (in.component >= count) {
    const Interval exponents{std::min(first, last), std::max(first, last), false};
    return whole_numbers(x.contains_zero() ? hull(exponents, number(0)) : exponents);
  }
  if (is_zero) return {number(0)};
  if (first == last && !x.contains_zero()) {
    const Real scale = std::ldexp(Real{1}, -static_cast<int>(last));
    return {{x.low * scale, x.high * scale, false}};
  }
  const Real low = x.low < 0 ? Real{-1} : x.low == 0 ? Real{0} : Real{0.5};
  const Real high = x.high > 0 ? Real{1} : x.high == 0 ? Real{0} : Real{-0.5};
  return {{low, high, false}};
}

// --- blends ---

// OpFMul followed by OpFAdd
Computed fma(const In& in) {
  FormulaRules f(in);
  f.rules.may_reassociate = in.rules.may_reassociate;
  Computed sum = f.add(f.multiply(in.x(), in.y()), in.z());
  const Interval exact = exact::add(exact::multiply(in.x().value, in.y().value), in.z().value);
  sum.value = by_formula(in, exact, sum.value).value;
  return sum;
}

// x * (1.0 - a) + y * a, or by distributivity x + (y - x) * a
Computed mix(const In& in) {
  const Formula f(in);
  const Computed x{in.x().value}, y{in.y().value}, a{in.z().value};
  Computed blend = f.add(f.multiply(x, f.subtract(leaf(1), a)), f.multiply(y, a));
  if (in.selects) blend.value = hull(blend.value, f.add(x, f.multiply(f.subtract(y, x), a)).value);
  // Monotone in each operand, so the corners include all results.
  Interval exact = Interval::only_nan();
  exact.nan = x.value.nan || y.value.nan || a.value.nan;
  for (const Real weight : {a.value.low, a.value.high}) {
    const Interval w = number(weight);
    exact = hull(exact, exact::add(exact::multiply(x.value, exact::subtract(number(1), w)),
                                   exact::multiply(y.value, w)));
  }
  return by_formula(in, exact, blend.value);
}

// t * t * (3.0 - 2.0 * t), which rises from 0 to 1
Real hermite(Real t) { return t * t * (3 - 2 * t); }
// where t = clamp((x - edge0) / (edge1 - edge0), 0.0, 1.0)
Computed smooth_step(const In& in) {
  const Formula f(in);
  const Computed first{in.x().value}, last{in.y().value}, x{in.z().value};
  if (!in.selects && !(first.value.high < last.value.low)) return {Interval::everything()};
  const auto clamped = [](const Interval& t) {
    if (t.nan || !t.has_numbers()) return Interval::everything();
    return Interval{std::clamp(t.low, Real{0}, Real{1}), std::clamp(t.high, Real{0}, Real{1}),
                    false};
  };
  const Interval t = clamped(f.divide(f.subtract(x, first), f.subtract(last, first)).value);
  if (!t.is_finite()) return {Interval::everything()};
  // Each end is computed separately, because the formula is monotone except for its rounding.
  const auto at = [&](Real end) {
    const Computed value = leaf(end);
    return f.multiply(f.multiply(value, value), f.subtract(leaf(3), f.multiply(leaf(2), value)))
        .value;
  };
  if (in.selects) return {hull(at(t.low), at(t.high))};
  const Interval exact_t = clamped(exact::divide(exact::subtract(x.value, first.value),
                                                 exact::subtract(last.value, first.value)));
  if (!exact_t.is_finite()) return {Interval::everything()};
  const Interval formula =
      f.rules.within(widened(hull(at(t.low), at(t.high)), 16 * f.rules.unit()));
  return by_formula(in, exact::increasing(&hermite, exact_t), t.is_point() ? at(t.low) : formula);
}

// --- vectors ---

Interval sum_of_squares(std::span<const Computed> x) {
  Interval sum = number(0);
  for (const Computed& component : x) sum = exact::add(sum, exact::square(component.value));
  return sum;
}
Interval exact_sum_of_products(std::span<const Computed> x, std::span<const Computed> y) {
  Interval sum = number(0);
  for (std::size_t i = 0; i < x.size(); ++i)
    sum = exact::add(sum, exact::multiply(x[i].value, y[i].value));
  return sum;
}
// The rounded sum of squares, which is never negative.
Interval squared_length(const Formula& f, std::span<const Computed> x) {
  Interval dot = f.dot(x, x).value;
  if (dot.has_numbers()) dot.low = std::max(dot.low, Real{0});
  return dot;
}
std::vector<Computed> leaves(std::span<const Computed> vector) {
  std::vector<Computed> alone;
  for (const Computed& component : vector) alone.push_back({component.value});
  return alone;
}

// sqrt(dot(x, x)), also for one component
Computed length(const In& in) {
  const Formula f(in);
  const std::vector<Computed> x = leaves(in.operand[0]);
  return by_formula(in, exact::sqrt(sum_of_squares(x)), f.sqrt(squared_length(f, x)).value);
}

// length(x - y)
Computed distance(const In& in) {
  const Formula f(in);
  std::vector<Computed> difference, exact_difference;
  for (std::size_t i = 0; i < in.operand[0].size(); ++i) {
    const Interval &x = in.operand[0][i].value, &y = in.operand[1][i].value;
    difference.push_back({f.rules.subtract(x, y)});
    exact_difference.push_back({exact::subtract(x, y)});
  }
  return by_formula(in, exact::sqrt(sum_of_squares(exact_difference)),
                    f.sqrt(squared_length(f, difference)).value);
}

// OpFSub(OpFMul, OpFMul)
Computed cross(const In& in) {
  const std::size_t j = (in.component + 1) % 3, k = (in.component + 2) % 3;
  const Formula f(in);
  const std::vector<Computed> x = leaves(in.operand[0]), y = leaves(in.operand[1]);
  return by_formula(in,
                    exact::subtract(exact::multiply(x[j].value, y[k].value),
                                    exact::multiply(y[j].value, x[k].value)),
                    f.subtract(f.multiply(x[j], y[k]), f.multiply(y[j], x[k])).value);
}

// x * inversesqrt(dot(x, x))
Computed normalize(const In& in) {
  const Formula f(in);
  const std::vector<Computed> x = leaves(in.operand[0]);
  const Interval component = x[in.component].value;
  const Interval formula = f.multiply({component}, {f.inverse_sqrt(squared_length(f, x))}).value;
  const Interval exact =
      intersection(exact::divide(component, exact::sqrt(sum_of_squares(x))), {-1, 1, true});
  return by_formula(in, exact, formula);
}

// dot(NRef, I) < 0.0 ? N : -N
Computed face_forward(const In& in) {
  const Formula f(in);
  const std::vector<Computed> incident = leaves(in.operand[1]), reference = leaves(in.operand[2]);
  const Interval dot = f.dot(reference, incident).value;
  const Interval n = f.rules.operand(in.operand[0][in.component].value);
  if (dot.nan || !dot.has_numbers()) return {Interval::everything()};
  Interval result = Interval::only_nan();
  result.nan = n.nan;
  if (dot.low < 0) result = hull(result, n);
  if (dot.high >= 0) result = hull(result, exact::negate(n));
  return {result};
}

// x - 2.0 * dot(y, x) * y
Computed reflect(const In& in) {
  const Formula f(in);
  const std::vector<Computed> x = leaves(in.operand[0]), y = leaves(in.operand[1]);
  const Computed dot = f.dot(y, x);
  const Computed along = f.multiply(f.multiply(leaf(2), dot), y[in.component]);
  const Interval exact_dot = exact_sum_of_products(x, y);
  const Interval exact = exact::subtract(
      x[in.component].value,
      exact::multiply(exact::multiply(number(2), exact_dot), y[in.component].value));
  return by_formula(in, exact, f.subtract(x[in.component], along).value);
}

Interval not_negative(const Interval& x) { return intersection(x, {0, infinite_real, false}); }

// k < 0.0 ? 0.0 : eta * I - (eta * dot(N, I) + sqrt(k)) * N,
// where k = 1 - eta * eta * (1.0 - dot(N, I) * dot(N, I))
Interval refracted(const Formula& f, const Computed& i, const Computed& n, const Computed& eta,
                   const Computed& dot) {
  const Computed sine = f.subtract(leaf(1), f.multiply(dot, dot));
  const Interval k = f.subtract(leaf(1), f.multiply(f.multiply(eta, eta), sine)).value;
  if (k.nan || (!f.as_written && !k.is_finite())) return Interval::everything();
  // Includes both results if k may be negative or not.
  Interval result{infinite_real, -infinite_real, false};
  if (k.high >= 0) {
    const Computed along = f.add(f.multiply(eta, dot), f.sqrt(not_negative(k)));
    result = f.subtract(f.multiply(eta, i), f.multiply(along, n)).value;
  }
  return k.low < 0 ? hull(result, number(0)) : result;
}

Computed refract(const In& in) {
  const Formula f(in);
  const std::vector<Computed> i = leaves(in.operand[0]), n = leaves(in.operand[1]);
  const Computed eta{in.operand[2][0].value};
  const Interval dot = f.dot(n, i).value;
  if (in.selects) {
    if (dot.nan) return {Interval::everything()};
    return {hull(refracted(f, i[in.component], n[in.component], eta, leaf(dot.low)),
                 refracted(f, i[in.component], n[in.component], eta, leaf(dot.high)))};
  }
  const Interval formula = refracted(f, i[in.component], n[in.component], eta, {dot});
  const Interval exact_dot = exact_sum_of_products(n, i);
  const Interval exact_k = exact::subtract(
      number(1), exact::multiply(exact::square(eta.value),
                                 exact::subtract(number(1), exact::square(exact_dot))));
  if (formula.is_everything() || !exact_k.is_finite()) return {Interval::everything()};
  Interval exact{infinite_real, -infinite_real, false};
  if (exact_k.high >= 0) {
    const Interval along =
        exact::add(exact::multiply(eta.value, exact_dot), exact::sqrt(not_negative(exact_k)));
    exact = exact::subtract(exact::multiply(eta.value, i[in.component].value),
                            exact::multiply(along, n[in.component].value));
  }
  if (exact_k.low < 0) exact = hull(exact, number(0));
  return by_formula(in, exact, formula);
}

// --- integers ---

// The type of an operand may have the other sign.
template <bool Signed>
bool has_sign_of(const In& in) {
  const auto fits = [](const Computed& x) { return Signed || x.value.low >= 0; };
  return fits(in.x()) && fits(in.y());
}
template <bool Signed>
Computed integer_minimum(const In& in) {
  if (!has_sign_of<Signed>(in)) return {Interval::everything()};
  return {exact::minimum(in.x().value, in.y().value)};
}
template <bool Signed>
Computed integer_maximum(const In& in) {
  if (!has_sign_of<Signed>(in)) return {Interval::everything()};
  return {exact::maximum(in.x().value, in.y().value)};
}
template <bool Signed>
Computed integer_clamp(const In& in) {
  const bool has_sign = has_sign_of<Signed>(in) && (Signed || in.z().value.low >= 0);
  if (!has_sign || in.y().value.high > in.z().value.low) return {Interval::everything()};
  return {exact::minimum(exact::maximum(in.x().value, in.y().value), in.z().value)};
}

// --- packing ---

// Numbers that a packed component may be, as its bits.
using Fields = std::vector<std::uint32_t>;
// For more words than this, only their range is kept.
constexpr std::size_t max_words = 64;
// Nothing is kept for more values of a component than this.
constexpr std::size_t max_fields = 1024;

// Components that are packed into the bits of an integer: the words with any of their values.
template <Fields (*Stored)(const In&, const Interval&)>
Computed packed(const In& in) {
  const std::size_t count = in.operand[0].size();
  const std::size_t bits = 32 / count;
  std::vector<Real> words{0};
  Real low = 0, high = 0;
  for (std::size_t c = 0; c < count; ++c) {
    const Fields fields = Stored(in, in.operand[0][c].value);
    if (fields.empty()) return {Interval::everything()};
    const auto scaled = [&](std::uint32_t field) {
      return std::ldexp(static_cast<Real>(field), static_cast<int>(c * bits));
    };
    low += scaled(*std::ranges::min_element(fields));
    high += scaled(*std::ranges::max_element(fields));
    if (words.size() * fields.size() > max_words) words.clear();
    std::vector<Real> longer;
    for (const std::uint32_t field : fields) {
      for (const Real word : words) longer.push_back(word + scaled(field));
    }
    words = std::move(longer);
  }
  Computed result{{low, high, false}};
  if (words.size() > 1) result.numbers = std::move(words);
  return result;
}
// "Correctly rounded with implementation-defined rounding mode": no execution mode declares it.
Fields stored_half(const In& in, const Interval& x) {
  FloatRules half = in.operand_rules;
  half.format = binary16;
  half.rounding = RoundingModes::neighbor;
  half.may_flush = false;
  const auto numbers = numbers_in(binary16, half.rounded(x), max_fields);
  if (!numbers) return {};
  constexpr std::uint32_t sign = 0x8000;
  if (in.are_exact && x.is_point() && x.low == 0) return {std::signbit(x.low) ? sign : 0};
  Fields fields;
  bool may_be_zero = false;
  for (const Real number : *numbers) {
    if (number != 0) fields.push_back(to_float16(static_cast<double>(number)).bits);
    may_be_zero |=
        number == 0 || (in.operand_rules.may_flush && std::fabs(number) < half.least_normal());
  }
  if (may_be_zero) fields.insert(fields.end(), {0, sign});
  return fields;
}
// round(clamp(c, least, 1) * greatest), in two's complement
template <int Least, int Greatest>
Fields stored_normalized(const In& in, const Interval& x) {
  if (x.nan || !x.has_numbers()) return {};
  const Interval value{std::clamp(x.low, Real{Least}, Real{1}),
                       std::clamp(x.high, Real{Least}, Real{1}), false};
  const Interval scaled = in.operand_rules.multiply(value, number(Greatest));
  const auto first = static_cast<std::int32_t>(std::ceil(scaled.low - Real{0.5}));
  const auto last = static_cast<std::int32_t>(std::floor(scaled.high + Real{0.5}));
  if (last - first >= static_cast<std::int32_t>(max_fields)) return {};
  constexpr std::uint32_t mask = Greatest > 255 ? 0xFFFF : 0xFF;
  Fields fields;
  for (std::int32_t field = first; field <= last; ++field)
    fields.push_back(static_cast<std::uint32_t>(field) & mask);
  return fields;
}
// f / greatest, clamped
template <unsigned Bits, bool Signed>
Computed unpacked(const In& in) {
  const Interval& p = in.operand[0][0].value;
  if (!p.is_finite() || p.low != p.high) return {Interval::everything()};
  const auto word = static_cast<std::uint32_t>(static_cast<std::int64_t>(p.low));
  const std::uint32_t field = word >> (in.component * Bits) & ((std::uint64_t{1} << Bits) - 1);
  const std::uint32_t sign = 1u << (Bits - 1);
  const Real component = Signed && (field & sign) != 0
                             ? static_cast<Real>(field) - std::ldexp(Real{1}, Bits)
                             : static_cast<Real>(field);
  const Real greatest = std::ldexp(Real{1}, Signed ? Bits - 1 : Bits) - 1;
  const Interval quotient = enclose_division(in.rules, number(component), number(greatest));
  if (!Signed) return {quotient};
  return {{std::clamp(quotient.low, Real{-1}, Real{1}),
           std::clamp(quotient.high, Real{-1}, Real{1}), false}};
}
// A 16-bit float that may be denormal although the 32-bit float is not.
Computed unpacked_half(const In& in) {
  const Interval& p = in.operand[0][0].value;
  if (!p.is_finite() || p.low != p.high) return {Interval::everything()};
  const auto word = static_cast<std::uint32_t>(static_cast<std::int64_t>(p.low));
  const Float16 field{static_cast<std::uint16_t>(word >> (16 * in.component))};
  FloatRules half = in.rules;
  half.format = binary16;
  Computed result{half.operand(number(static_cast<Real>(to_float(field))))};
  if (!result.value.is_point()) result.numbers = {result.value.low, result.value.high};
  return result;
}

using internal::loose_rule;
using internal::rounded_rule;
using internal::rule_of;
using internal::vector_rule;

constexpr EnclosureRule bits(std::uint32_t number) { return rule_of(number, EnclosureKind::bits); }
constexpr EnclosureRule with_marked(std::uint32_t number, Enclose enclose) {
  return {number, EnclosureKind::computes, true, enclose, false, true};
}

// Two results for each component of the operand.
constexpr EnclosureRule of_parts(std::uint32_t number, Enclose enclose) {
  return {number, EnclosureKind::computes, false, enclose, false, false, {}, true};
}
constexpr EnclosureRule of_integers(std::uint32_t number, Enclose enclose) {
  return {number, EnclosureKind::integers, true, enclose};
}

// Instructions that mark what they may round either way, and denormals that may be flushed.
constexpr EnclosureRule of_words(std::uint32_t number, Enclose enclose) {
  return {number, EnclosureKind::computes, false, enclose, true, true};
}

// "Implementation-defined precision": not in the table.
constexpr EnclosureRule of_matrix(std::uint32_t number, Enclose selected) {
  return {number, EnclosureKind::unknown, false, selected, true, false, {.of_shaders = true}};
}
// The precision of interpolation is not stated.
constexpr EnclosureRule of_interpolation(std::uint32_t number) {
  return {number, EnclosureKind::unknown, false};
}
constexpr ErrorBounds stated{.of_shaders = true};
constexpr ErrorBounds inherits(SafeOperands safe) { return {.of_shaders = true, .safe = safe}; }

constexpr EnclosureRule rules[] = {
    with_marked(listed::Round::number, round),
    rounded_rule(listed::RoundEven::number, common::monotone<common::half_to_even>),
    rounded_rule(listed::Trunc::number, common::monotone<common::truncated>),
    rounded_rule(listed::FAbs::number, common::absolute),
    with_marked(listed::FSign::number, sign),
    rounded_rule(listed::Floor::number, common::monotone<common::floored>),
    rounded_rule(listed::Ceil::number, common::monotone<common::ceiled>),
    rounded_rule(listed::Fract::number, fract),
    loose_rule(listed::Radians::number, radians, inherits(SafeOperands::numbers)),
    loose_rule(listed::Degrees::number, degrees, inherits(SafeOperands::numbers)),
    loose_rule(listed::Sin::number, sin, stated),
    loose_rule(listed::Cos::number, cos, stated),
    loose_rule(listed::Tan::number, tan, inherits(SafeOperands::finite)),
    loose_rule(listed::Asin::number, asin, inherits(SafeOperands::numbers)),
    loose_rule(listed::Acos::number, acos, inherits(SafeOperands::numbers)),
    loose_rule(listed::Atan::number, atan, stated),
    loose_rule(listed::Sinh::number, sinh, inherits(SafeOperands::numbers)),
    loose_rule(listed::Cosh::number, cosh, inherits(SafeOperands::numbers)),
    loose_rule(listed::Tanh::number, tanh, inherits(SafeOperands::exponents)),
    loose_rule(listed::Asinh::number, asinh, inherits(SafeOperands::exponents)),
    loose_rule(listed::Acosh::number, acosh, inherits(SafeOperands::numbers)),
    loose_rule(listed::Atanh::number, atanh, inherits(SafeOperands::numbers)),
    loose_rule(listed::Atan2::number, atan2, stated),
    loose_rule(listed::Pow::number, pow, inherits(SafeOperands::divisors)),
    loose_rule(listed::Exp::number, exp, stated),
    loose_rule(listed::Log::number, log, stated),
    loose_rule(listed::Exp2::number, exp2, stated),
    loose_rule(listed::Log2::number, log2, stated),
    loose_rule(listed::Sqrt::number, sqrt, inherits(SafeOperands::numbers)),
    loose_rule(listed::InverseSqrt::number, inverse_sqrt, stated),
    of_interpolation(listed::InterpolateAtCentroid::number),
    of_interpolation(listed::InterpolateAtSample::number),
    of_interpolation(listed::InterpolateAtOffset::number),
    of_matrix(listed::Determinant::number, determinant_near),
    of_matrix(listed::MatrixInverse::number, inverse_near),
    of_parts(listed::Modf::number, modf),
    of_parts(listed::ModfStruct::number, modf),
    rounded_rule(listed::FMin::number, common::minimum),
    rounded_rule(listed::FMax::number, common::maximum),
    rounded_rule(listed::FClamp::number, common::clamp),
    loose_rule(listed::FMix::number, mix, inherits(SafeOperands::factors)),
    rounded_rule(listed::Step::number, common::step),
    loose_rule(listed::SmoothStep::number, smooth_step, inherits(SafeOperands::factors)),
    loose_rule(listed::Fma::number, fma, inherits(SafeOperands::factors)),
    of_parts(listed::Frexp::number, frexp),
    of_parts(listed::FrexpStruct::number, frexp),
    with_marked(listed::Ldexp::number, ldexp),
    of_words(listed::PackSnorm4x8::number, packed<stored_normalized<-1, 127>>),
    of_words(listed::PackUnorm4x8::number, packed<stored_normalized<0, 255>>),
    of_words(listed::PackSnorm2x16::number, packed<stored_normalized<-1, 32767>>),
    of_words(listed::PackUnorm2x16::number, packed<stored_normalized<0, 65535>>),
    of_words(listed::PackHalf2x16::number, packed<stored_half>),
    bits(listed::PackDouble2x32::number),
    vector_rule(listed::UnpackSnorm2x16::number, unpacked<16, true>),
    vector_rule(listed::UnpackUnorm2x16::number, unpacked<16, false>),
    of_words(listed::UnpackHalf2x16::number, unpacked_half),
    vector_rule(listed::UnpackSnorm4x8::number, unpacked<8, true>),
    vector_rule(listed::UnpackUnorm4x8::number, unpacked<8, false>),
    bits(listed::UnpackDouble2x32::number),
    vector_rule(listed::Length::number, length, inherits(SafeOperands::numbers)),
    vector_rule(listed::Distance::number, distance, inherits(SafeOperands::finite)),
    vector_rule(listed::Cross::number, cross, inherits(SafeOperands::factors)),
    vector_rule(listed::Normalize::number, normalize, inherits(SafeOperands::lengths)),
    vector_rule(listed::FaceForward::number, face_forward, inherits(SafeOperands::factors)),
    vector_rule(listed::Reflect::number, reflect, inherits(SafeOperands::factors)),
    vector_rule(listed::Refract::number, refract, inherits(SafeOperands::small_factors)),
    of_integers(listed::UMin::number, integer_minimum<false>),
    of_integers(listed::SMin::number, integer_minimum<true>),
    of_integers(listed::UMax::number, integer_maximum<false>),
    of_integers(listed::SMax::number, integer_maximum<true>),
    of_integers(listed::UClamp::number, integer_clamp<false>),
    of_integers(listed::SClamp::number, integer_clamp<true>),
    rounded_rule(listed::NMin::number, common::number_minimum),
    rounded_rule(listed::NMax::number, common::number_maximum),
    rounded_rule(listed::NClamp::number, common::number_clamp),
};

}  // namespace

std::span<const EnclosureRule> enclosure_rules() { return rules; }

}  // namespace spirv_oracle::glsl_std_450
