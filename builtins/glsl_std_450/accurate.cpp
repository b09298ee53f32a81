#include "builtins/glsl_std_450/accurate.h"

#include <cfenv>
#include <cmath>

namespace spirv_oracle::glsl_std_450::accurate {
namespace {

// The volatile objects keep the evaluation between the two changes of the mode, of which the compiler
// knows nothing.
template <class Function, class... T>
[[gnu::cold, gnu::noinline]] double change_mode_and_evaluate(int mode, Function function, T... x) {
  std::fesetround(FE_TONEAREST);
  const volatile double result = [&](const volatile T&... operand) {
    return function(operand...);
  }(x...);
  std::fesetround(mode);
  return result;
}

template <class Function, class... T>
double to_nearest(Function function, T... x) {
  const int mode = std::fegetround();
  if (mode != FE_TONEAREST) [[unlikely]] return change_mode_and_evaluate(mode, function, x...);
  return function(x...);
}

}  // namespace

double sin(double x) { return to_nearest([](double a) { return std::sin(a); }, x); }
double cos(double x) { return to_nearest([](double a) { return std::cos(a); }, x); }
double tan(double x) { return to_nearest([](double a) { return std::tan(a); }, x); }
double asin(double x) { return to_nearest([](double a) { return std::asin(a); }, x); }
double acos(double x) { return to_nearest([](double a) { return std::acos(a); }, x); }
double atan(double x) { return to_nearest([](double a) { return std::atan(a); }, x); }
double sinh(double x) { return to_nearest([](double a) { return std::sinh(a); }, x); }
double cosh(double x) { return to_nearest([](double a) { return std::cosh(a); }, x); }
double tanh(double x) { return to_nearest([](double a) { return std::tanh(a); }, x); }
double asinh(double x) { return to_nearest([](double a) { return std::asinh(a); }, x); }
double acosh(double x) { return to_nearest([](double a) { return std::acosh(a); }, x); }
double atanh(double x) { return to_nearest([](double a) { return std::atanh(a); }, x); }
double exp(double x) { return to_nearest([](double a) { return std::exp(a); }, x); }
double log(double x) { return to_nearest([](double a) { return std::log(a); }, x); }
double exp2(double x) { return to_nearest([](double a) { return std::exp2(a); }, x); }
double log2(double x) { return to_nearest([](double a) { return std::log2(a); }, x); }
double atan2(double y, double x) {
  return to_nearest([](double a, double b) { return std::atan2(a, b); }, y, x);
}
double pow(double x, double y) {
  return to_nearest([](double a, double b) { return std::pow(a, b); }, x, y);
}

}  // namespace spirv_oracle::glsl_std_450::accurate
