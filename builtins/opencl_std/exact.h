// Math instructions whose result is exact, or rounded once by definition. "Additional Requirements" are
// those beyond ISO/IEC 9899:TC2 of the OpenCL SPIR-V environment.
#pragma once

#include "builtins/opencl_std/instruction.h"
#include "interpreter/instructions/fused_multiply_add.h"
#include "interpreter/kernels/special_bits.h"

namespace spirv_oracle::opencl_std {

// --- whole numbers: a zero has the sign of x ---

struct ceil : Math<listed::ceil, 1> {
  template <class T>
  static T component(T x) {
    return std::ceil(x);
  }
};

struct floor : Math<listed::floor, 1> {
  template <class T>
  static T component(T x) {
    return std::floor(x);
  }
};

struct trunc : Math<listed::trunc, 1> {
  template <class T>
  static T component(T x) {
    return std::trunc(x);
  }
};

// To nearest, ties to even.
struct rint : Math<listed::rint, 1> {
  template <class T>
  static T component(T x) {
    return round_even(x);
  }
};

// To nearest, ties away from zero. The difference of a magnitude from the whole number below it is exact.
struct round : Math<listed::round, 1> {
  template <class T>
  static T component(T x) {
    const T magnitude = absolute(x);
    const T whole = std::trunc(magnitude);
    return with_sign_of(whole + (magnitude - whole >= T(0.5) ? T(1) : T(0)), x);
  }
};

// --- signs ---

struct fabs : Math<listed::fabs, 1> {
  static constexpr auto sign_operation = SignOperation::sets;

  template <class T>
  static T component(T x) {
    return absolute(x);
  }
};

struct copysign : Math<listed::copysign, 2> {
  static constexpr auto sign_operation = SignOperation::sets;

  template <class T>
  static T component(T x, T y) {
    return with_sign_of(x, y);
  }
};

// --- smaller and greater ---

// y if x < y, otherwise x; "if one operand is a NaN, the other argument".
struct fmax : Math<listed::fmax, 2> {
  static constexpr auto either_zero = EitherZero::of_zeros;

  template <class T>
  static T component(T x, T y) {
    return is_nan(x) || x < y ? y : x;
  }
};

struct fmin : Math<listed::fmin, 2> {
  static constexpr auto either_zero = EitherZero::of_zeros;

  template <class T>
  static T component(T x, T y) {
    return is_nan(x) || y < x ? y : x;
  }
};

// The operand with the greater magnitude, or fmax if the magnitudes are equal.
struct maxmag : Math<listed::maxmag, 2> {
  template <class T>
  static T component(T x, T y) {
    if (absolute(x) > absolute(y)) return x;
    if (absolute(y) > absolute(x)) return y;
    return fmax::component(x, y);
  }
};

struct minmag : Math<listed::minmag, 2> {
  template <class T>
  static T component(T x, T y) {
    if (absolute(x) < absolute(y)) return x;
    if (absolute(y) < absolute(x)) return y;
    return fmin::component(x, y);
  }
};

// --- differences and products ---

// x - y if x > y, +0 if x <= y; NaN if an operand is NaN ("Additional Requirements").
struct fdim : Math<listed::fdim, 2> {
  template <class T>
  static T component(T x, T y) {
    return x <= y ? T(0) : x - y;
  }
};

struct fma : Math<listed::fma, 3> {
  using Float16Compute = double;

  template <class T>
  static T component(T a, T b, T c) {
    return std::fma(a, b, c);
  }
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    require_rounding_to_nearest(lowering, lowering.type(instruction.type).scalar);
    FusedMultiplyAdd<listed::fma>::lower<Self>(lowering, instruction);
  }
};

// a * b + c, rounded once here.
struct mad : Math<listed::mad, 3> {
  using Float16Compute = double;

  template <class T>
  static T component(T a, T b, T c) {
    return std::fma(a, b, c);
  }
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    fma::lower<Self>(lowering, instruction);
  }
};

// --- remainders, exact ---

// x - y * trunc(x / y)
struct fmod : Math<listed::fmod, 2> {
  template <class T>
  static T component(T x, T y) {
    return std::fmod(x, y);
  }
};

// x - n * y, where n is the integer nearest to x / y, ties to even.
struct remainder : Math<listed::remainder, 2> {
  template <class T>
  static T component(T x, T y) {
    return std::remainder(x, y);
  }
};

// --- exponents ---

// The exponent of x, as a number.
struct logb : Math<listed::logb, 1> {
  template <class T>
  static T component(T x) {
    return std::logb(x);
  }
};

// The exponent of x, as an i32. The implementation defines FP_ILOGB0 and FP_ILOGBNAN.
struct ilogb : MathWithInteger<listed::ilogb, 1> {
  using Result = std::int32_t;
  static constexpr std::int32_t largest = std::numeric_limits<std::int32_t>::max();
  static constexpr Clause x_zero{"OpenCL.std.ilogb.x-zero", one_of_several,
                                 Effect::implementation_defined,
                                 "x is 0; the result may be -2^31 or -(2^31 - 1)"};
  static constexpr Clause x_nan{"OpenCL.std.ilogb.x-nan", one_of_several,
                                Effect::implementation_defined,
                                "x is a NaN; the result may be 2^31 - 1 or -2^31"};
  static constexpr auto clauses = clause_list(x_zero, x_nan);

  template <class T>
  static Checked<std::int32_t> component(T x) {
    if (x == 0) return {x_zero, -largest - 1};
    if (is_nan(x)) return {x_nan, largest};
    if (std::isinf(x)) return largest;
    return std::ilogb(x);
  }
};

// x * 2 ^ k, rounded once.
struct ldexp : MathWithInteger<listed::ldexp, 2> {
  using Float16Compute = double;

  template <class T>
  static T component(T x, std::int32_t k) {
    return std::ldexp(x, k);
  }
};

// --- representations ---

// A quiet NaN whose significand contains as much of nancode as fits.
struct nan {
  using Grammar = listed::nan;

  template <class Bits>
  static Bits component(Bits nancode) {
    return static_cast<Bits>(infinity_bits<Bits> | quiet_bit<Bits> |
                             (nancode & (quiet_bit<Bits> - 1)));
  }
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction);
};

// The number next to x in the direction of y; y if they are equal; NaN if an operand is NaN. Works
// on the bits: those of finite numbers of one sign have the order of their magnitudes.
struct nextafter {
  using Grammar = listed::nextafter;

  // Increases with the number that the bits represent; the same for both zeros.
  template <class Bits>
  static std::make_signed_t<Bits> rank(Bits bits) {
    using Signed = std::make_signed_t<Bits>;
    const auto magnitude = static_cast<Signed>(bits & magnitude_bits<Bits>);
    return (bits & float_sign<Bits>) != 0 ? static_cast<Signed>(-magnitude) : magnitude;
  }

  template <class Bits>
  static Bits component(Bits x, Bits y) {
    if (is_nan_bits(x)) return static_cast<Bits>(x | quiet_bit<Bits>);
    if (is_nan_bits(y)) return static_cast<Bits>(y | quiet_bit<Bits>);
    if (rank(x) == rank(y)) return y;
    const bool up = rank(x) < rank(y);
    if (is_zero_bits(x)) return static_cast<Bits>(up ? Bits{1} : float_sign<Bits> | 1);
    const bool grows = up == ((x & float_sign<Bits>) == 0);
    return static_cast<Bits>(grows ? x + 1 : x - 1);
  }
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction);
};

}  // namespace spirv_oracle::opencl_std
