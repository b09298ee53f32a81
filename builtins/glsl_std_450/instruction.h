// What the instructions of GLSL.std.450 share.
//
// Accuracy: client APIs allow most of these instructions an error; here each result is as exact as
// it can be. What has only a mathematical meaning (sine, inverse, ...) is computed in a wider type
// and rounded once. What the specification states as a formula (FMix, Reflect, ...) is computed by
// that formula, in its order, each step rounded in the type of the components; 16-bit components go
// through the formula as 32-bit ones and are rounded at its end.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "grammar/glsl_std_450.h"
#include "interpreter/instructions/families.h"

namespace spirv_oracle::glsl_std_450 {

// The instructions as the grammar lists them: number, name, operands.
namespace listed = grammar::glsl_std_450;

// Kinds of clauses.
inline constexpr std::string_view math_domain = "math-domain";               // no value is defined
inline constexpr std::string_view one_of_several = "implementation-choice";  // several are allowed

// The operand with that index among those of the instruction, for example listed::Modf::i.
inline Id operand(const Instruction& instruction, unsigned index) {
  return instruction.id(Lowering::first_operand(instruction) + index);
}

template <class T>
constexpr bool is_nan(T x) {
  return x != x;
}

template <class T>
constexpr UnsignedOfSize<sizeof(T)> bits_of(T x) {
  return std::bit_cast<UnsignedOfSize<sizeof(T)>>(x);
}

template <class T>
inline constexpr UnsignedOfSize<sizeof(T)> sign_bit =
    UnsignedOfSize<sizeof(T)>{1} << (8 * sizeof(T) - 1);

template <class T>
constexpr T absolute(T x) {
  return std::bit_cast<T>(static_cast<UnsignedOfSize<sizeof(T)>>(bits_of(x) & ~sign_bit<T>));
}

template <class T>
constexpr T with_sign_of(T magnitude, T sign) {
  return std::bit_cast<T>(static_cast<UnsignedOfSize<sizeof(T)>>(
      (bits_of(magnitude) & ~sign_bit<T>) | (bits_of(sign) & sign_bit<T>)));
}

}  // namespace spirv_oracle::glsl_std_450
