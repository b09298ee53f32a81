// The least and the greatest results of GLSL.std.450 and of core instructions, compared with the bounds of Vulkan, which
// MPFR computes.

#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "builtins/error_bounds_for_test.h"
#include "builtins/sweep_coverage_for_test.h"
#include "grammar/glsl_std_450.h"

namespace spirv_oracle::glsl_std_450 {
namespace {

using test::choose;
using test::expect_within;
using test::FloatOperands;
using test::FloatProgram;
using test::high;
using test::low;
using test::of_mpfr;
using test::random_operands;
using test::ulp_of;
using Operands = FloatOperands<float>;

FloatProgram program(const std::string& body) { return {.body = body}; }
FloatProgram call(const std::string& function) {
  return program("%r = OpExtInst %T %set " + function);
}

TEST(GlslErrorBounds, Division) {
  const auto ulps = [](const Operands&, double x) { return 2.5 * ulp_of(x); };
  expect_within(
      program("%r = OpFDiv %T %x %y"), random_operands(0.01f, 100, 500),
      [](const Operands& o) { return double{o.x} / o.y; }, ulps);
}

TEST(GlslErrorBounds, Exponentials) {
  const auto ulps = [](const Operands& o, double x) {
    return (3 + 2 * std::fabs(double{o.x})) * ulp_of(x);
  };
  const auto operands = random_operands(-20, 20, 500);
  expect_within(
      call("Exp %x"), operands, [](const Operands& o) { return of_mpfr(mpfr_exp, o.x); }, ulps);
  expect_within(
      call("Exp2 %x"), operands, [](const Operands& o) { return of_mpfr(mpfr_exp2, o.x); }, ulps);
}

TEST(GlslErrorBounds, LogarithmsHaveAnAbsoluteErrorAroundOne) {
  const auto error = [](const Operands& o, double x) {
    return o.x >= 0.5f && o.x <= 2 ? 0x1p-21 : 3 * ulp_of(x);
  };
  for (const float to : {3.0f, 1000.0f}) {
    const auto operands = random_operands(0.01f, to, 500);
    expect_within(
        call("Log %x"), operands, [](const Operands& o) { return of_mpfr(mpfr_log, o.x); }, error);
    expect_within(
        call("Log2 %x"), operands, [](const Operands& o) { return of_mpfr(mpfr_log2, o.x); },
        error);
  }
}

TEST(GlslErrorBounds, SineAndCosineHaveAnAbsoluteError) {
  const auto error = [](const Operands&, double) { return 0x1p-11; };
  const auto operands = random_operands(-3.14f, 3.14f, 500);
  expect_within(
      call("Sin %x"), operands, [](const Operands& o) { return of_mpfr(mpfr_sin, o.x); }, error);
  expect_within(
      call("Cos %x"), operands, [](const Operands& o) { return of_mpfr(mpfr_cos, o.x); }, error);
}

TEST(GlslErrorBounds, InverseSqrtAndArctangent) {
  expect_within(
      call("InverseSqrt %x"), random_operands(0.001f, 1000, 500),
      [](const Operands& o) { return of_mpfr(mpfr_rec_sqrt, o.x); },
      [](const Operands&, double x) { return 2 * ulp_of(x); });
  expect_within(
      call("Atan %x"), random_operands(-50, 50, 500),
      [](const Operands& o) { return of_mpfr(mpfr_atan, o.x); },
      [](const Operands&, double x) { return 4096 * ulp_of(x); });
}

TEST(GlslErrorBounds, HalfPrecisionHasItsOwn) {
  const auto half = [](float value) { return to_float16(value); };
  const FloatOperands<Float16> operands{half(1.0f), half(3.0f), {}};
  const auto result = [&](const char* body, bool ArithmeticChoices::*choice) {
    return to_float(test::run_float<Float16>(program(body), operands, choose(choice)));
  };
  // exp(1) is 2.71828, in steps of 2^-9; 1 + 2 ULP.
  EXPECT_EQ(result("%r = OpExtInst %T %set Exp %x", low),
            std::ceil((2.718281828f - 3 * 0x1p-9f) * 512) / 512);
  EXPECT_EQ(result("%r = OpExtInst %T %set Exp %x", high),
            std::floor((2.718281828f + 3 * 0x1p-9f) * 512) / 512);
  // log(1): absolute error < 2^-7
  EXPECT_LT(result("%r = OpExtInst %T %set Log %x", high), 0x1p-7f);
  EXPECT_GT(result("%r = OpExtInst %T %set Log %x", high), 0x1.fp-8f);
}

TEST(GlslErrorBounds, DoublesHaveUlpsOfTheirOwn) {
  const FloatOperands<double> third{1, 3, 0};
  const FloatProgram division = program("%r = OpFDiv %T %x %y");
  const double least = test::run_float<double>(division, third, choose(low));
  const double greatest = test::run_float<double>(division, third, choose(high));
  // 1/3 is between two numbers that are 2^-54 apart.
  EXPECT_NEAR((1.0 / 3 - least) * 0x1p54, 2.5, 0.5);
  EXPECT_NEAR((greatest - 1.0 / 3) * 0x1p54, 2.5, 0.5);
}

TEST(GlslErrorBounds, AnglesOutsideOfTheRange) {
  const auto error = [](const Operands& o, double) {
    return 0x1p-11 * std::fabs(double{o.x}) / M_PI;
  };
  expect_within(
      call("Sin %x"), random_operands(4, 1000, 300),
      [](const Operands& o) { return of_mpfr(mpfr_sin, o.x); }, error);
}

// The 32-bit float next to pi is greater than pi, and counts as pi.
TEST(GlslErrorBounds, TheAngleNextToPiIsInTheRange) {
  const Operands pi{static_cast<float>(M_PI), 0, 0};
  const double sine = std::sin(double{pi.x});
  const auto distance = [&](const auto& bound) {
    return std::fabs(test::run_float<float>(call("Sin %x"), pi, choose(bound)) - sine);
  };
  EXPECT_LE(distance(low), 0x1p-11);
  EXPECT_LE(distance(high), 0x1p-11);
  EXPECT_GT(distance(low), 0x1p-12);
}

// --- the sweep ---

struct Swept {
  const char* body;
  float from, to;
  std::function<double(const Operands&)> exact;
};

std::vector<Swept> swept_functions() {
  return {
      {"Sin %x", -3, 3, [](const Operands& o) { return of_mpfr(mpfr_sin, o.x); }},
      {"Cos %x", -3, 3, [](const Operands& o) { return of_mpfr(mpfr_cos, o.x); }},
      {"Atan %x", -50, 50, [](const Operands& o) { return of_mpfr(mpfr_atan, o.x); }},
      {"Atan2 %x %y", -50, 50,
       [](const Operands& o) { return std::atan2(double{o.x}, double{o.y}); }},
      {"Exp %x", -20, 20, [](const Operands& o) { return of_mpfr(mpfr_exp, o.x); }},
      {"Exp2 %x", -20, 20, [](const Operands& o) { return of_mpfr(mpfr_exp2, o.x); }},
      {"Log %x", 0.01f, 1000, [](const Operands& o) { return of_mpfr(mpfr_log, o.x); }},
      {"Log2 %x", 0.01f, 1000, [](const Operands& o) { return of_mpfr(mpfr_log2, o.x); }},
      {"InverseSqrt %x", 0.001f, 1000,
       [](const Operands& o) { return of_mpfr(mpfr_rec_sqrt, o.x); }},
      {"Radians %x", -10, 10, [](const Operands& o) { return o.x * (M_PI / 180); }},
      {"Degrees %x", -10, 10, [](const Operands& o) { return o.x * (180 / M_PI); }},
      {"Tan %x", -1.5f, 1.5f, [](const Operands& o) { return of_mpfr(mpfr_tan, o.x); }},
      {"Asin %x", -1, 1, [](const Operands& o) { return of_mpfr(mpfr_asin, o.x); }},
      {"Acos %x", -1, 1, [](const Operands& o) { return of_mpfr(mpfr_acos, o.x); }},
      {"Sinh %x", -5, 5, [](const Operands& o) { return of_mpfr(mpfr_sinh, o.x); }},
      {"Cosh %x", -5, 5, [](const Operands& o) { return of_mpfr(mpfr_cosh, o.x); }},
      {"Tanh %x", -5, 5, [](const Operands& o) { return of_mpfr(mpfr_tanh, o.x); }},
      {"Asinh %x", -5, 5, [](const Operands& o) { return of_mpfr(mpfr_asinh, o.x); }},
      {"Acosh %x", 1, 5, [](const Operands& o) { return of_mpfr(mpfr_acosh, o.x); }},
      {"Atanh %x", -1, 1, [](const Operands& o) { return of_mpfr(mpfr_atanh, o.x); }},
      {"Sqrt %x", 0, 1000, [](const Operands& o) { return std::sqrt(double{o.x}); }},
      {"Pow %x %y", 0.1f, 8, [](const Operands& o) { return std::pow(double{o.x}, double{o.y}); }},
      {"Fma %x %y %z", -5, 5, [](const Operands& o) { return double{o.x} * o.y + o.z; }},
      {"FMix %x %y %z", 0, 1,
       [](const Operands& o) { return o.x * (1 - double{o.z}) + double{o.y} * o.z; }},
  };
}

// Whatever the result of the formula is, the rounded exact result is between the least and the greatest result.
TEST(GlslErrorBounds, TheRoundedExactResultIsAllowed) {
  for (const Swept& function : swept_functions()) {
    const auto operands = random_operands(function.from, function.to, 300);
    const FloatProgram body = call(function.body);
    const auto least = test::run_floats(body, operands, choose(low));
    const auto greatest = test::run_floats(body, operands, choose(high));
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const auto rounded = static_cast<float>(function.exact(operands[i]));
      EXPECT_LE(least[i], rounded) << function.body << " " << operands[i].x;
      EXPECT_GE(greatest[i], rounded) << function.body << " " << operands[i].x;
    }
  }
}

TEST(GlslErrorBounds, TheSweepHasEveryMathFunction) {
  const test::LeftOut left_out[] = {
      {"exact: common_test.cpp compares it with its definition",
       {"Round", "RoundEven", "Trunc", "FAbs", "FSign", "Floor", "Ceil", "Fract", "FMin", "FMax",
        "FClamp", "Step", "NMin", "NMax", "NClamp"}},
      {"exact: parts_test.cpp and instructions_test.cpp put the parts together",
       {"Modf", "ModfStruct", "Frexp", "FrexpStruct", "Ldexp"}},
      {"a formula of its operands, defined only between ascending edges: common_test.cpp",
       {"SmoothStep"}},
      {"a formula of vectors: instructions_test.cpp, and VectorsOfOneDirection here",
       {"Length", "Distance", "Cross", "Normalize", "FaceForward", "Reflect", "Refract"}},
      {"of matrices: matrix_test.cpp", {"Determinant", "MatrixInverse"}},
      {"of integers: integer_test.cpp",
       {"SAbs", "SSign", "UMin", "SMin", "UMax", "SMax", "UClamp", "SClamp", "FindILsb", "FindSMsb",
        "FindUMsb"}},
      {"packs or unpacks bits: packing_test.cpp",
       {"PackSnorm4x8", "PackUnorm4x8", "PackSnorm2x16", "PackUnorm2x16", "PackHalf2x16",
        "PackDouble2x32", "UnpackSnorm2x16", "UnpackUnorm2x16", "UnpackHalf2x16", "UnpackSnorm4x8",
        "UnpackUnorm4x8", "UnpackDouble2x32"}},
      {"removed from the set", {"IMix"}},
      {"of fragment shaders: graphics/draw_test.cpp",
       {"InterpolateAtCentroid", "InterpolateAtSample", "InterpolateAtOffset"}},
  };
  std::set<std::string> swept;
  for (const Swept& function : swept_functions())
    swept.insert(test::swept_instruction(function.body));
  test::expect_all_swept(grammar::glsl_std_450::instruction_table, swept, left_out);
}

// exp2(y * log2(x)), written out: 2^-21 of the logarithm of 1.5 is multiplied by 10 and by the derivative.
TEST(GlslErrorBounds, PowInheritsTheErrorOfALogarithm) {
  const float exact_power = std::pow(1.5f, 10.0f);
  const Operands operands{1.5f, 10, 0};
  const float least = test::run_float(call("Pow %x %y"), operands, choose(low));
  const float greatest = test::run_float(call("Pow %x %y"), operands, choose(high));
  const double exponent = 10 * std::log2(1.5);
  const double error =
      exact_power * (std::exp2(10 * 0x1p-21) - 1) + (3 + 2 * exponent) * ulp_of(exact_power);
  EXPECT_NEAR(greatest - exact_power, error, error / 5);
  EXPECT_NEAR(exact_power - least, error, error / 5);
}

// "If NaN is one of the permitted values then the operation may return any result": of each formula, operands for which a
// step may be 0 / 0, 0 * infinity, infinity / infinity, infinity - infinity, or outside of its domain, and others that are as
// large as they may be without.
TEST(GlslErrorBounds, AnyResultWhereTheFormulaMayGiveANaN) {
  constexpr float inf = infinity<float>, nan = std::numeric_limits<float>::quiet_NaN();
  struct Formula {
    std::string body;
    std::vector<Operands> may_be_nan, numbers;
  };
  const auto of_set = [](const std::string& text) { return "%r = OpExtInst %T %set " + text; };
  const auto of_vectors = [](const std::string& text, const std::string& type = "%v2") {
    return "%a = OpCompositeConstruct %v2 %x %y\n%b = OpCompositeConstruct %v2 %z %one\n" +
           (type == "%T" ? "%r = " + text : "%v = " + text + "\n%r = OpCompositeExtract %T %v 1");
  };
  const Formula formulas[] = {
      {"%r = OpFMod %T %x %y",
       {{5, inf, 0}, {5, 0, 0}, {inf, 2, 0}, {0, 0, 0}},
       {{0, 3, 0}, {5e30f, 3, 0}}},
      {"%r = OpFRem %T %x %y", {{5, inf, 0}, {5, 0, 0}, {inf, 2, 0}}, {{0, 3, 0}, {-5e30f, 3, 0}}},
      {of_set("Radians %x"), {{nan, 0, 0}}, {{inf, 0, 0}}},
      {of_set("Degrees %x"), {{nan, 0, 0}}, {{inf, 0, 0}, {3e38f, 0, 0}}},
      {of_set("Sqrt %x"), {{nan, 0, 0}, {-1, 0, 0}}, {{0, 0, 0}, {-0.0f, 0, 0}, {inf, 0, 0}}},
      {of_set("Tan %x"), {{inf, 0, 0}}, {{1e4f, 0, 0}, {1.5707964f, 0, 0}}},
      {of_set("Asin %x"), {{nan, 0, 0}, {1.5f, 0, 0}}, {{0, 0, 0}, {-1, 0, 0}}},
      {of_set("Acos %x"), {{nan, 0, 0}, {1.5f, 0, 0}}, {{0, 0, 0}, {-1, 0, 0}}},
      {of_set("Sinh %x"), {{nan, 0, 0}}, {{-100, 0, 0}, {inf, 0, 0}}},
      {of_set("Cosh %x"), {{nan, 0, 0}}, {{-100, 0, 0}, {inf, 0, 0}}},
      {of_set("Tanh %x"), {{100, 0, 0}, {-100, 0, 0}, {inf, 0, 0}}, {{88, 0, 0}, {0, 0, 0}}},
      {of_set("Asinh %x"),
       {{-1e5f, 0, 0}, {-inf, 0, 0}},
       {{-60, 0, 0}, {-1e30f, 0, 0}, {1e30f, 0, 0}, {inf, 0, 0}}},
      {of_set("Acosh %x"), {{nan, 0, 0}, {0.5f, 0, 0}}, {{1, 0, 0}, {1e30f, 0, 0}, {inf, 0, 0}}},
      {of_set("Atanh %x"), {{nan, 0, 0}, {2, 0, 0}}, {{0.999f, 0, 0}, {-0.999f, 0, 0}}},
      {of_set("Pow %x %y"),
       {{1, inf, 0}, {0, 0, 0}, {inf, 0, 0}, {-1, 2, 0}},
       {{0, 2, 0}, {2, inf, 0}, {inf, 2, 0}, {1e30f, 30, 0}}},
      {of_set("Fma %x %y %z"),
       {{1e30f, 1e30f, -inf}, {0, inf, 1}},
       {{1e30f, 1e30f, 1}, {2, 3, inf}}},
      {of_set("FMix %x %y %z"),
       {{-3e38f, 3e38f, 0}, {inf, 1, 0}},
       {{-1e38f, 1e38f, 0}, {1, 2, 1e30f}}},
      {of_set("SmoothStep %x %y %z"), {{1, 1, 1}, {0, inf, inf}}, {{0, 1, 0}, {0, 1, 1e38f}}},
      {of_vectors("OpDot %T %a %b", "%T"),
       {{inf, -inf, 1}, {3e38f, -inf, 2}, {inf, 1, 0}},
       {{3e38f, 1, 3e38f}, {inf, 1, 1}}},
      {of_vectors("OpExtInst %T %set Length %a", "%T"),
       {{nan, 0, 0}},
       {{1e30f, 1, 0}, {0, 0, 0}, {inf, -inf, 0}}},
      {of_vectors("OpExtInst %T %set Distance %a %b", "%T"),
       {{inf, 0, inf}},
       {{1e30f, 1, -1e30f}, {inf, 0, 1}}},
      {of_vectors("OpExtInst %v2 %set Normalize %a"),
       {{1, inf, 0}, {0, 0, 0}, {1e-30f, 0, 0}, {1e-20f, 0, 0}},
       {{0, 1e-18f, 0}, {1, 1e30f, 0}, {inf, 1, 0}}},
      {of_vectors("OpExtInst %v2 %set FaceForward %b %a %b"),
       {{inf, -inf, 1}},
       {{1, 2, 3}, {inf, 1, 1}}},
      {of_vectors("OpExtInst %v2 %set Reflect %a %b"),
       {{1, inf, 1}, {1, inf, 0}},
       {{1e18f, 1, 1}, {0, 0, 0}}},
      {of_vectors("OpExtInst %v2 %set Refract %a %b %x"),
       {{inf, 1, 1}},
       {{0.5f, 1, 1}, {100, 1, 1}}},
      {R"(
        %a = OpCompositeConstruct %v3 %x %y %z
        %b = OpCompositeConstruct %v3 %x %one %y
        %v = OpExtInst %v3 %set Cross %a %b
        %r = OpCompositeExtract %T %v 0)",
       {{0, 1e30f, inf}},
       {{0, 1e18f, 1e18f}}},
      {R"(
        %c0 = OpCompositeConstruct %v2 %x %y
        %m = OpCompositeConstruct %m2 %c0 %c0
        %b = OpCompositeConstruct %v2 %z %one
        %v = OpMatrixTimesVector %v2 %m %b
        %r = OpCompositeExtract %T %v 0)",
       {{inf, 0, -1}, {inf, 0, 0}},
       {{inf, 0, 1}, {3e38f, 0, 1e10f}}},
      {R"(
        %c0 = OpCompositeConstruct %v2 %x %y
        %m = OpCompositeConstruct %m2 %c0 %c0
        %b = OpCompositeConstruct %v2 %z %one
        %v = OpVectorTimesMatrix %v2 %b %m
        %r = OpCompositeExtract %T %v 0)",
       {{inf, 0, 0}, {inf, inf, -1}},
       {{inf, inf, 1}, {3e38f, 0, 1e10f}}},
      {R"(
        %c0 = OpCompositeConstruct %v2 %x %y
        %m = OpCompositeConstruct %m2 %c0 %c0
        %n2 = OpMatrixTimesMatrix %m2 %m %m
        %r = OpCompositeExtract %T %n2 0 0)",
       {{inf, 0, 0}, {inf, -1, 0}},
       {{inf, 1, 0}, {3e38f, 1, 0}}},
  };
  for (const Formula& formula : formulas) {
    const auto result = [&](const Operands& operands, bool ArithmeticChoices::*choice) {
      return test::run_float(program(formula.body), operands, choose(choice));
    };
    for (const Operands& operands : formula.may_be_nan) {
      EXPECT_TRUE(std::isnan(result(operands, low)))
          << formula.body << ' ' << operands.x << ' ' << operands.y << ' ' << operands.z;
      EXPECT_TRUE(std::isnan(result(operands, high)))
          << formula.body << ' ' << operands.x << ' ' << operands.y << ' ' << operands.z;
    }
    for (const Operands& operands : formula.numbers) {
      EXPECT_FALSE(std::isnan(result(operands, low)))
          << formula.body << ' ' << operands.x << ' ' << operands.y << ' ' << operands.z;
      EXPECT_FALSE(std::isnan(result(operands, high)))
          << formula.body << ' ' << operands.x << ' ' << operands.y << ' ' << operands.z;
    }
  }
}

// "Any intermediate denormal value(s) while evaluating the formula may be flushed to zero", but not with DenormPreserve.
TEST(GlslErrorBounds, IntermediateDenormalsMayBeFlushed) {
  FloatProgram normalize = program(R"(
    %a = OpCompositeConstruct %v2 %x %zero
    %v = OpExtInst %v2 %set Normalize %a
    %r = OpCompositeExtract %T %v 1
)");
  const Operands tiny{1e-20f, 0, 0};  // its square is a denormal
  EXPECT_TRUE(std::isnan(test::run_float(normalize, tiny, choose(high))));
  normalize.modes = "OpExecutionMode %main DenormPreserve 32";
  EXPECT_EQ(test::run_float(normalize, tiny, choose(high)), 0);
}

// "Mathematically unexpected results in some cases, such as FMod(x,x) computing x rather than 0"
TEST(GlslErrorBounds, RemaindersOfMultiples) {
  for (const char* instruction : {"OpFMod", "OpFRem"}) {
    const FloatProgram body = program("%r = " + std::string(instruction) + " %T %x %y");
    EXPECT_EQ(test::run_float<float>(body, {3, 3, 0}), 0);
    EXPECT_EQ(test::run_float<float>(body, {3, 3, 0}, choose(low)), 0);
    EXPECT_EQ(test::run_float<float>(body, {3, 3, 0}, choose(high)), 3);
    // The quotient 2.5 is not an integer, whatever its error.
    EXPECT_EQ(test::run_float<float>(body, {2.5f, 1, 0}, choose(low)), 0.5f);
    EXPECT_EQ(test::run_float<float>(body, {2.5f, 1, 0}, choose(high)), 0.5f);
  }
}

TEST(GlslErrorBounds, TheGreatestNumberOrAnInfinity) {
  const float greatest = std::numeric_limits<float>::max();
  // 2^126 * 4 * (1 - 2^-24) is the greatest number.
  const FloatProgram body = program("%r = OpFDiv %T %x %y");
  EXPECT_EQ(test::run_float<float>(body, {greatest, 1, 0}, choose(high)), infinity<float>);
  EXPECT_LT(test::run_float<float>(body, {greatest, 1, 0}, choose(low)), greatest);
  // exp(100) is beyond.
  EXPECT_EQ(test::run_float<float>(call("Exp %x"), {100, 0, 0}), infinity<float>);
  EXPECT_EQ(test::run_float<float>(call("Exp %x"), {100, 0, 0}, choose(low)), greatest);
  // An infinity that is the exact result stays.
  EXPECT_EQ(test::run_float<float>(body, {1, 0, 0}, choose(low)), infinity<float>);
  EXPECT_EQ(test::run_float<float>(call("Exp %x"), {infinity<float>, 0, 0}, choose(low)),
            infinity<float>);
}

// --- vectors and matrices ---

TEST(GlslErrorBounds, VectorsOfOneDirection) {
  const std::string vectors = R"(
    %a = OpCompositeConstruct %v3 %x %y %z
    %b = OpCompositeConstruct %v3 %one %y %x
)";
  const std::string calls[] = {
      "%r = OpExtInst %T %set Length %a",
      "%r = OpExtInst %T %set Distance %a %b",
      "%v = OpExtInst %v3 %set Cross %a %b\n%r = OpCompositeExtract %T %v 1",
      "%v = OpExtInst %v3 %set Normalize %a\n%r = OpCompositeExtract %T %v 2",
      "%v = OpExtInst %v3 %set Reflect %a %b\n%r = OpCompositeExtract %T %v 0",
      "%v = OpExtInst %v3 %set Refract %a %b %x\n%r = OpCompositeExtract %T %v 0",
      "%r = OpDot %T %a %b",
  };
  for (const std::string& body : calls) {
    const auto operands = random_operands(-1, 1, 200);
    const auto usual = test::run_floats(program(vectors + body), operands);
    const auto least = test::run_floats(program(vectors + body), operands, choose(low));
    const auto greatest = test::run_floats(program(vectors + body), operands, choose(high));
    int moved = 0;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      EXPECT_LE(least[i], usual[i]) << body;
      EXPECT_GE(greatest[i], usual[i]) << body;
      // Nothing here is worse than some ulp of the operands' magnitude, 1.
      EXPECT_LE(greatest[i] - least[i], 100 * ulp_of(std::max(1.0f, std::fabs(usual[i])))) << body;
      moved += least[i] != greatest[i];
    }
    EXPECT_GT(moved, 20) << body;
  }
}

// The sign of a dot product that is 0 exactly, and not so if it is rounded on the way.
TEST(GlslErrorBounds, FaceForwardTurnsWhereASumMayHaveEitherSign) {
  const std::string body = R"(
    %normal = OpCompositeConstruct %v3 %one %one %one
    %i = OpCompositeConstruct %v3 %x %y %z
    %ref = OpCompositeConstruct %v3 %one %one %one
    %v = OpExtInst %v3 %set FaceForward %normal %i %ref
    %r = OpCompositeExtract %T %v 0
)";
  // (1 + 2^-30) - 1 is 0, and 2^-30 in another order.
  const Operands open{1, 0x1p-30f, -1}, clear{1, 1, 1};
  EXPECT_EQ(test::run_float(program(body), clear, choose(high)), -1);
  EXPECT_EQ(test::run_float(program(body), clear, choose(low)), -1);
  const Operands negative{-1, -0x1p-30f, 1};
  EXPECT_EQ(test::run_float(program(body), open, choose(high)), -1);
  EXPECT_EQ(test::run_float(program(body), negative, choose(low)), -1);
  EXPECT_EQ(test::run_float(program(body), negative, choose(high)), 1);
}

// Half a unit of the sum of the magnitudes of its terms is what a determinant of two rows could lose; two are allowed.
TEST(GlslErrorBounds, MatricesMoveWithTheSumOfTheirTerms) {
  const std::string matrix = R"(
    %c0 = OpCompositeConstruct %v2 %x %y
    %c1 = OpCompositeConstruct %v2 %z %one
    %m = OpCompositeConstruct %m2 %c0 %c1
)";
  const Operands operands{3, 2, 1};  // 3 * 1 - 2 * 1
  const FloatProgram determinant = program(matrix + "%r = OpExtInst %T %set Determinant %m");
  EXPECT_EQ(test::run_float(determinant, operands), 1);
  EXPECT_EQ(test::run_float(determinant, operands, choose(high)), 1 + 2 * ulp_of(5));
  EXPECT_EQ(test::run_float(determinant, operands, choose(low)), 1 - 2 * ulp_of(5));
  const FloatProgram inverse = program(matrix + R"(
    %i = OpExtInst %m2 %set MatrixInverse %m
    %r = OpCompositeExtract %T %i 0 1
)");
  EXPECT_EQ(test::run_float(inverse, operands), -2);
  EXPECT_LT(test::run_float(inverse, operands, choose(low)), -2 - 3 * ulp_of(2));
  EXPECT_GT(test::run_float(inverse, operands, choose(low)), -2 - 40 * ulp_of(2));
}

// What is exact or correctly rounded has no bound to move within.
TEST(GlslErrorBounds, CorrectlyRoundedResultsStay) {
  const auto operands = random_operands(-10, 10, 100);
  for (const char* body : {"%r = OpFAdd %T %x %y", "%r = OpFSub %T %x %y", "%r = OpFMul %T %x %y",
                           "%r = OpFNegate %T %x", "%r = OpExtInst %T %set Floor %x",
                           "%r = OpExtInst %T %set Fract %x", "%r = OpExtInst %T %set RoundEven %x",
                           "%r = OpExtInst %T %set FMax %x %y", "%r = OpExtInst %T %set FAbs %x",
                           "%r = OpExtInst %T %set Step %x %y"}) {
    const auto usual = test::run_floats(program(body), operands);
    EXPECT_EQ(test::run_floats(program(body), operands, choose(low)), usual) << body;
    EXPECT_EQ(test::run_floats(program(body), operands, choose(high)), usual) << body;
  }
}

}  // namespace
}  // namespace spirv_oracle::glsl_std_450
