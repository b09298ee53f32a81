// "Edge Case Behavior" of OpenCL: the results that section F.9 of ISO/IEC 9899:TC2 and "Additional Requirements Beyond
// ISO/IEC 9899:TC2" prescribe, line by line, in each width. No other results are permitted.

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "builtins/choices_for_test.h"

namespace spirv_oracle::opencl_std {
namespace {

using test::enclose_floats;
using test::EnclosedFloat;
using test::FloatOperands;
using test::FloatProgram;

constexpr double inf = std::numeric_limits<double>::infinity(),
                 nan = std::numeric_limits<double>::quiet_NaN();

struct Case {
  double x, y, result;
};
struct Row {
  const char* call;
  std::vector<Case> cases;
};

// Of a function of one operand.
std::vector<Case> of(std::initializer_list<std::pair<double, double>> pairs) {
  std::vector<Case> cases;
  for (const auto& [x, result] : pairs) cases.push_back({x, 0, result});
  return cases;
}

// Cases in which the sign of the result is that of an operand.
std::vector<Case> odd(std::initializer_list<std::pair<double, double>> pairs) {
  std::vector<Case> cases;
  for (const auto& [x, result] : pairs) {
    cases.push_back({x, 0, result});
    cases.push_back({-x, 0, -result});
  }
  return cases;
}
std::vector<Case> operator+(std::vector<Case> a, const std::vector<Case>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// atan2(y, x) and atan2pi(y, x), whose half turn is pi or 1.
std::vector<Case> directions(double half_turn) {
  std::vector<Case> cases;
  for (const double sign : {1.0, -1.0}) {
    const double h = sign * half_turn, zero = sign * 0.0;
    cases.insert(cases.end(), {{zero, -0.0, h},
                               {zero, 0, zero},
                               {zero, -3, h},
                               {zero, 3, zero},
                               {sign * 2, 0, h / 2},
                               {sign * 2, -0.0, h / 2},
                               {sign * 2, -inf, h},
                               {sign * 2, inf, zero},
                               {sign * inf, 5, h / 2},
                               {sign * inf, -5, h / 2},
                               {sign * inf, -inf, 0.75 * h},
                               {sign * inf, inf, h / 4},
                               {sign, nan, nan},
                               {nan, sign, nan}});
  }
  return cases;
}

// The sign of 0 is that of x for odd exponents.
std::vector<Case> whole_exponents() {
  return {{0.0, -3, inf}, {-0.0, -3, -inf}, {0.0, -2, inf},  {-0.0, -2, inf}, {0.0, 2, 0.0},
          {-0.0, 2, 0.0}, {0.0, 3, 0.0},    {-0.0, 3, -0.0}, {inf, 2, inf},   {inf, -2, 0.0},
          {nan, 2, nan},  {nan, -3, nan},   {-inf, 3, -inf}, {-inf, -3, -0.0}};
}

std::vector<Row> rows() {
  std::vector<Row> all = {
      // --- F.9.1 ---
      {"acos %x", of({{1, 0.0}, {1.5, nan}, {-1.5, nan}, {inf, nan}})},
      {"asin %x", odd({{0.0, 0.0}, {1.5, nan}, {inf, nan}})},
      {"atan %x", odd({{0.0, 0.0}, {inf, std::numbers::pi / 2}})},
      {"cos %x", of({{0.0, 1}, {-0.0, 1}, {inf, nan}, {-inf, nan}})},
      {"sin %x", odd({{0.0, 0.0}, {inf, nan}})},
      {"tan %x", odd({{0.0, 0.0}, {inf, nan}})},
      // --- F.9.2 ---
      {"acosh %x", of({{1, 0.0}, {0.5, nan}, {-2, nan}, {-inf, nan}, {inf, inf}})},
      {"asinh %x", odd({{0.0, 0.0}, {inf, inf}})},
      {"atanh %x", odd({{0.0, 0.0}, {1, inf}, {1.5, nan}, {inf, nan}})},
      {"cosh %x", of({{0.0, 1}, {-0.0, 1}, {inf, inf}, {-inf, inf}})},
      {"sinh %x", odd({{0.0, 0.0}, {inf, inf}})},
      {"tanh %x", odd({{0.0, 0.0}, {inf, 1}})},
      // --- F.9.3 ---
      {"exp %x", of({{0.0, 1}, {-0.0, 1}, {-inf, 0.0}, {inf, inf}})},
      {"exp2 %x", of({{0.0, 1}, {-0.0, 1}, {-inf, 0.0}, {inf, inf}})},
      {"expm1 %x", odd({{0.0, 0.0}}) + of({{-inf, -1}, {inf, inf}})},
      {"log %x", of({{0.0, -inf}, {-0.0, -inf}, {1, 0.0}, {-1, nan}, {-inf, nan}, {inf, inf}})},
      {"log10 %x", of({{0.0, -inf}, {-0.0, -inf}, {1, 0.0}, {-1, nan}, {-inf, nan}, {inf, inf}})},
      {"log1p %x", odd({{0.0, 0.0}}) + of({{-1, -inf}, {-2, nan}, {-inf, nan}, {inf, inf}})},
      {"log2 %x", of({{0.0, -inf}, {-0.0, -inf}, {1, 0.0}, {-1, nan}, {-inf, nan}, {inf, inf}})},
      {"logb %x", of({{0.0, -inf}, {-0.0, -inf}, {inf, inf}, {-inf, inf}, {8, 3}, {-0.375, -2}})},
      {"ldexp %x %m",
       {{0.0, 3, 0.0},
        {-0.0, -3, -0.0},
        {inf, -3, inf},
        {-inf, 3, -inf},
        {1.5, 0, 1.5},
        {1.5, -2, 0.375}}},
      // --- F.9.4 ---
      {"cbrt %x", odd({{0.0, 0.0}, {inf, inf}})},
      {"fabs %x", of({{0.0, 0.0}, {-0.0, 0.0}, {inf, inf}, {-inf, inf}, {-2, 2}})},
      {"hypot %x %y",
       {{3, 0.0, 3},
        {-3, -0.0, 3},
        {-0.0, 3, 3},
        {inf, 1, inf},
        {inf, nan, inf},
        {nan, -inf, inf},
        {1, nan, nan}}},
      {"pow %x %y",
       {{0.0, -3, inf},
        {-0.0, -3, -inf},
        {0.0, -2, inf},
        {-0.0, -2, inf},
        {0.0, -2.5, inf},
        {-0.0, -2.5, inf},
        {0.0, 3, 0.0},
        {-0.0, 3, -0.0},
        {0.0, 2, 0.0},
        {-0.0, 2, 0.0},
        {-0.0, 2.5, 0.0},
        {-1, inf, 1},
        {-1, -inf, 1},
        {1, 7, 1},
        {1, nan, 1},
        {1, inf, 1},
        {7, 0.0, 1},
        {nan, -0.0, 1},
        {inf, 0.0, 1},
        {-2, 2.5, nan},
        {0.5, -inf, inf},
        {-0.5, -inf, inf},
        {2, -inf, 0.0},
        {-2, -inf, 0.0},
        {0.5, inf, 0.0},
        {2, inf, inf},
        {-inf, -3, -0.0},
        {-inf, -2, 0.0},
        {-inf, -2.5, 0.0},
        {-inf, 3, -inf},
        {-inf, 2, inf},
        {-inf, 2.5, inf},
        {inf, -3, 0.0},
        {inf, 2.5, inf},
        {nan, 2, nan},
        {2, nan, nan},
        // "pow(±0, -inf) returns +inf"
        {0.0, -inf, inf},
        {-0.0, -inf, inf}}},
      {"sqrt %x", odd({{0.0, 0.0}}) + of({{-1, nan}, {-inf, nan}, {inf, inf}})},
      // --- F.9.5 ---
      {"erf %x", odd({{0.0, 0.0}, {inf, 1}})},
      {"erfc %x", of({{-inf, 2}, {inf, 0.0}})},
      {"tgamma %x", odd({{0.0, inf}}) + of({{-3, nan}, {-inf, nan}, {inf, inf}})},
      // --- F.9.6 ---
      {"ceil %x", odd({{0.0, 0.0}, {inf, inf}}) + of({{-0.5, -0.0}})},
      {"floor %x", odd({{0.0, 0.0}, {inf, inf}})},
      {"rint %x", odd({{0.0, 0.0}, {inf, inf}, {0.5, 0.0}, {1.5, 2}, {2.5, 2}, {0.25, 0.0}})},
      {"round %x", odd({{0.0, 0.0}, {inf, inf}, {0.25, 0.0}, {0.5, 1}, {2.5, 3}})},
      {"trunc %x", odd({{0.0, 0.0}, {inf, inf}, {0.75, 0.0}})},
      // --- F.9.7, F.9.8 ---
      {"fmod %x %y",
       {{0.0, 3, 0.0},
        {-0.0, 3, -0.0},
        {inf, 3, nan},
        {3, 0.0, nan},
        {3, inf, 3},
        {-3, inf, -3},
        {0.0, nan, nan},
        {-0.0, nan, nan}}},
      {"remainder %x %y",
       {{inf, 3, nan}, {3, 0.0, nan}, {3, inf, 3}, {-0.0, 3, -0.0}, {-3, 3, -0.0}, {nan, 3, nan}}},
      {"copysign %x %y", {{3, -0.0, -3}, {-3, 0.0, 3}, {0.0, -1, -0.0}, {inf, -1, -inf}}},
      {"nextafter %x %y",
       {{1, nan, nan}, {nan, 1, nan}, {0.0, -0.0, -0.0}, {-0.0, 0.0, 0.0}, {inf, inf, inf}}},
      // --- F.9.9, F.9.10 ---
      {"fdim %x %y",
       {{3, 1, 2}, {1, 3, 0.0}, {inf, inf, 0.0}, {inf, 1, inf}, {1, nan, nan}, {nan, 1, nan}}},
      {"fmax %x %y", {{1, nan, 1}, {nan, 1, 1}, {nan, nan, nan}, {-inf, 1, 1}, {inf, 1, inf}}},
      {"fmin %x %y", {{1, nan, 1}, {nan, 1, 1}, {nan, nan, nan}, {-inf, 1, -inf}, {inf, 1, 1}}},
      {"fma %x %y %one",
       {{inf, 0.0, nan}, {0.0, -inf, nan}, {inf, 2, inf}, {inf, nan, nan}, {0.0, 3, 1}}},
      // --- "Additional Requirements" ---
      {"acospi %x", of({{1, 0.0}, {1.5, nan}, {-1.5, nan}})},
      {"asinpi %x", odd({{0.0, 0.0}, {1.5, nan}})},
      {"atanpi %x", odd({{0.0, 0.0}, {inf, 0.5}})},
      {"cospi %x", of({{0.0, 1},
                       {-0.0, 1},
                       {0.5, 0.0},
                       {-0.5, 0.0},
                       {1.5, 0.0},
                       {-1.5, 0.0},
                       {2.5, 0.0},
                       {100.5, 0.0},
                       {inf, nan},
                       {-inf, nan}})},
      {"exp10 %x", of({{0.0, 1}, {-0.0, 1}, {-inf, 0.0}, {inf, inf}})},
      {"pown %x %m",
       whole_exponents() +
           std::vector<Case>{{0.0, 0, 1}, {-0.0, 0, 1}, {nan, 0, 1}, {inf, 0, 1}, {-3, 0, 1}}},
      {"powr %x %y",
       {{3, 0.0, 1},       {3, -0.0, 1},   {0.0, -3, inf},  {-0.0, -2.5, inf}, {0.0, -inf, inf},
        {-0.0, -inf, inf}, {0.0, 3, 0.0},  {-0.0, 3, 0.0},  {0.0, inf, 0.0},   {1, 7, 1},
        {-2, 3, nan},      {-inf, 3, nan}, {0.0, 0.0, nan}, {-0.0, -0.0, nan}, {inf, 0.0, nan},
        {1, inf, nan},     {1, -inf, nan}, {2, nan, nan},   {0.0, nan, nan},   {nan, 2, nan},
        {nan, 0.0, nan}}},
      {"rootn %x %m",
       whole_exponents() +
           std::vector<Case>{{-4, 2, nan}, {-4, -2, nan}, {4, 0, nan}, {0.0, 0, nan}}},
      {"sinpi %x", odd({{0.0, 0.0}, {1, 0.0}, {2, 0.0}, {3, 0.0}, {1000, 0.0}, {inf, nan}})},
      {"tanpi %x",
       odd({{0.0, 0.0}, {2, 0.0}, {1, -0.0}, {3, -0.0}, {inf, nan}}) +
           of({{0.5, inf}, {1.5, -inf}, {2.5, inf}, {-0.5, -inf}, {-1.5, inf}, {-2.5, -inf}})},
  };
  // Each function of one operand gives a NaN for a NaN.
  for (Row& row : all) {
    if (std::string(row.call).find("%y") == std::string::npos &&
        std::string(row.call).find("%m") == std::string::npos)
      row.cases.push_back({nan, 0, nan});
  }
  all.push_back({"atan2 %x %y", directions(std::numbers::pi)});
  all.push_back({"atan2pi %x %y", directions(1)});
  return all;
}

template <class T>
T of_width(double x) {
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
void expect_results() {
  for (const Row& row : rows()) {
    const FloatProgram program{
        std::string("%m = OpConvertFToS %int %y\n%r = OpExtInst %T %set ") + row.call, true};
    std::vector<FloatOperands<T>> operands;
    for (const Case& c : row.cases) operands.push_back({of_width<T>(c.x), of_width<T>(c.y)});
    const auto known = enclose_floats(program, operands);
    for (std::size_t i = 0; i < known.size(); ++i) {
      const Case& c = row.cases[i];
      const double result = number(known[i].usual), expected = number(of_width<T>(c.result));
      const bool same = std::isnan(expected)
                            ? std::isnan(result)
                            : result == expected && std::signbit(result) == std::signbit(expected);
      EXPECT_TRUE(same) << row.call << " of " << c.x << ", " << c.y << " is " << result;
      const bool is_only_nan = known[i].enclosure && known[i].enclosure->may_be_nan &&
                               !known[i].enclosure->is_unknown && !known[i].enclosure->has_numbers;
      EXPECT_TRUE(std::isnan(expected) ? is_only_nan || !known[i].enclosure : !known[i].enclosure)
          << row.call << " of " << c.x << ", " << c.y << " may be more than " << result;
      EXPECT_TRUE(known[i].is_defined);
    }
  }
}

TEST(OpenClEdgeCases, HavePrescribedResultsIn16Bits) { expect_results<Float16>(); }
TEST(OpenClEdgeCases, HavePrescribedResultsIn32Bits) { expect_results<float>(); }
TEST(OpenClEdgeCases, HavePrescribedResultsIn64Bits) { expect_results<double>(); }

}  // namespace
}  // namespace spirv_oracle::opencl_std
