#include "builtins/glsl_std_450/accurate.h"

#include <cfenv>
#include <cmath>

namespace spirv_oracle::glsl_std_450::accurate {
namespace {

// The compiler does not take into account that the mode changes. The volatile objects keep the evaluation between the two
// changes.
template <class... T>
[[gnu::cold, gnu::noinline]] double change_mode_and_evaluate(int mode, double (*function)(T...),
                                                             T... x) {
  std::fesetround(FE_TONEAREST);
  const volatile double result = [&](const volatile T&... operand) {
    return function(operand...);
  }(x...);
  std::fesetround(mode);
  return result;
}

template <class... T>
double to_nearest(double (*function)(T...), T... x) {
  const int mode = std::fegetround();
  if (mode == FE_TONEAREST) [[likely]] {
    return function(x...);
  }
  return change_mode_and_evaluate(mode, function, x...);
}

}  // namespace

double sin(double x) { return to_nearest(std::sin, x); }
double cos(double x) { return to_nearest(std::cos, x); }
double tan(double x) { return to_nearest(std::tan, x); }
double asin(double x) { return to_nearest(std::asin, x); }
double acos(double x) { return to_nearest(std::acos, x); }
double atan(double x) { return to_nearest(std::atan, x); }
double sinh(double x) { return to_nearest(std::sinh, x); }
double cosh(double x) { return to_nearest(std::cosh, x); }
double tanh(double x) { return to_nearest(std::tanh, x); }
double asinh(double x) { return to_nearest(std::asinh, x); }
double acosh(double x) { return to_nearest(std::acosh, x); }
double atanh(double x) { return to_nearest(std::atanh, x); }
double atan2(double y, double x) { return to_nearest(std::atan2, y, x); }
double pow(double x, double y) { return to_nearest(std::pow, x, y); }
double exp(double x) { return to_nearest(std::exp, x); }
double log(double x) { return to_nearest(std::log, x); }
double exp2(double x) { return to_nearest(std::exp2, x); }
double log2(double x) { return to_nearest(std::log2, x); }

}  // namespace spirv_oracle::glsl_std_450::accurate
