// For tests: "ULP Values for Math Instructions - Full Profile" of OpenCL, line by line, with the exact functions.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "builtins/opencl_std/accuracy_for_test.h"

namespace spirv_oracle::opencl_std::reference {

// Calls an MPFR function, which returns whether its result is greater or less than the exact one. This result is on the same
// side of every number of the format as the exact one: rounding never makes it a power of two, zero or infinity.
template <class Function, class... Operands>
Big exactly(Function function, Operands... operands) {
  static const bool has_wide_exponents =
      mpfr_set_emin(mpfr_get_emin_min()) == 0 && mpfr_set_emax(mpfr_get_emax_max()) == 0;
  EXPECT_TRUE(has_wide_exponents);
  mpfr_t rounded;
  mpfr_init2(rounded, Big::digits - 16);
  const int above = function(rounded, operands..., MPFR_RNDN);
  Big result;
  mpfr_set(result.get(), rounded, MPFR_RNDN);
  mpfr_clear(rounded);
  if (above > 0) mpfr_nextbelow(result.get());
  if (above < 0) mpfr_nextabove(result.get());
  return result;
}
template <int (*F)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t)>
Big of_one(const double* operands) {
  return exactly(F, Big(operands[0]).get());
}
template <int (*F)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t)>
Big of_two(const double* operands) {
  return exactly(F, Big(operands[0]).get(), Big(operands[1]).get());
}
inline Big exact_divide(const double* operands) {
  return exactly(mpfr_div, Big(operands[0]).get(), Big(operands[1]).get());
}
inline Big exact_reciprocal(const double* operands) {
  const double of[] = {1, operands[0]};
  return exact_divide(of);
}
inline Big exact_pown(const double* operands) {
  return exactly(mpfr_pow_si, Big(operands[0]).get(), static_cast<long>(operands[1]));
}
inline Big exact_rootn(const double* operands) {
  if (operands[1] == 0) return Big(std::nan(""));
  return exactly(mpfr_rootn_si, Big(operands[0]).get(), static_cast<long>(operands[1]));
}
// x * 180 / pi, x * pi / 180
inline Big exact_degrees(const double* operands) {
  Big result(operands[0]), pi;
  mpfr_const_pi(pi.get(), MPFR_RNDN);
  mpfr_mul_ui(result.get(), result.get(), 180, MPFR_RNDN);
  mpfr_div(result.get(), result.get(), pi.get(), MPFR_RNDN);
  return result;
}
inline Big exact_radians(const double* operands) {
  Big result(operands[0]), pi;
  mpfr_const_pi(pi.get(), MPFR_RNDN);
  mpfr_mul(result.get(), result.get(), pi.get(), MPFR_RNDN);
  mpfr_div_ui(result.get(), result.get(), 180, MPFR_RNDN);
  return result;
}
inline Big exact_fma(const double* operands) {
  return exactly(mpfr_fma, Big(operands[0]).get(), Big(operands[1]).get(), Big(operands[2]).get());
}

// The square root of a sum of squares, without rounding the sum; infinite if an operand is infinite.
inline Big root_of_squares(const Big* numbers, int count) {
  mpfr_t sum, square;
  mpfr_inits2(8192, sum, square, nullptr);
  mpfr_set_zero(sum, 1);
  bool is_infinite = false;
  for (int i = 0; i < count; ++i) {
    is_infinite |= numbers[i].is_infinite();
    mpfr_sqr(square, numbers[i].get(), MPFR_RNDN);
    mpfr_add(sum, sum, square, MPFR_RNDN);
  }
  Big root = exactly(mpfr_sqrt, sum);
  mpfr_clears(sum, square, nullptr);
  return is_infinite ? Big(infinite) : root;
}
inline Big exact_length(const double* operands) {
  const Big numbers[] = {Big(operands[0]), Big(operands[1]), Big(operands[2])};
  return root_of_squares(numbers, 3);
}
// Of (x, y, z) and (z, x, y).
inline Big exact_distance(const double* operands) {
  Big numbers[3];
  for (int i = 0; i < 3; ++i)
    numbers[i] = exactly(mpfr_sub, Big(operands[i]).get(), Big(operands[(i + 2) % 3]).get());
  return root_of_squares(numbers, 3);
}
// The first component.
inline Big exact_normalize(const double* operands) {
  const Big length = exact_length(operands);
  return length.is_zero() ? Big(operands[0])
                          : exactly(mpfr_div, Big(operands[0]).get(), length.get());
}

// The sum of numbers[i] * numbers[i + 1] for each even i.
inline Big sum_of_products(const std::vector<double>& numbers) {
  mpfr_t sum, product;
  mpfr_inits2(8192, sum, product, nullptr);
  mpfr_set_zero(sum, 1);
  for (std::size_t i = 0; i < numbers.size(); i += 2) {
    mpfr_mul(product, Big(numbers[i]).get(), Big(numbers[i + 1]).get(), MPFR_RNDN);
    mpfr_add(sum, sum, product, MPFR_RNDN);
  }
  const Big result = exactly(
      [](mpfr_ptr to, mpfr_srcptr of, mpfr_rnd_t mode) { return mpfr_set(to, of, mode); }, sum);
  mpfr_clears(sum, product, nullptr);
  return result;
}
// Of (x, y, z) and (z, x, y).
inline Big exact_dot(const double* o) {
  return sum_of_products({o[0], o[2], o[1], o[0], o[2], o[1]});
}
// The first component.
inline Big exact_cross(const double* o) { return sum_of_products({o[1], o[1], -o[2], o[0]}); }
// x + (y - x) * a
inline Big exact_mix(const double* o) {
  return sum_of_products({o[0], 1, o[1], o[2], -o[0], o[2]});
}
// t = (x - edge0) / (edge1 - edge0) between 0 and 1; t * t * (3 - 2 * t)
inline Big exact_smoothstep(const double* o) {
  if (o[2] <= o[0]) return Big(0.0);
  if (o[2] >= o[1]) return Big(1.0);
  Big t = sum_of_products({o[2], 1, -o[0], 1}), result;
  mpfr_div(t.get(), t.get(), sum_of_products({o[1], 1, -o[0], 1}).get(), MPFR_RNDN);
  mpfr_mul_si(result.get(), t.get(), -2, MPFR_RNDN);
  mpfr_add_si(result.get(), result.get(), 3, MPFR_RNDN);
  mpfr_mul(result.get(), result.get(), t.get(), MPFR_RNDN);
  mpfr_mul(result.get(), result.get(), t.get(), MPFR_RNDN);
  return result;
}

// --- absolute errors ---

// max * max * steps * EPSILON, where 64 bits have the EPSILON of 32; infinite if max * max overflows. For the least numbers,
// no number may be within that error, so this permits half the distance between denormals for each step.
inline Big error_of_products(const double* o, const Format& format, double steps) {
  const double greatest = std::max({std::fabs(o[0]), std::fabs(o[1]), std::fabs(o[2])});
  const double epsilon = format.digits == half_format.digits ? 0x1p-10 : 0x1p-23;
  Big error(greatest), least;
  mpfr_sqr(error.get(), error.get(), MPFR_RNDN);
  if (mpfr_cmp_d(error.get(), format.greatest()) > 0) return Big(infinite);
  mpfr_mul_d(error.get(), error.get(), epsilon, MPFR_RNDN);
  mpfr_set_si_2exp(least.get(), 1, format.least_exponent - format.digits, MPFR_RNDN);
  mpfr_max(error.get(), error.get(), least.get(), MPFR_RNDN);
  mpfr_mul_d(error.get(), error.get(), steps, MPFR_RNDN);
  return error;
}
inline Big error_of_dot(const double* o, const Format& format) {
  return error_of_products(o, format, 5);
}
inline Big error_of_cross(const double* o, const Format& format) {
  return error_of_products(o, format, 3);
}
inline Big error_of_mix(const double*, const Format&) { return Big(1e-3); }
// 0.0 and 1.0 outside of the edges
inline Big error_of_smoothstep(const double* o, const Format&) {
  return Big(o[2] <= o[0] || o[2] >= o[1] ? 0 : 1e-5);
}

// --- where a result is prescribed ---

inline bool never(const double*) { return false; }
inline bool at_zero(const double* o) { return o[0] == 0; }
inline bool at_one(const double* o) { return o[0] == 1; }
// Of half_sin, half_cos and half_tan, whose "resulting value is undefined if x is not in the range -2^16 ... +2^16"
inline bool is_large_angle(const double* o) { return !(std::fabs(o[0]) <= 65536); }
inline bool at_any_zero(const double* o) { return o[0] == 0 || o[1] == 0; }
// Of vectors with infinite components, and of sums of squares that fast_normalize does not have to take.
inline bool is_not_finite(const double* o) {
  return !std::isfinite(o[0]) || !std::isfinite(o[1]) || !std::isfinite(o[2]);
}
inline bool is_extreme(const double* o) {
  const double sum = o[0] * o[0] + o[1] * o[1] + o[2] * o[2];
  return !(sum == 0 || (sum > 0x1p-125 && sum < 0x1p127));
}
// Of mix: no float may be as close to the exact result as the error permits.
inline bool is_large(const double* o) {
  return !(std::fabs(o[0]) <= 16 && std::fabs(o[1]) <= 16 && std::fabs(o[2]) <= 16);
}
inline bool has_no_edges(const double* o) { return !(o[0] < o[1]) || std::isnan(o[2]); }
// "The result of pow(+1, y) is 1 for any y", pow(x, ±0) is 1 for any x, and pow of 0
inline bool of_pow(const double* o) { return o[0] == 0 || o[0] == 1 || o[1] == 0; }
// Also NaN for negative x.
inline bool of_powr(const double* o) { return o[0] <= 0 || o[0] == 1 || o[1] == 0; }

// The table, from top to bottom. "half_<funcname> functions behave identically to the function of the same name" in edge
// cases (OpenCL C). exact_test.cpp tests exact and correctly rounded functions.
inline std::vector<Function> functions() {
  const std::string vector = "%v = OpCompositeConstruct %v3 %x %y %z\n",
                    two_vectors = vector + "%w = OpCompositeConstruct %v3 %z %x %y\n",
                    first = "\n%r = OpCompositeExtract %T %u 0";
  constexpr Ulps elementary{4, 4, 2}, three{3, 3, 2}, five{5, 5, 2}, six{6, 6, 2}, two{2, 2, 2},
      sixteen{16, 16, 4}, half{-1, 8192, -1};
  return {
      {"%r = OpFDiv %T %x %y", 2, {0, 2.5, -1}, exact_divide, never},
      {"acos %x", 1, elementary, of_one<mpfr_acos>, at_one, -1, 1},
      {"acosh %x", 1, elementary, of_one<mpfr_acosh>, at_one, 1, 100},
      {"acospi %x", 1, five, of_one<mpfr_acospi>, at_one, -1, 1},
      {"asin %x", 1, elementary, of_one<mpfr_asin>, at_zero, -1, 1},
      {"asinh %x", 1, elementary, of_one<mpfr_asinh>, at_zero},
      {"asinpi %x", 1, five, of_one<mpfr_asinpi>, at_zero, -1, 1},
      {"atan %x", 1, five, of_one<mpfr_atan>, at_zero},
      {"atanh %x", 1, five, of_one<mpfr_atanh>, at_zero, -1, 1},
      {"atanpi %x", 1, five, of_one<mpfr_atanpi>, at_zero},
      {"atan2 %x %y", 2, six, of_two<mpfr_atan2>, at_any_zero},
      {"atan2pi %x %y", 2, six, of_two<mpfr_atan2pi>, at_any_zero},
      {"cbrt %x", 1, two, of_one<mpfr_cbrt>, at_zero, -1000, 1000},
      {"cos %x", 1, elementary, of_one<mpfr_cos>, at_zero},
      {"cosh %x", 1, elementary, of_one<mpfr_cosh>, at_zero, -100, 100},
      {"cospi %x", 1, elementary, of_one<mpfr_cospi>, at_zero},
      {"degrees %x", 1, two, exact_degrees, never},
      {"erfc %x", 1, sixteen, of_one<mpfr_erfc>, never, -4, 12},
      {"erf %x", 1, sixteen, of_one<mpfr_erf>, at_zero, -4, 4},
      {"exp %x", 1, three, of_one<mpfr_exp>, at_zero, -110, 95},
      {"exp2 %x", 1, three, of_one<mpfr_exp2>, at_zero, -155, 130},
      {"exp10 %x", 1, three, of_one<mpfr_exp10>, at_zero, -50, 40},
      {"expm1 %x", 1, three, of_one<mpfr_expm1>, at_zero, -20, 95},
      {"fma %x %y %z", 3, {0, 0, 0}, exact_fma, never},
      {"hypot %x %y", 2, elementary, of_two<mpfr_hypot>, at_any_zero},
      {"log %x", 1, three, of_one<mpfr_log>, at_one, 0, 10},
      {"log2 %x", 1, three, of_one<mpfr_log2>, at_one, 0, 10},
      {"log10 %x", 1, three, of_one<mpfr_log10>, at_one, 0, 10},
      {"log1p %x", 1, two, of_one<mpfr_log1p>, at_zero, -1, 10},
      {"pow %x %y", 2, sixteen, of_two<mpfr_pow>, of_pow, 0, 12},
      {"pown %x %m", 2, sixteen, exact_pown, at_any_zero},
      {"powr %x %y", 2, sixteen, of_two<mpfr_powr>, of_powr, 0, 12},
      {"radians %x", 1, two, exact_radians, never, -360, 360},
      {"rootn %x %m", 2, sixteen, exact_rootn, at_any_zero},
      {"rsqrt %x", 1, {2, 2, 1}, of_one<mpfr_rec_sqrt>, at_zero, 0, 100},
      {"sin %x", 1, elementary, of_one<mpfr_sin>, at_zero},
      {"sinh %x", 1, elementary, of_one<mpfr_sinh>, at_zero, -100, 100},
      {"sinpi %x", 1, elementary, of_one<mpfr_sinpi>, at_zero},
      {"sqrt %x", 1, {0, 3, 1.5}, of_one<mpfr_sqrt>, at_zero, 0, 100},
      {"tan %x", 1, {5, 5, 2.5}, of_one<mpfr_tan>, at_zero},
      {"tanh %x", 1, five, of_one<mpfr_tanh>, at_zero},
      {"tanpi %x", 1, six, of_one<mpfr_tanpi>, at_zero},
      {"tgamma %x", 1, sixteen, of_one<mpfr_gamma>, at_zero, -8, 36},
      {"half_cos %x", 1, half, of_one<mpfr_cos>, at_zero, -8, 8, is_large_angle},
      {"half_divide %x %y", 2, half, exact_divide, never},
      {"half_exp %x", 1, half, of_one<mpfr_exp>, at_zero, -110, 95},
      {"half_exp2 %x", 1, half, of_one<mpfr_exp2>, at_zero, -155, 130},
      {"half_exp10 %x", 1, half, of_one<mpfr_exp10>, at_zero, -50, 40},
      {"half_log %x", 1, half, of_one<mpfr_log>, at_one, 0, 10},
      {"half_log2 %x", 1, half, of_one<mpfr_log2>, at_one, 0, 10},
      {"half_log10 %x", 1, half, of_one<mpfr_log10>, at_one, 0, 10},
      {"half_powr %x %y", 2, half, of_two<mpfr_powr>, of_powr, 0, 12},
      {"half_recip %x", 1, half, exact_reciprocal, never},
      {"half_rsqrt %x", 1, half, of_one<mpfr_rec_sqrt>, at_zero, 0, 100},
      {"half_sin %x", 1, half, of_one<mpfr_sin>, at_zero, -8, 8, is_large_angle},
      {"half_sqrt %x", 1, half, of_one<mpfr_sqrt>, at_zero, 0, 100},
      {vector + "%r = OpExtInst %T %set length %v",
       3,
       {5.5 + 3, 2.75 + 1.5, 0.25 + 1.5},
       exact_length,
       never},
      {two_vectors + "%r = OpExtInst %T %set distance %v %w",
       3,
       {5.5 + 6, 2.5 + 6, 6},
       exact_distance,
       never},
      {vector + "%u = OpExtInst %v3 %set normalize %v" + first,
       3,
       {4.5 + 3, 2 + 3, 1 + 3},
       exact_normalize,
       never,
       -8,
       8,
       is_not_finite},
      {vector + "%r = OpExtInst %T %set fast_length %v",
       3,
       {-1, 8191.5 + 3, -1},
       exact_length,
       never,
       -8,
       8,
       is_extreme},
      {two_vectors + "%r = OpExtInst %T %set fast_distance %v %w",
       3,
       {-1, 8191.5 + 6, -1},
       exact_distance,
       never,
       -8,
       8,
       is_extreme},
      {vector + "%u = OpExtInst %v3 %set fast_normalize %v" + first,
       3,
       {-1, 8192 + 3, -1},
       exact_normalize,
       never,
       -8,
       8,
       is_extreme},
      {"half_tan %x", 1, half, of_one<mpfr_tan>, at_zero, -8, 8, is_large_angle},
      {two_vectors + "%r = OpDot %T %v %w", 3, two, exact_dot, never, -8, 8, is_not_finite,
       error_of_dot},
      {two_vectors + "%u = OpExtInst %v3 %set cross %v %w" + first, 3, two, exact_cross, never, -8,
       8, is_not_finite, error_of_cross},
      {"mix %x %y %z", 3, {-1, 1, -1}, exact_mix, never, -8, 8, is_large, error_of_mix},
      {"smoothstep %x %y %z",
       3,
       {-1, 1, -1},
       exact_smoothstep,
       never,
       -8,
       8,
       has_no_edges,
       error_of_smoothstep},
  };
}

}  // namespace spirv_oracle::opencl_std::reference
