// Common parts of the instructions of GLSL.std.450.
//
// Accuracy: client APIs permit an error in most of these instructions; here, each result is as
// exact as possible. Functions with only a mathematical meaning (sine, inverse, ...) are computed
// in a wider type and rounded once. Functions that the specification defines by a formula (FMix,
// Reflect, ...) are computed by that formula, in its order, with each step rounded to the type of
// the components. 16-bit components are computed as 32-bit ones and rounded at the end.
#pragma once

#include <bit>

#include "builtins/extended_instruction.h"
#include "builtins/float_bits.h"
#include "grammar/glsl_std_450.h"
#include "interpreter/instructions/common/families.h"

namespace spirv_oracle::glsl_std_450 {

using extended::absolute, extended::bits_of, extended::is_halfway, extended::is_nan,
    extended::math_domain, extended::one_of_several, extended::operand, extended::round_even,
    extended::with_sign_of;

// The instructions as in the grammar: number, name, operands.
namespace listed = grammar::glsl_std_450;

// The name of the grammar type G in the ids of its clauses.
template <class G>
using InSet = extended::InSet<G, "GLSL.std.450.">;

// The instructions of one chapter. Unless they declare otherwise, they compute floats, and must respect
// DenormFlushToZero.
template <class... I>
using Chapter = InstructionListWith<FloatFacts{.computes = true, .flushes_denormals = true}, I...>;

}  // namespace spirv_oracle::glsl_std_450
