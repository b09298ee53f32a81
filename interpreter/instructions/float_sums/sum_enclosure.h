// The results of adding products in any order.
#pragma once

#include <cmath>
#include <cstddef>

#include "interpreter/enclosures/interval.h"
#include "interpreter/instructions/float_sums/component_format.h"

namespace spirv_oracle {

// A sum of products whose factors are within a distance of their usual values.
struct Sums {
  double value = 0;       // for the usual values
  double radius = 0;      // greatest change by other values of the operands
  double magnitudes = 0;  // sum of the greatest magnitudes of the products

  // Adds a * b. `of_a` and `of_b`: the greatest distances of the factors from a and b.
  void add(double a, double of_a, double b, double of_b) {
    value += a * b;
    radius += std::fabs(a) * of_b + std::fabs(b) * of_a + of_a * of_b;
    magnitudes += (std::fabs(a) + of_a) * (std::fabs(b) + of_b);
  }
  // Adds a number that is not a product.
  void add(double c, double of_c) {
    value += c;
    radius += of_c;
    magnitudes += std::fabs(c) + of_c;
  }
};

// All results for any order and precision of the operations: "Accuracy of summation" of `count` numbers, each of which is
// rounded at most count + 2 times. Unbounded if a step may overflow.
Interval enclosure_of(const Sums& sums, std::size_t count, const ComponentFormat& format);

}  // namespace spirv_oracle
