// Common and Integer Functions, on integers.
#pragma once

#include "builtins/glsl_std_450/instruction.h"
#include "builtins/integer_min_max.h"

namespace spirv_oracle::glsl_std_450 {

template <class T>
constexpr T negate_with_wrapping(T x) {
  return static_cast<T>(std::make_unsigned_t<T>{0} - static_cast<std::make_unsigned_t<T>>(x));
}

// x if x >= 0; otherwise -x. The most negative number has no negation: the result is the same
// number.
struct SAbs : Unary<listed::SAbs, SignedInt> {
  static constexpr Clause signed_wrap{
      "GLSL.std.450.SAbs.signed-wrap", "wrap", Effect::undefined_behavior,
      "x is the minimum representable value, but the instruction is decorated NoSignedWrap"};
  static constexpr auto clauses = clause_list(signed_wrap);

  template <class T>
  static T component(T x) {
    return x >= 0 ? x : negate_with_wrapping(x);
  }
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction);
};

// With the decoration NoSignedWrap.
struct SAbsNoSignedWrap : Unary<listed::SAbs, SignedInt> {
  template <class T>
  static Checked<T> component(T x) {
    if (x == std::numeric_limits<T>::min()) return {SAbs::signed_wrap, x};
    return SAbs::component(x);
  }
};

// 1 if x > 0, 0 if x = 0, or -1 if x < 0
struct SSign : Unary<listed::SSign, SignedInt> {
  template <class T>
  static T component(T x) {
    return x > 0 ? T{1} : x < 0 ? T{-1} : T{0};
  }
};

struct UMin : extended::IntegerMinimum<listed::UMin, UnsignedInt> {};
struct SMin : extended::IntegerMinimum<listed::SMin, SignedInt> {};
struct UMax : extended::IntegerMaximum<listed::UMax, UnsignedInt> {};
struct SMax : extended::IntegerMaximum<listed::SMax, SignedInt> {};

template <class G>
struct ClampRule {
  static constexpr Clause min_greater_than_max{
      internal::ClauseId<InSet<G>, ".min-greater-than-max">::view, math_domain,
      Effect::undefined_result, "minVal is greater than maxVal"};
};
struct UClamp : extended::IntegerClamp<listed::UClamp, UnsignedInt, ClampRule<listed::UClamp>> {};
struct SClamp : extended::IntegerClamp<listed::SClamp, SignedInt, ClampRule<listed::SClamp>> {};

// "Currently limited to 32-bit width components."
using Int32 = TypeList<std::uint32_t>;
inline constexpr std::uint32_t all_bits_set = 0xFFFFFFFF;

// The number of the least-significant 1-bit; all bits set for 0.
struct FindILsb : Unary<listed::FindILsb, Int32> {
  static std::uint32_t component(std::uint32_t value) {
    return value == 0 ? all_bits_set : static_cast<std::uint32_t>(std::countr_zero(value));
  }
};

// The number of the most significant 1-bit; all bits set for 0.
struct FindUMsb : Unary<listed::FindUMsb, Int32> {
  static std::uint32_t component(std::uint32_t value) {
    return value == 0 ? all_bits_set : 31 - static_cast<std::uint32_t>(std::countl_zero(value));
  }
};

// Of the most significant 1-bit of positive numbers, 0-bit of negative numbers; all bits set for 0
// and -1.
struct FindSMsb : Unary<listed::FindSMsb, Int32> {
  static std::uint32_t component(std::uint32_t value) {
    const bool negative = static_cast<std::int32_t>(value) < 0;
    return FindUMsb::component(negative ? ~value : value);
  }
};

}  // namespace spirv_oracle::glsl_std_450
