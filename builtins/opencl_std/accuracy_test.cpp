// Every math function with an error bound, against MPFR, in kernels: the result of a run is as accurate as its width permits,
// and the enclosure contains exactly the results that "Relative Error as ULPs" of OpenCL permits, neither fewer nor more.
//
// SPIRV_ORACLE_SWEEP=N multiplies the number of operands by N.

#include <cstdlib>
#include <random>

#include <gtest/gtest.h>

#include "builtins/choices_for_test.h"
#include "builtins/opencl_std/accuracy_table_for_test.h"
#include "builtins/sweep_coverage_for_test.h"
#include "grammar/opencl_std.h"

namespace spirv_oracle::opencl_std {
namespace {

using reference::Allowed;
using reference::Big;
using reference::Format;
using reference::Function;
using reference::functions;
using test::EnclosedFloat;
using test::FloatOperands;
using test::FloatProgram;

template <class T>
constexpr Format format_of = sizeof(T) == 2   ? reference::half_format
                             : sizeof(T) == 4 ? reference::float_format
                                              : reference::double_format;

template <class T>
T narrowed(double x) {
  if constexpr (sizeof(T) == 2)
    return to_float16(x);
  else
    return static_cast<T>(x);
}
template <class T>
double number(T x) {
  if constexpr (sizeof(T) == 2)
    return static_cast<double>(to_float(x));
  else
    return static_cast<double>(x);
}

template <class T>
double ulps_of(const Function& function) {
  const reference::Ulps& ulps = function.ulps;
  return sizeof(T) == 2 ? ulps.for_16 : sizeof(T) == 4 ? ulps.for_32 : ulps.for_64;
}

// --- operands ---

std::size_t multiplied(std::size_t count) {
  const char* factor = std::getenv("SPIRV_ORACLE_SWEEP");
  return factor == nullptr ? count : count * std::strtoul(factor, nullptr, 10);
}

// Zeros, denormals, the least and the greatest numbers, infinities, NaN, poles and zeros of functions, where results
// overflow or vanish, halfway cases, and the neighbors of all.
template <class T>
std::vector<T> special_operands() {
  constexpr Format format = format_of<T>;
  const double least = std::ldexp(1.0, format.least_exponent - format.digits + 1);
  std::vector<double> places = {0,
                                least,
                                3 * least,
                                format.least_normal(),
                                format.greatest(),
                                std::sqrt(format.least_normal()),
                                std::sqrt(format.greatest()),
                                std::ldexp(1.0, -format.digits),
                                std::ldexp(1.0, format.digits),
                                0.1,
                                1.0 / 3,
                                0.7071067811865476,
                                2.718281828459045};
  for (int i = 1; i <= 8; ++i) places.push_back(i * 0.5);
  for (const double n : {5.0, 6.0, 7.0, 10.0, 33.0, 100.0, 170.0, 1000.0, 65536.0}) {
    places.push_back(n);
    places.push_back(n + 0.5);
  }
  for (int i = 1; i <= 12; ++i) places.push_back(i * 0.7853981633974483);
  // The logarithms of the greatest and the least numbers, where gamma overflows, and where erfc vanishes.
  const double top = format.greatest_exponent + 1, bottom = format.least_exponent - format.digits;
  for (const double base : {1.0, 0.6931471805599453, 0.3010299956639812}) {
    places.push_back(top * base);
    places.push_back(bottom * base);
    places.push_back(format.least_exponent * base);
  }
  for (const double x : {9.2, 10.05, 26.5, 35.04, 171.62, 5.7e5, 1e9, 1e22}) places.push_back(x);
  // Operands with the largest cancellation in the reduction of angles.
  places.push_back(sizeof(T) == 8 ? 0x1.6ac5b262ca1ffp+849 : 0x1.f37694p+87);

  std::vector<T> operands = {narrowed<T>(reference::infinite), narrowed<T>(-reference::infinite),
                             narrowed<T>(std::nan(""))};
  for (const double place : places) {
    for (const double sign : {1.0, -1.0}) {
      const double x = number(narrowed<T>(sign * place));
      const double step =
          std::isfinite(x)
              ? std::ldexp(1.0, std::max(std::ilogb(x), format.least_exponent) - format.digits + 1)
              : 0;
      for (const double beside : {x - step, x, x + step}) operands.push_back(narrowed<T>(beside));
    }
  }
  return operands;
}

template <class T>
class Operands {
 public:
  Operands(double from, double to) : near_(from, to) {}

  // Operands of any magnitude, or in the range where the function varies most.
  T next() {
    if (random_() % 3 != 0) return narrowed<T>(near_(random_));
    using Bits =
        std::conditional_t<sizeof(T) == 2, std::uint16_t,
                           std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;
    return std::bit_cast<T>(static_cast<Bits>(random_()));
  }
  double whole() {
    constexpr double some[] = {0, 1, 2, 3, 4, 5, 7, 10, 16, 17, 31, 64, 100, 127, 1000, 1024, 2000};
    const double n = some[random_() % std::size(some)];
    return random_() % 2 == 0 ? n : -n;
  }

 private:
  std::mt19937_64 random_{1};
  std::uniform_real_distribution<double> near_;
};

bool takes_integer(const Function& function) {
  return function.name.find("%m") != std::string::npos;
}

// All numbers of 16 bits; for 32 bits, also equally many from each binade.
template <class T>
std::vector<FloatOperands<T>> operands_of(const Function& function) {
  std::vector<FloatOperands<T>> operands;
  const std::vector<T> special = special_operands<T>();
  Operands<T> random(function.from, function.to);
  const std::size_t count = multiplied(function.arity == 1 ? 400 : 1000);
  if (function.arity == 1) {
    for (const T x : special) operands.push_back({x});
    if (sizeof(T) == 2) {
      const std::size_t step = multiplied(1) > 1 ? 1 : 61;
      for (std::size_t i = 0; i < 0x10000; i += step)
        operands.push_back({std::bit_cast<T>(static_cast<UnsignedOfSize<sizeof(T)>>(i))});
    } else if (sizeof(T) == 4) {
      for (std::uint64_t i = 0; i < 0x100000000; i += 0x100000000 / count | 1)
        operands.push_back({std::bit_cast<T>(static_cast<UnsignedOfSize<sizeof(T)>>(i))});
    }
  } else {
    // Combines each special operand with some of the others.
    for (std::size_t i = 0; i < special.size(); ++i) {
      for (std::size_t k = i % 13; k < special.size(); k += 13)
        operands.push_back({special[i], special[k], special[(i + 7 * k) % special.size()]});
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    const T x = random.next(), y = random.next(), z = random.next();
    operands.push_back({x, y, z});
  }
  if (takes_integer(function)) {
    for (FloatOperands<T>& o : operands) o.y = narrowed<T>(random.whole());
    for (const T x : special) {
      for (const double n : {-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -0x1p31, 0x1p30})
        if (sizeof(T) > 2 || std::fabs(n) < 4) operands.push_back({x, narrowed<T>(n)});
    }
  }
  return operands;
}

// --- comparison ---

template <class T>
FloatProgram program_of(const Function& function, bool preserves_denormals) {
  FloatProgram program;
  program.is_kernel = true;
  program.body = "%m = OpConvertFToS %int %y\n";
  program.body +=
      function.name[0] == '%' ? function.name : "%r = OpExtInst %T %set " + function.name;
  if (preserves_denormals)
    program.modes = "OpExecutionMode %main DenormPreserve " + std::to_string(8 * sizeof(T)) + "\n";
  return program;
}

struct Sample {
  double operands[3];
  Big exact;
};

bool is_finite(const double* operands, unsigned arity) {
  for (unsigned i = 0; i < arity; ++i)
    if (!std::isfinite(operands[i])) return false;
  return true;
}

std::string text_of(const Function& function, const double* operands) {
  std::string text = function.name + " of";
  std::ranges::replace(text, '\n', ';');
  for (unsigned i = 0; i < function.arity; ++i) {
    char number[40];
    std::snprintf(number, sizeof number, " %a", operands[i]);
    text += number;
  }
  return text;
}

// The tolerance in ULP for the result of a run. It permits double rounding for doubles, which are computed in a type with
// only 11 more bits.
template <class T>
constexpr double usual_error = sizeof(T) == 8 ? 0.52 : 0.500001;

// The excess width of an enclosure in ULP: its ends are computed with long doubles.
template <class T>
constexpr double slack = sizeof(T) == 8 ? 0x1p-5 : 0x1p-30;

// The results that the table permits, with some excess.
template <class T>
Allowed allowed_of(const Function& function, const double* operands, const Big& exact,
                   double excess) {
  const Format format = format_of<T>;
  if (function.absolute == nullptr)
    return within_ulps(exact, ulps_of<T>(function) + excess, format);
  Big error = function.absolute(operands, format);
  mpfr_mul_d(error.get(), error.get(), 1 + excess, MPFR_RNDN);
  return within(exact, error, format);
}

// Whether the table permits only one result.
template <class T>
bool has_no_error(const Function& function, const double* operands, const Big& exact) {
  if (function.absolute != nullptr) return function.absolute(operands, format_of<T>).is_zero();
  return exact.is_infinite() || exact.is_zero() || !is_finite(operands, function.arity) ||
         function.is_prescribed(operands) || ulps_of<T>(function) == 0;
}

template <class T>
::testing::AssertionResult is_as_specified(const Function& function, const double* operands,
                                           const EnclosedFloat<T>& known) {
  if (function.is_undefined(operands)) return ::testing::AssertionSuccess();
  const Format format = format_of<T>;
  const Big exact = function.exact(operands);
  const double usual = number(known.usual);
  const auto fails = [&] {
    return ::testing::AssertionFailure() << text_of(function, operands) << " is " << usual
                                         << ", exactly " << exact.nearest() << ": ";
  };
  // The sign of an infinity at a zero is not known to MPFR.
  const bool is_pole = exact.is_infinite() && std::isinf(usual) && operands[0] == 0;
  if (!is_pole && function.absolute == nullptr &&
      reference::error_in_ulps(usual, exact, format) > usual_error<T> &&
      usual != rounded(exact, format, MPFR_RNDN))
    return fails() << reference::error_in_ulps(usual, exact, format) << " ulp";
  const bool is_open =
      function.absolute != nullptr && function.absolute(operands, format).is_infinite();
  if (known.is_unknown() != is_open) return fails() << "what is known";
  if (is_open) return ::testing::AssertionSuccess();
  if (exact.is_nan()) {
    if (known.enclosure && (known.enclosure->has_numbers || !known.enclosure->may_be_nan))
      return fails() << "numbers are not permitted";
    return ::testing::AssertionSuccess();
  }

  if (has_no_error<T>(function, operands, exact)) {
    if (known.enclosure && !(known.enclosure->low == usual && known.enclosure->high == usual))
      return fails() << "prescribed, but not in " << known.enclosure->low << ".."
                     << known.enclosure->high;
    return ::testing::AssertionSuccess();
  }
  const Allowed enclosure = known.enclosure ? Allowed{known.enclosure->low, known.enclosure->high}
                                            : Allowed{usual, usual};
  if (known.enclosure && known.enclosure->may_be_nan) return fails() << "NaN is not permitted";
  const Allowed least = allowed_of<T>(function, operands, exact, 0),
                most = allowed_of<T>(function, operands, exact, slack<T>);
  if (!(usual >= least.low && usual <= least.high)) return fails() << "not permitted";
  if (!(enclosure.low <= least.low && enclosure.high >= least.high))
    return fails() << "narrower than " << least.low << ".." << least.high << ": " << enclosure.low
                   << ".." << enclosure.high;
  if (!(enclosure.low >= most.low && enclosure.high <= most.high))
    return fails() << "wider than " << most.low << ".." << most.high << ": " << enclosure.low
                   << ".." << enclosure.high;
  return ::testing::AssertionSuccess();
}

template <class T>
void get_operands(const FloatOperands<T>& of, double* operands) {
  operands[0] = number(of.x);
  operands[1] = number(of.y);
  operands[2] = number(of.z);
}

constexpr int most_failures = 12;  // that are shown of a function

template <class T>
void expect_as_specified() {
  for (const Function& function : functions()) {
    if (ulps_of<T>(function) < 0) continue;
    const auto samples = operands_of<T>(function);
    const auto known = enclose_floats(program_of<T>(function, true), samples);
    int failures = 0;
    for (std::size_t i = 0; i < samples.size() && failures < most_failures; ++i) {
      double operands[3];
      get_operands(samples[i], operands);
      const auto result = is_as_specified(function, operands, known[i]);
      EXPECT_TRUE(result);
      failures += result ? 0 : 1;
    }
  }
}

TEST(OpenClAccuracy, TheSweepHasEveryMathFunction) {
  const test::LeftOut left_out[] = {
      {"exact: exact_test.cpp compares it with its definition",
       {"ceil",      "copysign",    "fabs",       "fdim",      "floor", "fmax",      "fmin",
        "fmod",      "fract",       "frexp",      "ilogb",     "ldexp", "logb",      "maxmag",
        "minmag",    "modf",        "nan",        "nextafter", "mad",   "remainder", "remquo",
        "rint",      "round",       "trunc",      "fclamp",    "step",  "sign",      "select",
        "bitselect", "fmax_common", "fmin_common"}},
      {"both results are those of sin and cos: exact_test.cpp", {"sincos"}},
      {"its error is implementation-defined: elementary_test.cpp compares the result of the run",
       {"lgamma", "lgamma_r"}},
      {"its error is implementation-defined: elementary_test.cpp compares it with the function "
       "that has the error of the table",
       {"native_cos", "native_divide", "native_exp", "native_exp2", "native_exp10", "native_log",
        "native_log2", "native_log10", "native_powr", "native_recip", "native_rsqrt", "native_sin",
        "native_sqrt", "native_tan"}},
      {"of integers: integer_test.cpp",
       {"s_abs",     "s_abs_diff", "s_add_sat",  "u_add_sat",  "s_hadd",   "u_hadd",   "s_rhadd",
        "u_rhadd",   "s_clamp",    "u_clamp",    "clz",        "ctz",      "s_mad_hi", "u_mad_sat",
        "s_mad_sat", "s_max",      "u_max",      "s_min",      "u_min",    "s_mul_hi", "rotate",
        "s_sub_sat", "u_sub_sat",  "u_upsample", "s_upsample", "popcount", "s_mad24",  "u_mad24",
        "s_mul24",   "u_mul24",    "u_abs",      "u_abs_diff", "u_mul_hi", "u_mad_hi"}},
      {"moves bits, or converts halves: testcases/opencl_std",
       {"vloadn", "vstoren", "vload_half", "vload_halfn", "vstore_half", "vstore_half_r",
        "vstore_halfn", "vstore_halfn_r", "vloada_halfn", "vstorea_halfn", "vstorea_halfn_r",
        "shuffle", "shuffle2"}},
      {"has no numeric result", {"printf", "prefetch"}},
  };
  std::set<std::string> swept;
  for (const Function& function : functions()) swept.insert(test::swept_instruction(function.name));
  swept.erase("");  // instructions of the core
  test::expect_all_swept(grammar::opencl_std::instruction_table, swept, left_out);
}

TEST(OpenClAccuracy, ResultsOf16BitsAreThoseThatAreSpecified) { expect_as_specified<Float16>(); }
TEST(OpenClAccuracy, ResultsOf32BitsAreThoseThatAreSpecified) { expect_as_specified<float>(); }
TEST(OpenClAccuracy, ResultsOf64BitsAreThoseThatAreSpecified) { expect_as_specified<double>(); }

// --- denormals that may be flushed ---

bool is_subnormal(double x, const Format& format) {
  return x != 0 && std::fabs(x) < format.least_normal();
}

// "A function may return one of four results": those for the operands, or for zeros instead of denormals, and a zero instead
// of a denormal.
template <class T>
::testing::AssertionResult contains_flushed(const Function& function, const double* operands,
                                            const EnclosedFloat<T>& known) {
  const Format format = format_of<T>;
  if (known.is_unknown() || function.is_undefined(operands)) return ::testing::AssertionSuccess();
  const Allowed enclosure = known.enclosure ? Allowed{known.enclosure->low, known.enclosure->high}
                                            : Allowed{number(known.usual), number(known.usual)};
  for (unsigned flushed = 0; flushed < 1u << function.arity; ++flushed) {
    for (const double zero : {0.0, -0.0}) {
      double of[3] = {operands[0], operands[1], operands[2]};
      for (unsigned i = 0; i < function.arity; ++i) {
        if ((flushed >> i & 1) != 0 && is_subnormal(of[i], format)) of[i] = zero;
      }
      const Big exact = function.exact(of);
      if (exact.is_nan()) {
        if (known.enclosure ? !known.enclosure->may_be_nan : !std::isnan(number(known.usual)))
          return ::testing::AssertionFailure() << text_of(function, of) << " is NaN";
        continue;
      }
      const double nearest = rounded(exact, format, MPFR_RNDN);
      Allowed least{nearest, nearest};
      if (!has_no_error<T>(function, of, exact)) least = allowed_of<T>(function, of, exact, 0);
      const bool may_vanish =
          least.low < format.least_normal() && least.high > -format.least_normal();
      if (may_vanish) least = {std::min(least.low, 0.0), std::max(least.high, 0.0)};
      // MPFR does not know the sign of an infinity at a zero.
      if (exact.is_infinite() && of[0] == 0) continue;
      if (!(enclosure.low <= least.low && enclosure.high >= least.high))
        return ::testing::AssertionFailure()
               << text_of(function, of) << " may be " << least.low << ".." << least.high << ": "
               << enclosure.low << ".." << enclosure.high;
    }
  }
  return ::testing::AssertionSuccess();
}

template <class T>
void expect_flushed_results() {
  for (const Function& function : functions()) {
    if (ulps_of<T>(function) < 0) continue;
    std::vector<FloatOperands<T>> samples;
    for (const FloatOperands<T>& of : operands_of<T>(function)) {
      double operands[3];
      get_operands(of, operands);
      const bool is_any =
          std::ranges::any_of(operands, [](double x) { return is_subnormal(x, format_of<T>); });
      const Big exact = function.exact(operands);
      if (is_any || is_subnormal(exact.nearest(), format_of<T>)) samples.push_back(of);
    }
    const auto known = enclose_floats(program_of<T>(function, false), samples);
    int failures = 0;
    for (std::size_t i = 0; i < samples.size() && failures < most_failures; ++i) {
      double operands[3];
      get_operands(samples[i], operands);
      const auto result = contains_flushed(function, operands, known[i]);
      EXPECT_TRUE(result);
      failures += result ? 0 : 1;
    }
  }
}

TEST(OpenClAccuracy, DenormalsOf16BitsMayBeFlushed) { expect_flushed_results<Float16>(); }
TEST(OpenClAccuracy, DenormalsOf32BitsMayBeFlushed) { expect_flushed_results<float>(); }

}  // namespace
}  // namespace spirv_oracle::opencl_std
