// Relational instructions that select values without changing their bits.
#pragma once

#include "builtins/opencl_std/instruction.h"

namespace spirv_oracle::opencl_std {

// The result if either of two bits is possible: indeterminate, unless both are determinate and the
// same.
template <class T>
constexpr T indeterminate_of_either(PartlyIndeterminate<T> a, PartlyIndeterminate<T> b) {
  return static_cast<T>(a.indeterminate | b.indeterminate | (a.value ^ b.value));
}

// Each bit is that of a if the bit of c is 0, otherwise that of b.
struct bitselect {
  using Grammar = listed::bitselect;

  template <class T>
  static T component(T a, T b, T c) {
    return static_cast<T>((a & static_cast<T>(~c)) | (b & c));
  }
  template <class T>
  static T indeterminate_bits(PartlyIndeterminate<T> a, PartlyIndeterminate<T> b,
                              PartlyIndeterminate<T> c) {
    const T of_chosen = component(a.indeterminate, b.indeterminate, c.value);
    return component(of_chosen, indeterminate_of_either(a, b), c.indeterminate);
  }
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction);
};

// For scalars: a if c is zero, otherwise b.
struct select_by_value {
  template <class T>
  static T component(T a, T b, T c) {
    return c == 0 ? a : b;
  }
  template <class T>
  static T indeterminate_bits(PartlyIndeterminate<T> a, PartlyIndeterminate<T> b,
                              PartlyIndeterminate<T> c) {
    const auto known = static_cast<T>(c.value & static_cast<T>(~c.indeterminate));
    if (known != 0) return b.indeterminate;
    return c.indeterminate == 0 ? a.indeterminate : indeterminate_of_either(a, b);
  }
};

// For components of vectors: a if the most significant bit of c is zero, otherwise b.
struct select_by_sign {
  template <class T>
  static constexpr T top = static_cast<T>(T{1} << (8 * sizeof(T) - 1));

  template <class T>
  static T component(T a, T b, T c) {
    return (c & top<T>) == 0 ? a : b;
  }
  template <class T>
  static T indeterminate_bits(PartlyIndeterminate<T> a, PartlyIndeterminate<T> b,
                              PartlyIndeterminate<T> c) {
    if ((c.indeterminate & top<T>) != 0) return indeterminate_of_either(a, b);
    return component(a.indeterminate, b.indeterminate, c.value);
  }
};

struct select {
  using Grammar = listed::select;
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction);
};

}  // namespace spirv_oracle::opencl_std
