// Integer instructions that wrap, unless the module promises with NoSignedWrap or NoUnsignedWrap
// that they never do.
#pragma once

#include "interpreter/findings/clause_id.h"
#include "interpreter/instructions/common/families.h"

namespace spirv_oracle {

// The clauses of an instruction with the grammar type G.
template <class G>
struct NoWrapClauses {
  static constexpr Clause signed_wrap{
      internal::ClauseId<G, ".signed-wrap">::view, "wrap", Effect::undefined_behavior,
      "the signed result overflows or underflows, but the instruction is decorated NoSignedWrap",
      ArithmeticPoison::result_is_poison};
  static constexpr Clause unsigned_wrap{internal::ClauseId<G, ".unsigned-wrap">::view, "wrap",
                                        Effect::undefined_behavior,
                                        "the unsigned result overflows or underflows, but the "
                                        "instruction is decorated NoUnsignedWrap",
                                        ArithmeticPoison::result_is_poison};
};

namespace internal {

template <class T>
struct CheckedOf {
  using type = Checked<T>;
};
template <class T>
struct CheckedOf<Checked<T>> {
  using type = Checked<T>;
};

// `Instruction::component`, with a check for wrapping.
template <class Instruction, bool NoSigned, bool NoUnsigned>
struct NoWrap {
  template <class T, class... S>
  static auto component(T operand, S... more) {
    const auto result = Instruction::component(operand, more...);
    using Result = typename CheckedOf<std::decay_t<decltype(result)>>::type;
    using Signed = std::make_signed_t<T>;
    using Unsigned = std::make_unsigned_t<T>;
    const Result checked = result;
    if (checked.broken != nullptr) return checked;
    if (NoSigned && Instruction::wraps(static_cast<Signed>(operand), static_cast<Signed>(more)...))
      return Result(Instruction::signed_wrap, checked.value);
    if constexpr (NoUnsigned) {
      if (Instruction::wraps(static_cast<Unsigned>(operand), static_cast<Unsigned>(more)...))
        return Result(Instruction::unsigned_wrap, checked.value);
    }
    return checked;
  }
};

}  // namespace internal

// A family `Family` whose instructions also define bool wraps(T...), for signed and unsigned T.
template <class Family>
struct MayPromiseNoWrap : Family {
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const auto has = [&](spv::Decoration decoration) {
      return lowering.module().has_decoration(instruction.result, decoration);
    };
    const bool no_signed = has(spv::Decoration::NoSignedWrap);
    const bool no_unsigned = has(spv::Decoration::NoUnsignedWrap);
    if (no_signed && no_unsigned) {
      Family::template lower<internal::NoWrap<Self, true, true>>(lowering, instruction);
    } else if (no_signed) {
      Family::template lower<internal::NoWrap<Self, true, false>>(lowering, instruction);
    } else if (no_unsigned) {
      Family::template lower<internal::NoWrap<Self, false, true>>(lowering, instruction);
    } else {
      Family::template lower<Self>(lowering, instruction);
    }
  }
};

}  // namespace spirv_oracle
