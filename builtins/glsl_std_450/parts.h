// Common Functions that split floats into parts, or combine them: Modf, Frexp, Ldexp.
#pragma once

#include <algorithm>
#include <cmath>

#include "builtins/glsl_std_450/instruction.h"

namespace spirv_oracle::glsl_std_450 {

// An instruction with two results, each computed component by component: by Self::First and by
// Self::Second. The second has the type Second::Result if that is defined, or else the type of x.
template <class G>
struct IntoStruct {
  using Grammar = G;
  static constexpr ComponentRule depends = &depends_by_member;
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction);
};
// An instruction with two such results that stores the second one through the last operand.
template <class G>
struct IntoPointer {
  using Grammar = G;
  static constexpr MemoryOperand memory_operands[] = {{1, false, true}};
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction);
};

// --- fraction and whole number ---

// Both have the sign of x: modf(+-0) = { +-0, +-0 }, modf(+-Inf) = { +-0, +-Inf }.
struct FractionalPart {
  template <class T>
  static T component(T x) {
    const T whole = std::trunc(x);
    return with_sign_of(x == whole ? T{0} : x - whole, x);
  }
};

struct WholeNumberPart {
  template <class T>
  static T component(T x) {
    return std::trunc(x);
  }
};

struct Modf : IntoPointer<listed::Modf> {
  using First = FractionalPart;
  using Second = WholeNumberPart;
};

struct ModfStruct : IntoStruct<listed::ModfStruct> {
  using First = FractionalPart;
  using Second = WholeNumberPart;
};

// --- significand and exponent ---

// x = significand * 2 ^ exponent. The magnitude of the significand is in [0.5, 1.0), or 0 with an
// exponent of 0 for a zero.
template <class Instruction>
struct Significand {
  template <class T>
  static Checked<T> component(T x) {
    if (!std::isfinite(x)) return {Instruction::x_not_finite, x};
    int exponent = 0;
    return std::frexp(x, &exponent);
  }
};

template <class Instruction>
struct Exponent {
  using Result = std::int32_t;

  template <class T>
  static Checked<std::int32_t> component(T x) {
    if (!std::isfinite(x)) return {Instruction::x_not_finite, 0};
    int exponent = 0;
    std::frexp(x, &exponent);
    return exponent;
  }
};

struct Frexp : IntoPointer<listed::Frexp> {
  static constexpr Clause x_not_finite{"GLSL.std.450.Frexp.x-not-finite", math_domain,
                                       Effect::undefined_result, "x is an infinity or a NaN"};
  static constexpr auto clauses = clause_list(x_not_finite);

  using First = Significand<Frexp>;
  using Second = Exponent<Frexp>;
};

// Only the text of Frexp says that the significand is undefined as well. But no significand in the
// given range would make an infinity or a NaN.
struct FrexpStruct : IntoStruct<listed::FrexpStruct> {
  static constexpr Clause x_not_finite{"GLSL.std.450.FrexpStruct.x-not-finite", math_domain,
                                       Effect::undefined_result, "x is an infinity or a NaN"};
  static constexpr auto clauses = clause_list(x_not_finite);

  using First = Significand<FrexpStruct>;
  using Second = Exponent<FrexpStruct>;
};

// x * 2 ^ exp, rounded once; exp is signed, of any width.
struct Ldexp {
  using Grammar = listed::Ldexp;
  static constexpr Clause exp_too_large{
      "GLSL.std.450.Ldexp.exp-too-large", math_domain, Effect::undefined_result,
      "exp is greater than +128 (single precision), +1024 (double) or +16 (half)"};
  static constexpr Clause product_too_large{"GLSL.std.450.Ldexp.product-too-large", math_domain,
                                            Effect::undefined_result,
                                            "the product is too large to be finitely represented"};
  static constexpr Clause exp_too_small{"GLSL.std.450.Ldexp.exp-too-small", one_of_several,
                                        Effect::implementation_defined,
                                        "exp is less than -126 (single precision), -1022 (double) "
                                        "or -14 (half); the result may be flushed to zero"};
  static constexpr auto clauses = clause_list(exp_too_large, product_too_large, exp_too_small);

  // The limits of `exp` follow from those of the storage type.
  template <class Storage>
  struct Of {
    using Float16Compute = double;
    static constexpr std::int64_t greatest = sizeof(Storage) == 2   ? 16
                                             : sizeof(Storage) == 4 ? 128
                                                                    : 1024;
    static constexpr std::int64_t least = 2 - greatest;

    template <class T, class S>
    static Checked<T> component(T x, S exp) {
      const std::int64_t exponent = std::clamp<std::int64_t>(exp, -10'000, 10'000);
      const T product = std::ldexp(x, static_cast<int>(exponent));
      if (exponent > greatest) return {exp_too_large, product};
      const bool finite = x != 0 && std::isfinite(x);
      if (finite && std::ilogb(x) + exponent >= greatest) return {product_too_large, product};
      // Flushing does not change a zero.
      if (exponent < least && product != 0) return {exp_too_small, product};
      return product;
    }
  };

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction);
};

}  // namespace spirv_oracle::glsl_std_450
