// The arithmetic of the integer dot products, for one lane.
//
// The types of the components say how they are extended: A and B are the signed or unsigned types in
// which the instruction reads Vector 1 and Vector 2. R is the result's width, signed where the
// instruction saturates to a signed range.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "interpreter/kernels/wrapping.h"

namespace spirv_oracle {

// sum + a * b modulo 2^width of R.
struct MultiplyAdd {
  template <class R, class A, class B>
  static constexpr R component(R sum, A a, B b) {
    return wrapping_add(sum, wrapping_multiply(static_cast<R>(a), static_cast<R>(b)));
  }
};

// Component `index` of a 32-bit integer in PackedVectorFormat4x8Bit.
template <class Component>
constexpr Component unpack(std::uint32_t packed, unsigned index) {
  static_assert(sizeof(Component) == 1);
  return static_cast<Component>(packed >> (8 * index));
}

template <class R, class A, class B>
constexpr R packed_dot(std::uint32_t vector_1, std::uint32_t vector_2) {
  R sum = 0;
  for (unsigned i = 0; i < 4; ++i) {
    sum = MultiplyAdd::component(sum, unpack<A>(vector_1, i), unpack<B>(vector_2, i));
  }
  return sum;
}

// a + b, clamped to the range of T.
template <class T>
constexpr T saturating_add(T a, T b) {
  const T sum = wrapping_add(a, b);
  if constexpr (std::is_unsigned_v<T>) {
    return sum < a ? std::numeric_limits<T>::max() : sum;
  } else {
    const bool overflows = ((a ^ sum) & (b ^ sum)) < 0;
    const T bound = b < 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
    return overflows ? bound : sum;
  }
}

// A sum of products, in which a product or a partial sum may not fit into R. The order of the
// additions is not defined, so it matters whether any order has a partial sum that does not fit.
// The extremes are the positive products alone, and the negative products alone.
template <class R>
class ExactDot {
 public:
  template <class A, class B>
  constexpr void add_product(A a, B b) {
    R product = 0;
    overflows_ |= __builtin_mul_overflow(a, b, &product);  // as if of unlimited precision
    R& side = product < 0 ? negative_ : positive_;
    overflows_ |= __builtin_add_overflow(side, product, &side);
  }
  constexpr bool overflows() const { return overflows_; }
  // Wraps if overflows().
  constexpr R sum() const { return wrapping_add(positive_, negative_); }

 private:
  R positive_ = 0;
  R negative_ = 0;
  bool overflows_ = false;
};

}  // namespace spirv_oracle
