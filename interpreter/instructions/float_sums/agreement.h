// Whether a sum of products depends on the order and the precision of the operations.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "interpreter/instructions/float_sums/component_format.h"
#include "interpreter/kernels/float_format.h"

namespace spirv_oracle {

// A range of numbers: all are multiples of 2^quantum, and none has a magnitude greater than `magnitude`.
struct NumberRange {
  int quantum = 1 << 20;
  double magnitude = 0;
  bool is_finite = true;
  bool has_denormal = false;

  void add(double value, int min_exponent) {
    if (!std::isfinite(value)) {
      is_finite = false;
      return;
    }
    if (value == 0) return;
    quantum = std::min(quantum, FloatFormat<double>::quantum(value));
    magnitude = std::max(magnitude, std::fabs(value));
    has_denormal |= FloatFormat<double>::exponent(value) < min_exponent;
  }
};

// The contributions to one sum: products of a row and a column, and a number.
struct Contributions {
  const double* row;
  const double* column;  // its elements are `stride` apart
  std::size_t stride, count;
  double c;

  template <class Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t k = 0; k < count; ++k) visit(row[k] * column[k * stride]);
    visit(c);
  }
};

// Whether every order of the operations gives the same result, at the precision of the result or any higher one; if not, why.
enum class Agreement : std::uint8_t { exact, order, nan_or_denormal };

// The result must not be -0: an implementation may begin with +0.
Agreement agreement(const Contributions& contributions, const NumberRange& row,
                    const NumberRange& column, const ComponentFormat& format);

}  // namespace spirv_oracle
