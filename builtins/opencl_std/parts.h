// Math instructions with two results, of which the second is stored through the last operand.
#pragma once

#include "builtins/opencl_std/elementary.h"
#include "builtins/opencl_std/exact.h"

namespace spirv_oracle::opencl_std {

// Each result is computed component by component from the first Arity operands: by Self::First and
// by Self::Second. The second one has the type Second::Result if that is defined, or else the type
// of x. If it has an error bound, that of the instruction Self::SecondListed applies.
template <class G, unsigned Arity>
struct TwoResults {
  using Grammar = G;
  static constexpr unsigned arity = Arity;
  static constexpr MemoryOperand memory_operands[] = {{arity, false, true}};

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction);
};

// --- whole numbers ---

// fmin(x - floor(x), the greatest number below 1). The fraction of an infinity is a zero of its
// sign.
struct fract : TwoResults<listed::fract, 1> {
  // The greatest number below 1 is that of the storage type.
  template <class Storage>
  struct Of {
    template <class T>
    static T component(T x) {
      constexpr T below_one = std::is_same_v<Storage, Float16>
                                  ? T(0x1.ffcp-1)
                                  : T(1) - std::numeric_limits<T>::epsilon() / 2;
      if (is_nan(x)) return x;
      if (std::isinf(x) || x == 0) return with_sign_of(T(0), x);
      return fmin::component(x - std::floor(x), below_one);
    }
  };
  using Second = floor;
};

// Both parts have the sign of x.
struct modf : TwoResults<listed::modf, 1> {
  struct First {
    template <class T>
    static T component(T x) {
      return with_sign_of(std::isinf(x) ? T(0) : x - std::trunc(x), x);
    }
  };
  using Second = trunc;
};

// x = mantissa * 2 ^ exponent. The magnitude of the mantissa is in [1/2, 1) or 0. Infinities and
// NaNs do not change, and their exponent is 0.
struct frexp : TwoResults<listed::frexp, 1> {
  struct First {
    template <class T>
    static T component(T x) {
      if (!std::isfinite(x)) return x;
      int exponent = 0;
      return std::frexp(x, &exponent);
    }
  };
  struct Second {
    using Result = std::int32_t;
    template <class T>
    static std::int32_t component(T x) {
      if (!std::isfinite(x)) return 0;
      int exponent = 0;
      std::frexp(x, &exponent);
      return exponent;
    }
  };
};

// --- remainder with its quotient ---

// The remainder, and "at least the lower seven bits of the integral quotient x/y", with its sign.
// This implementation gives all bits that fit in an i32.
struct remquo : TwoResults<listed::remquo, 2> {
  static constexpr Clause more_than_seven_bits{
      "OpenCL.std.remquo.more-than-seven-bits", one_of_several, Effect::implementation_defined,
      "the quotient has more than seven bits; only the lower seven are specified"};
  static constexpr auto clauses = clause_list(more_than_seven_bits);

  using First = remainder;

  struct Second {
    using Result = std::int32_t;
    // The bits pass through memory, which marks bytes: the byte with the seven bits counts as
    // defined.
    static constexpr std::uint32_t bits_without_value = 0xFFFFFF00;

    template <class T>
    static Checked<std::int32_t> component(T x, T y) {
      if (!std::isfinite(x) || is_nan(y) || y == 0) return 0;
      const std::int32_t quotient = low_bits(absolute(x), absolute(y));
      const std::int32_t result = std::signbit(x) != std::signbit(y) ? -quotient : quotient;
      if (quotient > 127) return {more_than_seven_bits, result};
      return result;
    }

    // The quotient, rounded to nearest. If it exceeds 127: its lower seven bits, plus 128.
    template <class T>
    static std::int32_t low_bits(T x, T y) {
      // The remainder by 128 * y has the same lower bits. If that overflows, or y is infinite, x is
      // less.
      const T modulus = y * 128;
      const T rest = std::isinf(modulus) ? x : std::fmod(x, modulus);
      if (std::isinf(y)) return 0;
      // A multiple of y by at most 128, which the wider type represents exactly.
      const long double multiple = static_cast<long double>(rest) - std::remainder(rest, y);
      const auto count = static_cast<std::int32_t>(multiple / y);
      return rest != x ? (count & 127) | 128 : count;
    }
  };
};

// --- functions ---

struct sincos : TwoResults<listed::sincos, 1> {
  using First = sin;
  using Second = cos;
  using SecondListed = listed::cos;
};

// The sign is that of the gamma function: 1, -1, or 0 if x is zero or a negative integer.
struct lgamma_r : TwoResults<listed::lgamma_r, 1> {
  using First = lgamma;
  struct Second {
    using Float16Compute = double;
    using Result = std::int32_t;
    template <class T>
    static std::int32_t component(T x) {
      int sign = 0;
      log_gamma(static_cast<Wide<T>>(x), sign);
      return sign;
    }
  };
};

}  // namespace spirv_oracle::opencl_std
