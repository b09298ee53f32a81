// "ULP Values for Math Instructions - Unsafe Math Optimizations Enabled" of OpenCL, line by line, compared with MPFR: the
// least and the greatest results of implementations that do not derive functions from others.

#include <cmath>
#include <numbers>
#include <optional>
#include <random>

#include <gtest/gtest.h>

#include "builtins/choices_for_test.h"
#include "builtins/opencl_std/accuracy_table_for_test.h"

namespace spirv_oracle::opencl_std {
namespace {

using reference::Allowed;
using reference::Big;
using reference::float_format;
using reference::of_one;
using reference::of_two;
using test::choose;
using test::FloatOperands;
using test::FloatProgram;

// The permitted error for operands: of ULP, or an absolute one.
struct Error {
  double ulps = 0, absolute = 0;
};
Error none(const double*) { return {}; }
template <int Ulps>
Error in_ulps(const double*) {
  return {Ulps};
}
Error of_sine(const double* o) {
  return std::fabs(o[0]) <= std::numbers::pi ? Error{0, 0x1p-11} : Error{};
}
Error of_half_turns(const double* o) { return std::fabs(o[0]) <= 1 ? Error{0, 0x1p-11} : Error{}; }
Error of_tanpi(const double* o) { return std::fabs(o[0]) <= 1 ? Error{8192} : Error{}; }
Error of_hyperbolic(const double* o) { return std::fabs(o[0]) <= 88 ? Error{8192} : Error{}; }
Error of_exponential(const double* o) { return {3 + std::floor(std::fabs(2 * o[0]))}; }
Error of_logarithm(const double* o) {
  return o[0] >= 0.5 && o[0] <= 2 ? Error{0, 0x1p-21} : Error{3};
}

struct Row {
  const char* call;
  reference::Exact exact;
  Error (*error)(const double*);
  double from = -5, to = 5;
};

const Row table[] = {
    {"acos %x", of_one<mpfr_acos>, in_ulps<4096>, -1, 1},
    {"acosh %x", of_one<mpfr_acosh>, in_ulps<8192>, 1, 50},
    {"acospi %x", of_one<mpfr_acospi>, in_ulps<8192>, -1, 1},
    {"asin %x", of_one<mpfr_asin>, in_ulps<4096>, -1, 1},
    {"asinh %x", of_one<mpfr_asinh>, in_ulps<8192>},
    {"asinpi %x", of_one<mpfr_asinpi>, in_ulps<8192>, -1, 1},
    {"atan %x", of_one<mpfr_atan>, in_ulps<4096>},
    {"atanh %x", of_one<mpfr_atanh>, in_ulps<8192>, -1, 1},
    {"atanpi %x", of_one<mpfr_atanpi>, in_ulps<8192>},
    {"atan2 %x %y", of_two<mpfr_atan2>, in_ulps<8192>},
    {"atan2pi %x %y", of_two<mpfr_atan2pi>, in_ulps<8192>},
    {"cbrt %x", of_one<mpfr_cbrt>, in_ulps<8192>},
    {"cos %x", of_one<mpfr_cos>, of_sine},
    {"cosh %x", of_one<mpfr_cosh>, of_hyperbolic, -100, 100},
    {"cospi %x", of_one<mpfr_cospi>, of_half_turns, -2, 2},
    {"exp %x", of_one<mpfr_exp>, of_exponential, -90, 90},
    {"exp2 %x", of_one<mpfr_exp2>, of_exponential, -130, 130},
    {"exp10 %x", of_one<mpfr_exp10>, in_ulps<8192>, -40, 40},
    {"expm1 %x", of_one<mpfr_expm1>, in_ulps<8192>},
    {"log %x", of_one<mpfr_log>, of_logarithm, 0, 5},
    {"log2 %x", of_one<mpfr_log2>, of_logarithm, 0, 5},
    {"log10 %x", of_one<mpfr_log10>, of_logarithm, 0, 5},
    {"log1p %x", of_one<mpfr_log1p>, in_ulps<8192>, -1, 5},
    {"pow %x %y", of_two<mpfr_pow>, in_ulps<8192>, 0, 5},
    {"pown %x %m", reference::exact_pown, in_ulps<8192>, -20, 20},
    {"powr %x %y", of_two<mpfr_powr>, in_ulps<8192>, 0, 5},
    {"rootn %x %m", reference::exact_rootn, in_ulps<8192>, 0, 20},
    {"sin %x", of_one<mpfr_sin>, of_sine},
    {"sinh %x", of_one<mpfr_sinh>, of_hyperbolic, -89, 89},
    {"sinpi %x", of_one<mpfr_sinpi>, of_half_turns, -2, 2},
    {"tan %x", of_one<mpfr_tan>, in_ulps<8192>},
    {"tanh %x", of_one<mpfr_tanh>, in_ulps<8192>},
    {"tanpi %x", of_one<mpfr_tanpi>, of_tanpi, -2, 2},
    // "The minimum accuracy of math functions not defined in the table [...] is as defined in the [...] Full Profile table"
    {"erf %x", of_one<mpfr_erf>, in_ulps<16>},
    {"rsqrt %x", of_one<mpfr_rec_sqrt>, in_ulps<2>, 0, 50},
    {"hypot %x %y", of_two<mpfr_hypot>, in_ulps<4>},
    {"sqrt %x", of_one<mpfr_sqrt>, in_ulps<3>, 0, 50},
    {"fmod %x %y", of_two<mpfr_fmod>, none},
};

FloatProgram relaxed(const Row& row) {
  FloatProgram program{
      std::string("%m = OpConvertFToS %int %y\n%r = OpExtInst %T %set ") + row.call, true};
  program.modes = "OpExecutionMode %main DenormPreserve 32\n";
  program.math.relaxed = true;
  return program;
}

std::vector<FloatOperands<float>> operands_of(const Row& row) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> near(static_cast<float>(row.from),
                                             static_cast<float>(row.to)),
      few(-6, 6);
  std::vector<FloatOperands<float>> operands;
  for (int i = 0; i < 400; ++i) {
    const float x = near(random), y = few(random);
    operands.push_back(
        {x, std::string_view(row.call).find("%m") == std::string_view::npos ? y : std::trunc(y)});
  }
  for (const float x : {0.5f, 2.0f, 1.0f, -1.0f, 88.0f, 3.1415925f, 3.1415929f})
    operands.push_back({x, 3});
  return operands;
}

TEST(OpenClRelaxedAccuracy, ResultsReachTheErrorOfTheTable) {
  for (const Row& row : table) {
    const FloatProgram program = relaxed(row);
    const auto samples = operands_of(row);
    const auto usual = run_floats(program, samples),
               least = run_floats(program, samples, choose(&ArithmeticChoices::low)),
               greatest = run_floats(program, samples, choose(&ArithmeticChoices::high));
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const double operands[] = {samples[i].x, samples[i].y, 0};
      const Big exact = row.exact(operands);
      const Error error = row.error(operands);
      if (exact.is_nan() || operands[0] == 0) continue;
      Allowed allowed{usual[i], usual[i]};
      const bool is_finite = !exact.is_zero() && !exact.is_infinite();
      if (is_finite && error.ulps > 0) allowed = within_ulps(exact, error.ulps, float_format);
      if (!exact.is_infinite() && error.absolute > 0)
        allowed = within(exact, Big(error.absolute), float_format);
      EXPECT_TRUE(least[i] == allowed.low && greatest[i] == allowed.high)
          << row.call << " of " << operands[0] << ", " << operands[1] << " is " << least[i] << ".."
          << greatest[i] << ", not " << allowed.low << ".." << allowed.high;
    }
  }
}

// The table is one of single precision.
TEST(OpenClRelaxedAccuracy, OtherWidthsHaveTheErrorsOfTheFullProfile) {
  for (const Row& row : table) {
    FloatProgram program = relaxed(row);
    program.modes.clear();
    const std::vector<FloatOperands<double>> samples = {{0.3, 2, 0}, {0.9, -1, 0}};
    const auto known = enclose_floats(program, samples);
    program.math = {};
    const auto full = enclose_floats(program, samples);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      EXPECT_EQ(known[i].enclosure.has_value(), full[i].enclosure.has_value()) << row.call;
      if (known[i].enclosure && full[i].enclosure && !full[i].is_unknown()) {
        EXPECT_EQ(known[i].enclosure->low, full[i].enclosure->low) << row.call;
        EXPECT_EQ(known[i].enclosure->high, full[i].enclosure->high) << row.call;
      }
    }
  }
}

// The lines of the table that have an error without "derived implementations may".
bool is_underived(const Row& row) {
  const std::string_view call = row.call;
  const std::string_view name = call.substr(0, call.find(' '));
  constexpr std::string_view names[] = {"acos", "asin", "atan", "cos",   "cospi", "exp",
                                        "exp2", "log",  "log2", "log10", "sin",   "sinpi"};
  return std::ranges::find(names, name) != std::end(names);
}

// The results that the line permits; none: nothing is known.
std::optional<Allowed> allowed_of(const Row& row, const double* operands, double excess) {
  const Big exact = row.exact(operands);
  const Error error = row.error(operands);
  if (exact.is_nan() || exact.is_infinite()) return std::nullopt;
  if (error.absolute > 0) return within(exact, Big(error.absolute * (1 + excess)), float_format);
  if (error.ulps == 0 || exact.is_zero()) return std::nullopt;
  return within_ulps(exact, error.ulps + excess, float_format);
}

TEST(OpenClRelaxedAccuracy, EnclosuresOfUnderivedFunctionsAreThoseOfTheTable) {
  constexpr double excess = 0x1p-20;
  for (const Row& row : table) {
    if (!is_underived(row)) continue;
    const auto samples = operands_of(row);
    const auto known = enclose_floats(relaxed(row), samples);
    int compared = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const double operands[] = {samples[i].x, samples[i].y, 0};
      const auto least = allowed_of(row, operands, 0), most = allowed_of(row, operands, excess);
      EXPECT_EQ(known[i].is_unknown(), !least) << row.call << " of " << operands[0];
      if (!least || known[i].is_unknown()) continue;
      // If only one number is within the error, its enclosure is not stored.
      const Allowed enclosure = known[i].enclosure
                                    ? Allowed{known[i].enclosure->low, known[i].enclosure->high}
                                    : Allowed{known[i].usual, known[i].usual};
      EXPECT_TRUE(enclosure.low <= least->low && enclosure.high >= least->high &&
                  enclosure.low >= most->low && enclosure.high <= most->high)
          << row.call << " of " << operands[0] << " is " << enclosure.low << ".." << enclosure.high
          << ", not " << least->low << ".." << least->high;
      ++compared;
    }
    EXPECT_GT(compared, 50) << row.call;
  }
}

// Implementations that derive a function from others may have larger errors.
TEST(OpenClRelaxedAccuracy, NothingIsKnownOfFunctionsThatMayBeDerived) {
  for (const Row& row : table) {
    const auto known = enclose_floats<float>(relaxed(row), {{0.75f, 2, 0}});
    const bool is_in_table =
        &row < std::ranges::find(table, std::string_view("erf %x"), &Row::call);
    EXPECT_EQ(known[0].is_unknown(), is_in_table && !is_underived(row)) << row.call;
  }
}

}  // namespace
}  // namespace spirv_oracle::opencl_std
