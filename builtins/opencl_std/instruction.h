// Common parts of the instructions of OpenCL.std.
//
// Accuracy: client APIs permit an error in most functions; here, each result is as exact as
// possible. Functions with only a mathematical meaning are computed in a wider type and rounded
// once, always to nearest even: "The math instructions are not affected by the prevailing rounding
// mode".
#pragma once

#include <cstdint>
#include <limits>

#include "builtins/extended_instruction.h"
#include "builtins/float_bits.h"
#include "grammar/opencl_std.h"
#include "interpreter/instructions/common/families.h"

namespace spirv_oracle::opencl_std {

using extended::absolute, extended::bits_of, extended::is_nan, extended::math_domain,
    extended::one_of_several, extended::operand, extended::round_even, extended::with_sign_of;

// The instructions as in the grammar: number, name, operands.
namespace listed = grammar::opencl_std;

// The name of the grammar type G in the ids of its clauses.
template <class G>
using InSet = extended::InSet<G, "OpenCL.std.">;

// --- floating-point components ---

using NearestFloat = TypeList<Float16, float, double>;

// The type for computing functions with only a mathematical meaning.
template <class T>
using Wide = std::conditional_t<std::is_same_v<T, float>, double, long double>;

template <class T>
constexpr T not_a_number = std::numeric_limits<T>::quiet_NaN();
template <class T>
constexpr T infinity = std::numeric_limits<T>::infinity();

// The type in which these instructions compute a storage type.
template <class Self, class Storage>
using Computed = typename ComputeTypeOf<Self, Storage>::type;

// Fails if components of the type would have to be rounded toward zero, because these instructions
// round to nearest in every mode.
inline void require_rounding_to_nearest(Lowering& lowering, ScalarType type) {
  if (internal::toward_zero(lowering, type))
    lowering.fail_unsupported("instructions of OpenCL.std under RoundingModeRTZ");
}

// T component(T...), of floats.
template <class G, unsigned Arity, class Domain = NearestFloat>
struct Math {
  using Grammar = G;

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    require_rounding_to_nearest(lowering, lowering.type(instruction.type).scalar);
    Componentwise<G, Domain, Arity>::template lower<Self>(lowering, instruction);
  }
};

// Out component(T, std::int32_t), or Out component(T): a function of a float, and of an i32 if
// Arity is 2. The result has the type T, or Self::Result.
template <class G, unsigned Arity>
struct MathWithInteger {
  using Grammar = G;

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const ScalarType type = internal::operand_scalar(lowering, instruction, 0);
    require_rounding_to_nearest(lowering, type);
    const Handler handler =
        internal::for_storage(NearestFloat{}, type, false, []<class T>() -> Handler {
          using Out = typename extended::ResultOf<Self, T>::Type;
          if constexpr (Arity == 1) return internal::component_handler<Self, Out, T>();
          if constexpr (Arity == 2)
            return internal::component_handler<Self, Out, T, std::int32_t>();
        });
    internal::Signature<Arity> signature{extended::result_type<Self>(type), {}};
    signature.operands[0] = type;
    if constexpr (Arity == 2) signature.operands[1] = ScalarType::unsigned_integer(4);
    internal::emit_components<Arity>(lowering, instruction, handler, signature);
  }
};

// A function of one operand, computed in the wider type by Self::value and rounded once.
template <class Self, class G, class Domain = NearestFloat>
struct RoundedOnce : Math<G, 1, Domain> {
  using Float16Compute = double;

  template <class T>
  static T component(T x) {
    return static_cast<T>(Self::value(static_cast<Wide<T>>(x)));
  }
};

// A function of two operands, computed in the wider type by Self::value and rounded once.
template <class Self, class G, class Domain = NearestFloat>
struct RoundedOnce2 : Math<G, 2, Domain> {
  using Float16Compute = double;

  template <class T>
  static T component(T x, T y) {
    return static_cast<T>(Self::value(static_cast<Wide<T>>(x), static_cast<Wide<T>>(y)));
  }
};

// The instructions of a chapter about floats.
template <class... I>
using FloatChapter = InstructionListWith<FloatFacts{.computes = true}, I...>;

}  // namespace spirv_oracle::opencl_std
