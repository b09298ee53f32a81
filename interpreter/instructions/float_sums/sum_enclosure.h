// The results of adding products in any order.
#pragma once

#include <cmath>
#include <cstddef>

#include "interpreter/enclosures/interval.h"
#include "interpreter/instructions/float_sums/component_format.h"

namespace spirv_oracle {

// A sum of products, whose factors may have other values than the usual ones.
struct Sums {
  double value = 0;       // of the products
  double radius = 0;      // of what other values of the operands change
  double magnitudes = 0;  // of the greatest magnitudes of the products

  // `of_a` and `of_b`: the greatest distances of other values of the factors.
  void add(double a, double of_a, double b, double of_b) {
    value += a * b;
    radius += std::fabs(a) * of_b + std::fabs(b) * of_a + of_a * of_b;
    magnitudes += (std::fabs(a) + of_a) * (std::fabs(b) + of_b);
  }
  // A number that is not a product.
  void add(double c, double of_c) {
    value += c;
    radius += of_c;
    magnitudes += std::fabs(c) + of_c;
  }
};

// All results of the order and the precision of the operations: "Accuracy of summation" of `count` numbers, each of which passes
// at most count + 2 roundings. Everything if a step may overflow.
Interval enclosure_of(const Sums& sums, std::size_t count, const ComponentFormat& format);

}  // namespace spirv_oracle
