// Common parts of the instructions of GLSL.std.450.
//
// Accuracy: client APIs permit an error in most of these instructions; here, each result is as
// exact as possible. Functions with only a mathematical meaning (sine, inverse, ...) are computed
// in a wider type and rounded once. Functions that the specification defines by a formula (FMix,
// Reflect, ...) are computed by that formula, in its order, with each step rounded to the type of
// the components. 16-bit components are computed as 32-bit ones and rounded at the end.
#pragma once

#include <bit>

#include "builtins/clause_in_set.h"
#include "grammar/glsl_std_450.h"
#include "interpreter/instructions/common/families.h"

namespace spirv_oracle::glsl_std_450 {

// The instructions as in the grammar: number, name, operands.
namespace listed = grammar::glsl_std_450;

// Kinds of clauses.
inline constexpr std::string_view math_domain = "math-domain";  // no value is defined
inline constexpr std::string_view one_of_several =
    "implementation-choice";  // several are permitted

// The name of the grammar type G in the ids of its clauses.
template <class G>
using InSet = internal::InSet<G, "GLSL.std.450.">;

// The operand of the instruction with that index, for example listed::Modf::i.
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
