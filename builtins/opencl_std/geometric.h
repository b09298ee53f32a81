// Geometric instructions: one component of a result. It is computed from all components that it
// depends on in the wider type, in which squares and sums neither overflow nor underflow, and
// rounded once.
#pragma once

#include <span>

#include "builtins/opencl_std/instruction.h"

namespace spirv_oracle::opencl_std {

template <class T>
T sum_of_squares(std::span<const T> p) {
  T sum = 0;
  for (const T x : p) sum += x * x;
  return sum;
}

// sqrt(p.x ^ 2 + p.y ^ 2 + ...); p is the whole vector.
struct length_of {
  template <class T>
  static T value(std::span<const T> p) {
    for (const T x : p) {
      if (std::isinf(x)) return infinity<T>;
    }
    return std::sqrt(sum_of_squares(p));
  }
};

// length(p0 - p1); p0's components come before those of p1.
struct distance_between {
  template <class T>
  static T value(std::span<const T> points) {
    const std::size_t count = points.size() / 2;
    T sum = 0;
    bool infinite = false;
    for (std::size_t i = 0; i < count; ++i) {
      const T difference = points[i] - points[count + i];
      infinite |= std::isinf(difference);
      sum += difference * difference;
    }
    return infinite ? infinity<T> : std::sqrt(sum);
  }
};

// a * b - c * d
struct difference_of_products {
  template <class T>
  static T value(std::span<const T> factors) {
    return factors[0] * factors[1] - factors[2] * factors[3];
  }
};

// x / length(p), where x, the first operand, is a component of p. A zero vector does not change. If
// a component is infinite, it counts as 1 and finite ones as 0, with their signs.
struct component_of_normalized {
  template <class T>
  static T value(std::span<const T> operands) {
    const std::span<const T> p = operands.subspan(1);
    bool infinite = false;
    for (const T x : p) infinite |= std::isinf(x);
    if (!infinite) {
      const T sum = sum_of_squares(p);
      return sum == 0 ? operands[0] : operands[0] / std::sqrt(sum);
    }
    T sum = 0;
    for (const T x : p) sum += replaced(x) * replaced(x);
    return replaced(operands[0]) / std::sqrt(sum);
  }

 private:
  template <class T>
  static T replaced(T x) {
    return std::isinf(x) ? std::copysign(T(1), x) : 0 * x;
  }
};

// Like component_of_normalized, with fewer guarantees.
struct component_of_fast_normalized {
  static constexpr Clause sum_too_large{"OpenCL.std.fast_normalize.sum-too-large", math_domain,
                                        Effect::undefined_result,
                                        "the sum of squares is greater than FLT_MAX"};
  static constexpr Clause sum_too_small{
      "OpenCL.std.fast_normalize.sum-too-small", one_of_several, Effect::implementation_defined,
      "the sum of squares is less than FLT_MIN; the result may be p"};

  template <class T>
  static Checked<T> value(std::span<const T> operands) {
    const T sum = sum_of_squares(operands.subspan(1));
    const T normalized = component_of_normalized::value(operands);
    if (sum > T(std::numeric_limits<float>::max())) return {sum_too_large, normalized};
    const bool small = sum != 0 && sum < T(std::numeric_limits<float>::min());
    if (small && normalized != operands[0]) return {sum_too_small, normalized};
    return normalized;
  }
};

}  // namespace spirv_oracle::opencl_std
