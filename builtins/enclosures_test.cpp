// Enclosures of whole programs. They contain the results of every choice of PipelineOptions::arithmetic. For a single instruction,
// they are as narrow as its error bound.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <random>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "builtins/choices_for_test.h"
#include "interpreter/ir/enclosure_rule.h"

namespace spirv_oracle::test {
namespace {

using A = ArithmeticChoices;
using Choice = bool ArithmeticChoices::*;

constexpr Choice single_choices[] = {
    &A::contract, &A::split_fma,       &A::reassociate,   &A::reciprocal,  &A::toward_zero,
    &A::low,      &A::flush_denormals, &A::flush_results, &A::other_zeros, &A::other_nans,
    &A::high,     &A::relax,           &A::assume_finite};

template <class T>
double as_double(T value) {
  if constexpr (std::is_same_v<T, Float16>)
    return static_cast<double>(to_float(value));
  else
    return static_cast<double>(value);
}

// Distinguishes zeros of either sign, and NaNs.
template <class T>
auto bytes_of(T value) {
  return std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
}

template <class T>
bool holds(const EnclosedFloat<T>& known, T value) {
  if (known.is_unknown()) return true;
  if (!known.enclosure) return bytes_of(known.usual) == bytes_of(value);
  const std::vector<std::uint64_t>& values = known.enclosure->values;
  if (!values.empty()) {
    return std::ranges::any_of(values, [&](std::uint64_t bits) {
      std::array<std::byte, sizeof(T)> bytes;
      std::memcpy(bytes.data(), &bits, sizeof(T));
      return bytes == bytes_of(value);
    });
  }
  if (!known.enclosure->is_float) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    const auto integer = static_cast<double>(bits);
    return known.enclosure->low <= integer && integer <= known.enclosure->high;
  }
  const double number = as_double(value);
  if (std::isnan(number)) return known.enclosure->may_be_nan;
  return known.enclosure->has_numbers && known.enclosure->low <= number &&
         number <= known.enclosure->high;
}

template <class T>
T float_of(double value) {
  if constexpr (std::is_same_v<T, Float16>)
    return to_float16(value);
  else
    return static_cast<T>(value);
}

// Moderate numbers, whole numbers and all special values.
template <class T>
class Operands {
 public:
  explicit Operands(unsigned seed) : random_(seed) {}

  T number() {
    using L = std::numeric_limits<double>;
    const double least = sizeof(T) == 2 ? 0x1p-14 : sizeof(T) == 4 ? 0x1p-126 : L::min();
    constexpr double special[] = {
        0, -0.0, 1, -1, 0.5, 2, L::infinity(), -L::infinity(), L::quiet_NaN()};
    switch (random_() % 12) {
      case 0:
        return float_of<T>(special[random_() % std::size(special)]);
      case 1:
        return float_of<T>(least * (static_cast<double>(random_() % 64) / 16));
      case 2:
      case 3:
        return float_of<T>(static_cast<double>(random_() % 20) - 10);
      case 4:
        return float_of<T>(uniform(-1000, 1000));
      default:
        return float_of<T>(uniform(-3, 3));
    }
  }
  std::vector<FloatOperands<T>> many(std::size_t count) {
    std::vector<FloatOperands<T>> operands;
    for (std::size_t i = 0; i < count; ++i) {
      const T x = number(), y = number(), z = number();
      operands.push_back({x, y, z});
    }
    return operands;
  }
  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }

 private:
  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  std::mt19937_64 random_;
};

ArithmeticChoices some_choices(std::mt19937& random) {
  ArithmeticChoices choices;
  for (const Choice choice : single_choices) choices.*choice = random() % 3 == 0;
  if (choices.low) choices.high = false;
  if (choices.flush_denormals) choices.flush_results = false;
  return choices;
}

// Each single choice, and some combinations.
template <class T>
void expect_held(const FloatProgram& program, unsigned seed, unsigned combinations = 6,
                 std::size_t count = 60) {
  Operands<T> operands(seed);
  const auto samples = operands.many(count);
  const auto known = enclose_floats(program, samples);
  std::vector<ArithmeticChoices> variations{{}};
  for (const Choice choice : single_choices) variations.push_back(choose(choice));
  std::mt19937 random(seed);
  for (unsigned i = 0; i < combinations; ++i) variations.push_back(some_choices(random));
  for (const ArithmeticChoices& choices : variations) {
    const auto values = run_floats(program, samples, choices);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      if (holds(known[i], values[i])) continue;
      std::string chosen;
      for (std::size_t c = 0; c < std::size(single_choices); ++c)
        if (choices.*single_choices[c]) chosen += ' ' + std::to_string(c);
      ADD_FAILURE() << program.body << "\nof " << as_double(samples[i].x) << ", "
                    << as_double(samples[i].y) << ", " << as_double(samples[i].z) << "\ngives "
                    << as_double(values[i]) << " by choices" << chosen << ", beside "
                    << as_double(known[i].usual) << " in "
                    << (known[i].enclosure ? known[i].enclosure->low : as_double(known[i].usual))
                    << ".."
                    << (known[i].enclosure ? known[i].enclosure->high : as_double(known[i].usual));
      return;
    }
  }
}

// Instructions on floats, by their operands. For vectors and matrices, one component of the result.
// NOLINTBEGIN(bugprone-suspicious-missing-comma): some bodies have several lines.
const char* const shader_bodies[] = {
    "%r = OpFAdd %T %x %y",
    "%r = OpFSub %T %x %y",
    "%r = OpFMul %T %x %y",
    "%r = OpFDiv %T %x %y",
    "%r = OpFRem %T %x %y",
    "%r = OpFMod %T %x %y",
    "%r = OpFNegate %T %x",
    "%r = OpFMul %T %x %x",
    "%r = OpFSub %T %x %x",
    "%v = OpCompositeConstruct %v3 %x %y %z\n%w = OpVectorTimesScalar %v3 %v %y\n%r = "
    "OpCompositeExtract %T %w 0",
    "%v = OpCompositeConstruct %v3 %x %y %z\n%w = OpCompositeConstruct %v3 %z %x %y\n%r = OpDot %T "
    "%v %w",
    "%u = OpCompositeConstruct %v2 %x %y\n%v = OpCompositeConstruct %v2 %z %x\n%m = "
    "OpCompositeConstruct %m2 %u %v\n"
    "%w = OpMatrixTimesVector %v2 %m %u\n%r = OpCompositeExtract %T %w 1",
    "%u = OpCompositeConstruct %v2 %x %y\n%v = OpCompositeConstruct %v2 %z %x\n%m = "
    "OpCompositeConstruct %m2 %u %v\n"
    "%w = OpVectorTimesMatrix %v2 %u %m\n%r = OpCompositeExtract %T %w 1",
    "%u = OpCompositeConstruct %v2 %x %y\n%v = OpCompositeConstruct %v2 %z %x\n%m = "
    "OpCompositeConstruct %m2 %u %v\n"
    "%w = OpMatrixTimesMatrix %m2 %m %m\n%r = OpCompositeExtract %T %w 1 0",
    "%u = OpCompositeConstruct %v2 %x %y\n%v = OpCompositeConstruct %v2 %z %x\n%m = OpOuterProduct "
    "%m2 %u %v\n"
    "%r = OpCompositeExtract %T %m 1 0",
    "%c = OpFOrdLessThan %bool %x %y\n%r = OpSelect %T %c %x %z",
    "%c = OpFUnordGreaterThanEqual %bool %x %y\n%r = OpSelect %T %c %x %z",
    "%c = OpIsNan %bool %x\n%r = OpSelect %T %c %y %z",
    "%c = OpIsInf %bool %x\n%r = OpSelect %T %c %y %z",
    "%s = OpConvertSToF %T %n\n%r = OpFMul %T %s %y",
    // Results of other instructions as operands.
    "%a = OpFAdd %T %x %y\n%r = OpFAdd %T %a %z",
    "%a = OpFAdd %T %x %y\n%r = OpFSub %T %z %a",
    "%a = OpFMul %T %x %y\n%r = OpFAdd %T %a %z",
    "%a = OpFMul %T %x %y\n%r = OpFSub %T %z %a",
    "%a = OpFMul %T %x %y\n%r = OpFMul %T %a %z",
    "%a = OpFMul %T %x %y\n%b = OpFMul %T %y %x\n%r = OpFSub %T %a %b",
    "%a = OpFAdd %T %x %y\n%r = OpFSub %T %a %x",
    "%a = OpFMul %T %x %y\n%r = OpFDiv %T %a %y",
    "%a = OpFDiv %T %x %y\n%b = OpFDiv %T %a %z\n%r = OpFAdd %T %b %x",
    "%a = OpFAdd %T %x %y\n%i = OpConvertFToS %int %a\n%r = OpConvertSToF %T %i",
    // Values that are known one by one.
    "%c = OpFOrdLessThan %bool %x %y\n%r = OpSelect %T %c %one %zero",
    "%a = OpFAdd %T %x %zero\n%b = OpFMul %T %a %y\n%r = OpFAdd %T %b %z",
    "%c = OpFOrdLessThan %bool %x %y\n%a = OpSelect %T %c %x %z\n%r = OpFMul %T %a %y",
    "%q = OpFDiv %T %x %y\n%i = OpConvertFToS %int %q\n%j = OpIMul %int %i %i\n%k = OpISub %int "
    "%j %n\n%r = OpConvertSToF %T %k",
    "%q = OpFDiv %T %x %y\n%i = OpConvertFToS %int %q\n%j = OpBitwiseXor %int %i %n\n%k = "
    "OpShiftLeftLogical %int %j %scope\n%r = OpConvertSToF %T %k",
    "%q = OpFDiv %T %x %y\n%i = OpConvertFToS %int %q\n%c = OpSLessThan %bool %i %n\n%j = "
    "OpSelect %int %c %i %n\n%r = OpConvertSToF %T %j",
};
// NOLINTEND(bugprone-suspicious-missing-comma)

const char* const glsl_bodies[] = {
    "Round %x",
    "RoundEven %x",
    "Trunc %x",
    "FAbs %x",
    "FSign %x",
    "Floor %x",
    "Ceil %x",
    "Fract %x",
    "FMin %x %y",
    "FMax %x %y",
    "FClamp %x %y %z",
    "NMin %x %y",
    "NMax %x %y",
    "NClamp %x %y %z",
    "FMix %x %y %z",
    "Step %x %y",
    "SmoothStep %x %y %z",
    "Fma %x %y %z",
    "Sqrt %x",
    "InverseSqrt %x",
    "Ldexp %x %n",
};
// Functions with two results.
const char* const parts_bodies[] = {
    "%s = OpExtInst %parts %set ModfStruct %x\n%r = OpCompositeExtract %T %s 0",
    "%s = OpExtInst %parts %set ModfStruct %x\n%r = OpCompositeExtract %T %s 1",
    "%q = OpFDiv %T %x %y\n%s = OpExtInst %parts %set ModfStruct %q\n%r = OpCompositeExtract %T %s "
    "0",
    "%q = OpFDiv %T %x %y\n%s = OpExtInst %parts %set ModfStruct %q\n%r = OpCompositeExtract %T %s "
    "1",
    "%s = OpExtInst %scaled %set FrexpStruct %x\n%r = OpCompositeExtract %T %s 0",
    "%s = OpExtInst %scaled %set FrexpStruct %x\n%e = OpCompositeExtract %int %s 1\n%r = "
    "OpConvertSToF %T %e",
    "%q = OpFDiv %T %x %y\n%s = OpExtInst %scaled %set FrexpStruct %q\n%r = OpCompositeExtract %T "
    "%s 0",
    "%q = OpFDiv %T %x %y\n%s = OpExtInst %scaled %set FrexpStruct %q\n%e = OpCompositeExtract "
    "%int %s 1\n%r = OpConvertSToF %T %e",
};
// Words of 32 bits.
const char* const word_bodies[] = {
    "%q = OpFDiv %T %x %y\n%b = OpBitcast %int %q\n%r = OpBitcast %T %b",
    "%q = OpFDiv %T %x %y\n%b = OpBitcast %int %q\n%i = OpIAdd %int %b %scope\n%r = OpBitcast %T "
    "%i",
    "%q = OpExtInst %T %set Round %x\n%b = OpBitcast %int %q\n%i = OpBitwiseXor %int %b %n\n%r = "
    "OpConvertSToF %T %i",
    "%q = OpFDiv %T %x %y\n%v = OpCompositeConstruct %v4 %q %x %y %z\n%p = OpExtInst %int %set "
    "PackUnorm4x8 %v\n%u = OpExtInst %v4 %set UnpackUnorm4x8 %p\n%r = OpCompositeExtract %T %u 0",
    "%q = OpFDiv %T %x %y\n%v = OpCompositeConstruct %v4 %q %x %y %z\n%p = OpExtInst %int %set "
    "PackSnorm4x8 %v\n%r = OpConvertSToF %T %p",
    "%q = OpFDiv %T %x %y\n%v = OpCompositeConstruct %v2 %q %z\n%p = OpExtInst %int %set "
    "PackUnorm2x16 %v\n%r = OpConvertUToF %T %p",
    "%q = OpFDiv %T %x %y\n%v = OpCompositeConstruct %v2 %q %z\n%p = OpExtInst %int %set "
    "PackSnorm2x16 %v\n%u = OpExtInst %v2 %set UnpackSnorm2x16 %p\n%r = OpCompositeExtract %T %u 1",
    "%q = OpFDiv %T %x %y\n%v = OpCompositeConstruct %v2 %q %z\n%p = OpExtInst %int %set "
    "PackHalf2x16 %v\n%u = OpExtInst %v2 %set UnpackHalf2x16 %p\n%r = OpCompositeExtract %T %u 0",
    "%q = OpFDiv %T %x %y\n%r = OpQuantizeToF16 %T %q",
};
// The client API has no 64-bit versions of these.
const char* const narrow_glsl_bodies[] = {
    "Radians %x",  "Degrees %x", "Sin %x",  "Cos %x",  "Tan %x",   "Asin %x",  "Acos %x",
    "Atan %x",     "Sinh %x",    "Cosh %x", "Tanh %x", "Asinh %x", "Acosh %x", "Atanh %x",
    "Atan2 %x %y", "Pow %x %y",  "Exp %x",  "Log %x",  "Exp2 %x",  "Log2 %x",
};
const char* const vector_glsl_bodies[] = {"Length",      "Distance", "Normalize", "Cross",
                                          "FaceForward", "Reflect",  "Refract"};

std::string glsl(const std::string& call, const std::string& operand = "") {
  std::string body = "%r = OpExtInst %T %set " + call;
  if (!operand.empty()) {
    for (std::size_t at = body.find("%x"); at != std::string::npos; at = body.find("%x", at + 2))
      body.replace(at, 2, operand);
  }
  return body;
}

std::string vector_glsl(const std::string& name) {
  const std::string vectors =
      "%v = OpCompositeConstruct %v3 %x %y %z\n%w = OpCompositeConstruct %v3 %z %x %y\n";
  const std::string u = "%u = OpExtInst %v3 %set " + name + " %v";
  const std::string extract = "\n%r = OpCompositeExtract %T %u 1";
  if (name == "Length") return vectors + "%r = OpExtInst %T %set Length %v";
  if (name == "Distance") return vectors + "%r = OpExtInst %T %set Distance %v %w";
  if (name == "Normalize") return vectors + u + extract;
  if (name == "FaceForward") return vectors + u + " %w %v" + extract;
  if (name == "Refract") return vectors + u + " %w %x" + extract;
  return vectors + u + " %w" + extract;
}

template <class T>
void expect_all_held(const FloatProgram& like, unsigned seed) {
  const auto check = [&](const std::string& body) {
    FloatProgram program = like;
    program.body = body;
    expect_held<T>(program, seed++);
  };
  for (const char* body : shader_bodies) check(body);
  for (const char* body : glsl_bodies) check(glsl(body));
  for (const char* body : vector_glsl_bodies) check(vector_glsl(body));
  for (const char* body : parts_bodies) check(body);
  if constexpr (sizeof(T) == 4) {
    for (const char* body : word_bodies) check(body);
  }
  if constexpr (sizeof(T) != 8) {
    for (const char* body : narrow_glsl_bodies) check(glsl(body));
  }
}

TEST(EnclosuresTest, HoldEveryChoiceForEveryInstruction) {
  expect_all_held<float>({}, 1);
  expect_all_held<Float16>({}, 1000);
}

TEST(EnclosuresTest, HoldEveryChoiceIn64Bits) { expect_all_held<double>({}, 2000); }

TEST(EnclosuresTest, HoldEveryChoiceUnderDeclaredModes) {
  expect_all_held<float>({.body = "", .is_kernel = false, .modes = R"(
    OpExecutionMode %main RoundingModeRTE 32
    OpExecutionMode %main DenormPreserve 32
    OpExecutionMode %main SignedZeroInfNanPreserve 32
)"},
                         3000);
}

// The operands already have an enclosure.
TEST(EnclosuresTest, HoldEveryChoiceForOpenOperands) {
  unsigned seed = 4000;
  for (const char* first : {"Exp", "Sin"}) {
    const std::string open = std::string("%o = OpExtInst %T %set ") + first + " %x\n";
    const auto check = [&](const std::string& body) {
      expect_held<float>({.body = open + body}, seed, 4, 40);
      expect_held<Float16>({.body = open + body}, seed++, 4, 40);
    };
    for (const char* body : glsl_bodies) check(glsl(body, "%o"));
    for (const char* body : narrow_glsl_bodies) check(glsl(body, "%o"));
    for (const char* body :
         {"%r = OpFAdd %T %o %y", "%r = OpFMul %T %o %y", "%r = OpFDiv %T %y %o",
          "%r = OpFDiv %T %o %y", "%r = OpFRem %T %o %y", "%r = OpFSub %T %o %o",
          "%r = OpFMul %T %o %o", "%c = OpFOrdLessThan %bool %o %y\n%r = OpSelect %T %c %x %z",
          "%i = OpConvertFToS %int %o\n%r = OpConvertSToF %T %i"})
      check(body);
  }
}

// Expressions of up to eight operations.
std::string random_body(Operands<float>& random, bool is_kernel) {
  std::vector<std::string> values{"%x", "%y", "%z"};
  std::string body;
  const unsigned count = 2 + random.below(7);
  for (unsigned i = 0; i < count; ++i) {
    const auto value = [&] {
      return " " + values[random.below(static_cast<unsigned>(values.size()))];
    };
    const std::string result = i + 1 == count ? "%r" : "%e" + std::to_string(i);
    static const char* const binary[] = {"OpFAdd", "OpFSub", "OpFMul",
                                         "OpFAdd", "OpFMul", "OpFDiv"};
    static const char* const glsl_unary[] = {"Exp",   "Sqrt", "FAbs", "Floor",
                                             "Fract", "Sin",  "Log",  "InverseSqrt"};
    static const char* const opencl_unary[] = {"exp",  "sqrt", "fabs", "floor",
                                               "tanh", "sin",  "log",  "rsqrt"};
    if (random.below(3) != 0) {
      body += result + " = " + binary[random.below(6)] + " %T" + value() + value() + "\n";
    } else {
      body += result + " = OpExtInst %T %set " +
              (is_kernel ? opencl_unary : glsl_unary)[random.below(8)] + value() + "\n";
    }
    values.push_back(result);
  }
  return body;
}

TEST(EnclosuresTest, HoldEveryChoiceInRandomExpressions) {
  Operands<float> random(7);
  for (unsigned i = 0; i < 60; ++i)
    expect_held<float>({.body = random_body(random, false)}, 5000 + i, 8, 30);
  for (unsigned i = 0; i < 20; ++i)
    expect_held<Float16>({.body = random_body(random, false)}, 6000 + i, 8, 30);
}

TEST(EnclosuresTest, HoldEveryChoiceOfKernels) {
  Operands<float> random(8);
  for (unsigned i = 0; i < 30; ++i)
    expect_held<float>({.body = random_body(random, true), .is_kernel = true}, 7000 + i, 8, 30);
  for (const char* call :
       {"acos %x", "exp %x", "log %x", "pow %x %y", "fma %x %y %z", "mad %x %y %z", "fmin %x %y",
        "fmax %x %y", "sqrt %x", "rint %x", "round %x", "hypot %x %y", "mix %x %y %z",
        "half_exp %x", "native_exp %x", "fdim %x %y"})
    expect_held<float>({.body = glsl(call), .is_kernel = true}, 8000, 8, 40);
  // The cosine, which the instruction stores, has an error as well.
  expect_held<float>(
      {.body = "%u = OpExtInst %T %set sincos %x %at_r\n%r = OpLoad %T %at_r ALIGNED",
       .is_kernel = true},
      8001, 8, 40);
}

// Functions without an error, on denormals, zeros, infinities and NaNs as well. Those that store another result store it
// where %r is stored later.
TEST(EnclosuresTest, HoldEveryChoiceOfExactFunctionsInKernels) {
  const std::string load = "\n%r = OpLoad %T %at_r ALIGNED";
  for (const std::string& body : std::vector<std::string>{
           glsl("copysign %x %y"), glsl("logb %x"), glsl("maxmag %x %y"), glsl("minmag %x %y"),
           glsl("nextafter %x %y"), glsl("ldexp %x %n"), glsl("fract %x %at_r"),
           glsl("modf %x %at_r"), "%u = OpExtInst %T %set fract %x %at_r" + load,
           "%u = OpExtInst %T %set modf %x %at_r" + load,
           "%i = OpExtInst %int %set ilogb %x\n%r = OpConvertSToF %T %i",
           "%m = OpFMul %T %y %z\n%r = OpExtInst %T %set copysign %x %m"}) {
    expect_held<float>({.body = body, .is_kernel = true}, 8100, 8, 300);
    expect_held<Float16>({.body = body, .is_kernel = true}, 8200, 8, 300);
    expect_held<double>({.body = body, .is_kernel = true}, 8300, 8, 100);
  }
}

// OpenCL.std on operands that already have an enclosure.
TEST(EnclosuresTest, HoldEveryChoiceOfKernelsForOpenOperands) {
  unsigned seed = 9000;
  const std::string open =
      "%o = OpExtInst %T %set exp %x\n%p = OpExtInst %T %set tanh %y\n%k = OpConvertFToS %int %z\n";
  for (const char* call : {"acos %p",         "acosh %o",
                           "acospi %p",       "asin %p",
                           "asinh %o",        "atan %o",
                           "atan2 %o %p",     "atan2pi %p %o",
                           "atanh %p",        "cbrt %p",
                           "cos %o",          "cosh %p",
                           "cospi %o",        "erf %p",
                           "erfc %o",         "exp %p",
                           "exp2 %o",         "exp10 %p",
                           "expm1 %p",        "fdim %o %p",
                           "fma %o %p %z",    "fmod %o %p",
                           "fmod %p %z",      "hypot %o %p",
                           "log %o",          "log1p %p",
                           "log2 %o",         "mad %o %p %z",
                           "pow %o %p",       "powr %o %p",
                           "pown %p %k",      "remainder %o %p",
                           "rootn %o %k",     "rsqrt %o",
                           "sin %o",          "sinh %p",
                           "sinpi %p",        "sqrt %o",
                           "tan %p",          "tanh %o",
                           "tanpi %p",        "half_sin %p",
                           "half_exp %p",     "half_log %o",
                           "half_powr %o %p", "half_divide %p %o",
                           "half_recip %o",   "degrees %p",
                           "radians %o",      "fmax %o %p"})
    expect_held<float>({.body = open + glsl(call), .is_kernel = true}, seed++, 8, 60);
}

// --- infinities ---

// The result of a single operation on infinities, which is NaN in IEEE 754.
TEST(EnclosuresTest, KnowInvalidOperations) {
  const std::string modes = "OpExecutionMode %main SignedZeroInfNanPreserve 32\n";
  const float infinite = std::numeric_limits<float>::infinity();
  const auto enclose = [&](const std::string& body, FloatOperands<float> operands, bool preserves) {
    return enclose_floats<float>({.body = body, .modes = preserves ? modes : ""}, {operands})[0];
  };
  const auto is_only_nan = [](const EnclosedFloat<float>& known) {
    return known.is_defined && known.enclosure && !known.enclosure->is_unknown &&
           !known.enclosure->has_numbers && known.enclosure->may_be_nan;
  };
  const std::pair<const char*, FloatOperands<float>> invalid[] = {
      {"%r = OpFMul %T %x %y", {infinite, 0}},
      {"%r = OpFMul %T %x %y", {-0.0f, -infinite}},
      {"%r = OpFAdd %T %x %y", {infinite, -infinite}},
      {"%r = OpFSub %T %x %y", {infinite, infinite}},
      {"%r = OpFSub %T %x %x", {infinite}},
      {"%v = OpCompositeConstruct %v2 %x %x\n%w = OpVectorTimesScalar %v2 %v %y\n%r = "
       "OpCompositeExtract %T %w 0",
       {infinite, 0}},
  };
  for (const auto& [body, operands] : invalid) {
    EXPECT_TRUE(is_only_nan(enclose(body, operands, true))) << body;
    EXPECT_TRUE(enclose(body, operands, false).is_unknown()) << body;
  }
  // Infinities that nothing cancels are exact.
  for (const char* body : {"%r = OpFAdd %T %x %y", "%r = OpFMul %T %x %y",
                           "%a = OpFAdd %T %x %y\n%r = OpFAdd %T %a %z",
                           "%a = OpFMul %T %x %y\n%r = OpFMul %T %a %y"}) {
    const auto known = enclose(body, {infinite, 2, 3}, true);
    EXPECT_FALSE(known.enclosure) << body;
    EXPECT_EQ(known.usual, infinite) << body;
  }
  // "Implementations are allowed to implement a + b - a [...] as b."
  const std::string cancelling = "%a = OpFAdd %T %x %y\n%r = OpFSub %T %a %x";
  EXPECT_TRUE(enclose(cancelling, {infinite, 2}, true).is_unknown());
  const auto kept = enclose_floats<float>(
      {.body = cancelling,
       .modes = modes,
       .decorations = "OpDecorate %a NoContraction\nOpDecorate %r NoContraction\n"},
      {{infinite, 2}})[0];
  EXPECT_TRUE(is_only_nan(kept));
}

// --- tightness ---

double width_in_ulp(const EnclosedFloat<float>& known) {
  if (known.is_unknown()) return std::numeric_limits<double>::infinity();
  if (!known.enclosure) return 0;
  const float usual = std::fabs(known.usual);
  const double ulp =
      static_cast<double>(std::nextafterf(usual, HUGE_VALF)) - static_cast<double>(usual);
  return (known.enclosure->high - known.enclosure->low) / ulp;
}

double median_width(const FloatProgram& program) {
  std::mt19937 random(9);
  std::uniform_real_distribution<float> numbers(0.1f, 3.0f);
  std::vector<FloatOperands<float>> samples;
  for (int i = 0; i < 201; ++i) {
    const float x = numbers(random), y = numbers(random), z = numbers(random);
    samples.push_back({x, y, z});
  }
  std::vector<double> widths;
  for (const auto& known : enclose_floats(program, samples)) widths.push_back(width_in_ulp(known));
  std::ranges::nth_element(widths, widths.begin() + 100);
  return widths[100];
}

TEST(EnclosuresTest, AreAsTightAsTheErrorBounds) {
  const std::string nearest = "OpExecutionMode %main RoundingModeRTE 32\n";
  EXPECT_EQ(median_width({.body = "%r = OpFAdd %T %x %y"}), 1);
  EXPECT_EQ(median_width({.body = "%r = OpFAdd %T %x %y", .modes = nearest}), 0);
  EXPECT_EQ(median_width({.body = "%r = OpFMul %T %x %y"}), 1);
  // A product with a reciprocal is wider.
  EXPECT_LE(median_width(
                {.body = "%r = OpFDiv %T %x %y", .decorations = "OpDecorate %r NoContraction\n"}),
            5);
  EXPECT_LE(median_width({.body = "%r = OpFDiv %T %x %y"}), 9);
  EXPECT_LE(median_width({.body = glsl("InverseSqrt %x")}), 4);
  // 3 + 2 * |x| ULP, of x about 1.5
  EXPECT_NEAR(median_width({.body = glsl("Exp %x")}), 12, 2);
  EXPECT_LE(median_width({.body = glsl("Sqrt %x")}), 12);
  EXPECT_EQ(median_width({.body = glsl("Floor %x")}), 0);
  // An exponential followed by other operations still has a narrow enclosure.
  EXPECT_LE(
      median_width(
          {.body = "%e = OpExtInst %T %set Exp %x\n%a = OpFMul %T %e %y\n%r = OpFAdd %T %a %z"}),
      40);
}

TEST(EnclosuresTest, KernelsAreExactButForTheirBounds) {
  EXPECT_EQ(median_width({.body = "%r = OpFAdd %T %x %y", .is_kernel = true}), 0);
  // 3 ulp on either side, of the numbers that are inside.
  EXPECT_EQ(median_width({.body = "%r = OpExtInst %T %set exp %x", .is_kernel = true}), 5);
  EXPECT_EQ(median_width({.body = "%r = OpExtInst %T %set native_exp %x", .is_kernel = true}),
            std::numeric_limits<double>::infinity());
}

// --- the tables ---

// Whether this is the name of an instruction of integers, of whose results nothing is known if an operand is not exact.
bool is_of_exact_integers(std::string_view name) {
  static const std::set<std::string_view> names = {"SAbs",     "SSign",    "IMix",
                                                   "FindILsb", "FindSMsb", "FindUMsb"};
  return names.contains(name);
}

TEST(EnclosureRules, EveryInstructionOfGlslThatHasFloatsHasOne) {
  const InstructionRegistry& registry = default_registry();
  for (const auto& [number, definition] : registry.extended().at("GLSL.std.450"))
    EXPECT_NE(registry.find_enclosure_rule("GLSL.std.450", number) != nullptr,
              is_of_exact_integers(definition.name))
        << definition.name;
}

TEST(EnclosureRules, EveryInstructionOfOpenClThatHasFloatsHasOne) {
  const InstructionRegistry& registry = default_registry();
  for (const auto& [number, definition] : registry.extended().at("OpenCL.std")) {
    // Integer functions have the signedness in their names, or are bit operations.
    static const std::set<std::string_view> of_bits = {"clz", "ctz", "rotate", "popcount"};
    const bool is_integer = definition.name.starts_with("s_") ||
                            definition.name.starts_with("u_") || of_bits.contains(definition.name);
    EXPECT_NE(registry.find_enclosure_rule("OpenCL.std", number) != nullptr, is_integer)
        << definition.name;
  }
}

TEST(EnclosureRules, EveryCoreInstructionOfFloatsHasOne) {
  const InstructionRegistry& registry = default_registry();
  const auto is_of_floats = [](std::string_view name) {
    for (const std::string_view part :
         {"OpF", "OpConvertF", "ToF", "OpVectorTimes", "OpMatrixTimes", "OpDPd", "OpIsNan",
          "OpIsInf", "OpIsFinite", "OpIsNormal", "OpSignBitSet", "OpQuantize", "OpGroupF",
          "UniformF", "OpOrdered", "OpUnordered"})
      if (name.find(part) != std::string_view::npos) return true;
    return name == "OpDot" || name == "OpOuterProduct" || name == "OpSelect" || name == "OpBitcast";
  };
  for (const auto& [number, definition] : registry.core()) {
    if (!is_of_floats(definition.name) || definition.instruction_class == "Atomic") continue;
    // Declarations and control flow whose names begin like those of float instructions.
    if (definition.name.starts_with("OpFunction") || definition.name == "OpFreezeKHR") continue;
    EXPECT_NE(registry.find_enclosure_rule("", number), nullptr) << definition.name;
  }
}

}  // namespace
}  // namespace spirv_oracle::test
