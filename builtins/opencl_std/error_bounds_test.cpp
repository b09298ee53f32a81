// The least and the greatest results in kernels, against the table of OpenCL as MPFR computes it.

#include <gtest/gtest.h>

#include "builtins/error_bounds_for_test.h"

namespace spirv_oracle::opencl_std {
namespace {

using test::choose;
using test::FloatProgram;
using test::high;
using test::low;
using Operands = test::FloatOperands<float>;
using Function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

FloatProgram kernel(const std::string& body) { return {body, true}; }
FloatProgram call(const std::string& function) {
  return kernel("%r = OpExtInst %T %set " + function);
}

struct Row {
  const char* instruction;
  double ulps;
  Function function;
  float from = -3, to = 3;
};

TEST(OpenClErrorBounds, FunctionsOfOneOperand) {
  const Row table[] = {{"acos", 4, mpfr_acos, -1, 1},
                       {"acosh", 4, mpfr_acosh, 1.1f, 9},
                       {"asin", 4, mpfr_asin, -1, 1},
                       {"asinh", 4, mpfr_asinh},
                       {"atan", 5, mpfr_atan},
                       {"atanh", 5, mpfr_atanh, -1, 1},
                       {"cbrt", 2, mpfr_cbrt},
                       {"cos", 4, mpfr_cos},
                       {"cosh", 4, mpfr_cosh},
                       {"erf", 16, mpfr_erf},
                       {"erfc", 16, mpfr_erfc},
                       {"exp", 3, mpfr_exp},
                       {"exp2", 3, mpfr_exp2},
                       {"exp10", 3, mpfr_exp10},
                       {"expm1", 3, mpfr_expm1},
                       {"log", 3, mpfr_log, 0.1f, 9},
                       {"log2", 3, mpfr_log2, 0.1f, 9},
                       {"log10", 3, mpfr_log10, 0.1f, 9},
                       {"log1p", 2, mpfr_log1p, -0.5f, 9},
                       {"rsqrt", 2, mpfr_rec_sqrt, 0.1f, 9},
                       {"sin", 4, mpfr_sin},
                       {"sinh", 4, mpfr_sinh},
                       {"sqrt", 3, mpfr_sqrt, 0.1f, 9},
                       {"tan", 5, mpfr_tan, -1.5f, 1.5f},
                       {"tanh", 5, mpfr_tanh},
                       {"tgamma", 16, mpfr_gamma, 0.1f, 9},
                       {"half_cos", 8192, mpfr_cos},
                       {"half_exp", 8192, mpfr_exp},
                       {"half_log2", 8192, mpfr_log2, 3, 9},
                       {"half_rsqrt", 8192, mpfr_rec_sqrt, 0.1f, 9},
                       {"half_sqrt", 8192, mpfr_sqrt, 1, 9},
                       {"native_sin", 8192, mpfr_sin},
                       {"native_tan", 8192, mpfr_tan, -1, 1}};
  for (const Row& row : table) {
    test::expect_within(
        call(std::string(row.instruction) + " %x"), test::random_operands(row.from, row.to, 100),
        [&](const Operands& o) { return test::of_mpfr(row.function, o.x); },
        [&](const Operands&, double x) { return row.ulps * test::ulp_of(x); });
  }
}

TEST(OpenClErrorBounds, FunctionsOfTwoOperands) {
  using Binary = double (*)(double, double);
  const std::pair<const char*, Binary> table[] = {
      {"pow %x %y", [](double x, double y) { return std::pow(x, y); }},
      {"powr %x %y", [](double x, double y) { return std::pow(x, y); }},
      {"pown %x %n", [](double x, double) { return std::pow(x, std::trunc(x)); }},
      {"rootn %y %n", [](double x, double y) { return std::pow(y, 1 / std::trunc(x)); }}};
  for (const auto& row : table) {
    test::expect_within(
        call(row.first), test::random_operands(1.5f, 6, 100),
        [&](const Operands& o) { return row.second(o.x, o.y); },
        [](const Operands&, double x) { return 16 * test::ulp_of(x); });
  }
  test::expect_within(
      call("atan2 %x %y"), test::random_operands(-5, 5, 100),
      [](const Operands& o) { return std::atan2(double{o.x}, double{o.y}); },
      [](const Operands&, double x) { return 6 * test::ulp_of(x); });
  test::expect_within(
      kernel("%r = OpFDiv %T %x %y"), test::random_operands(-5, 5, 100),
      [](const Operands& o) { return double{o.x} / o.y; },
      [](const Operands&, double x) { return 2.5 * test::ulp_of(x); });
}

// "Correctly rounded" for 64 bits, 1 and 1.5 ulp for 16.
TEST(OpenClErrorBounds, WidthsDiffer) {
  struct Case {
    FloatProgram program;
    float exact, ulps, unit;
  };
  const Case cases[] = {{kernel("%r = OpFDiv %T %x %y"), 2.0f / 3, 1, 0x1p-11f},
                        {call("sqrt %x"), std::sqrt(2.0f), 1.5f, 0x1p-10f}};
  for (const auto& [program, exact, ulps, unit] : cases) {
    const test::FloatOperands<double> doubles{2, 3, 0};
    EXPECT_EQ(test::run_float(program, doubles, choose(low)), test::run_float(program, doubles));
    const test::FloatOperands<Float16> halves{to_float16(2.0f), to_float16(3.0f), {}};
    const float least = to_float(test::run_float(program, halves, choose(low)));
    EXPECT_GE(least, exact - ulps * unit);
    EXPECT_LT(least - unit, exact - ulps * unit);
  }
}

TEST(OpenClErrorBounds, Blends) {
  test::expect_within(
      call("mix %x %y %z"), test::random_operands(0, 1, 100),
      [](const Operands& o) { return o.x + (double{o.y} - o.x) * o.z; },
      [](const Operands&, double) { return 1e-3; });
  const Operands inside{0, 1, 0.5f};
  EXPECT_NEAR(test::run_float(call("smoothstep %x %y %z"), inside, choose(high)), 0.50001, 1e-7);
  // 0.0 and 1.0 outside of the edges are exact.
  EXPECT_EQ(test::run_float<float>(call("smoothstep %x %y %z"), {0, 1, 2}, choose(low)), 1);
}

TEST(OpenClErrorBounds, Vectors) {
  const std::string vectors = R"(
    %a = OpCompositeConstruct %v3 %x %y %z
    %b = OpCompositeConstruct %v3 %one %y %x
)";
  struct Vector {
    const char* body;
    double ulps;
    double (*exact)(const Operands&);
  };
  const Vector table[] = {
      {"%r = OpExtInst %T %set length %a", 2.75 + 1.5,
       [](const Operands& o) { return std::hypot(double{o.x}, double{o.y}, double{o.z}); }},
      {"%r = OpExtInst %T %set fast_length %a", 8191.5 + 3,
       [](const Operands& o) { return std::hypot(double{o.x}, double{o.y}, double{o.z}); }},
      {"%r = OpExtInst %T %set distance %a %b", 2.5 + 6,
       [](const Operands& o) { return std::hypot(o.x - 1.0, double{o.z} - o.x); }},
      {"%v = OpExtInst %v3 %set normalize %a\n%r = OpCompositeExtract %T %v 1", 5,
       [](const Operands& o) { return o.y / std::hypot(double{o.x}, double{o.y}, double{o.z}); }},
      {"%v = OpExtInst %v3 %set fast_normalize %a\n%r = OpCompositeExtract %T %v 1", 8195,
       [](const Operands& o) { return o.y / std::hypot(double{o.x}, double{o.y}, double{o.z}); }}};
  for (const Vector& row : table) {
    test::expect_within(kernel(vectors + row.body), test::random_operands(0.5f, 3, 100), row.exact,
                        [&](const Operands&, double x) { return row.ulps * test::ulp_of(x); });
  }
  // max * max * 5 * FLT_EPSILON; max * max * 3 * FLT_EPSILON
  const auto greatest = [](const Operands& o) {
    return std::max({1.0, std::fabs(double{o.x}), std::fabs(double{o.y}), std::fabs(double{o.z})});
  };
  test::expect_within(
      kernel(vectors + "%r = OpDot %T %a %b"), test::random_operands(-3, 3, 100),
      [](const Operands& o) { return o.x + double{o.y} * o.y + double{o.z} * o.x; },
      [&](const Operands& o, double) { return greatest(o) * greatest(o) * 5 * 0x1p-23; });
  test::expect_within(
      kernel(vectors + "%v = OpExtInst %v3 %set cross %a %b\n%r = OpCompositeExtract %T %v 0"),
      test::random_operands(-3, 3, 100),
      [](const Operands& o) { return double{o.y} * o.x - double{o.z} * o.y; },
      [&](const Operands& o, double) { return greatest(o) * greatest(o) * 3 * 0x1p-23; });
}

// "The usual allowances for rounding error shall not apply for those values for which section F.9 prescribes a result."
TEST(OpenClErrorBounds, PrescribedResultsStay) {
  const float inf = std::numeric_limits<float>::infinity();
  const std::pair<const char*, Operands> prescribed[] = {
      {"sin %x", {-0.0f, 0, 0}},   {"cos %x", {0, 0, 0}},       {"exp %x", {0, 0, 0}},
      {"log %x", {1, 0, 0}},       {"acos %x", {1, 0, 0}},      {"pow %x %y", {1, 7, 0}},
      {"pow %x %y", {7, 0, 0}},    {"atan2 %x %y", {0, -1, 0}}, {"sinpi %x", {3, 0, 0}},
      {"cospi %x", {2.5f, 0, 0}},  {"tanh %x", {inf, 0, 0}},    {"sqrt %x", {-0.0f, 0, 0}},
      {"lgamma %x", {2, 0, 0}},    {"exp2 %x", {-inf, 0, 0}},   {"length %x", {0, 0, 0}},
      {"native_sin %x", {0, 0, 0}}};
  for (const auto& [body, operands] : prescribed) {
    const float usual = test::run_float(call(body), operands);
    for (const auto choice : {low, high}) {
      const float chosen = test::run_float(call(body), operands, choose(choice));
      EXPECT_TRUE(chosen == usual && std::signbit(chosen) == std::signbit(usual)) << body;
    }
  }
}

TEST(OpenClErrorBounds, CorrectlyRoundedResultsStay) {
  const auto operands = test::random_operands(-9, 9, 50);
  for (const char* body :
       {"fma %x %y %z", "mad %x %y %z", "fdim %x %y", "fmod %x %y", "floor %x", "rint %x",
        "remainder %x %y", "fmax %x %y", "ldexp %x %n", "step %x %y", "copysign %x %y"}) {
    const auto usual = test::run_floats(call(body), operands);
    EXPECT_EQ(test::run_floats(call(body), operands, choose(low)), usual) << body;
    EXPECT_EQ(test::run_floats(call(body), operands, choose(high)), usual) << body;
  }
}

}  // namespace
}  // namespace spirv_oracle::opencl_std
