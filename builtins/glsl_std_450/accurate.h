// Elementary functions in double precision. They are always evaluated in the mode round-to-nearest,
// whatever the mode of the current instruction. Rounded again to 16 or 32 bits, their results are
// correctly rounded except in very rare cases.
#pragma once

namespace spirv_oracle::glsl_std_450::accurate {

double sin(double x);
double cos(double x);
double tan(double x);
double asin(double x);
double acos(double x);
double atan(double x);
double sinh(double x);
double cosh(double x);
double tanh(double x);
double asinh(double x);
double acosh(double x);
double atanh(double x);
double atan2(double y, double x);
double pow(double x, double y);
double exp(double x);
double log(double x);
double exp2(double x);
double log2(double x);

}  // namespace spirv_oracle::glsl_std_450::accurate
