// Sums of products that cancel.
#pragma once

#include <cmath>

namespace spirv_oracle {

// a * b - c * d with an error of less than two units in the last place, however much of it cancels.
inline double difference_of_products(double a, double b, double c, double d) {
  const double cd = c * d;
  const double error = std::fma(-c, d, cd);
  return std::fma(a, b, -cd) + error;
}

}  // namespace spirv_oracle
