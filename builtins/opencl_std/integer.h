// Integer instructions. The prefix s_ means signed operands, u_ unsigned ones.
#pragma once

#include <algorithm>

#include "builtins/integer_min_max.h"
#include "builtins/opencl_std/instruction.h"

namespace spirv_oracle::opencl_std {

// A type for every intermediate result of these instructions.
template <class T>
struct Intermediate {
  __extension__ using Type = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
};
template <class T>
using Int128 = typename Intermediate<T>::Type;

template <class T>
using Unsigned = std::make_unsigned_t<T>;
template <class T>
using Signed = std::make_signed_t<T>;

template <class T>
inline constexpr T least = std::numeric_limits<T>::min();
template <class T>
inline constexpr T greatest = std::numeric_limits<T>::max();
template <class T>
inline constexpr unsigned bits_in = 8 * sizeof(T);

template <class T>
constexpr T saturated(Int128<T> x) {
  return static_cast<T>(std::clamp<Int128<T>>(x, least<T>, greatest<T>));
}

// --- absolute values ---

// |x|. The least number has no absolute value: the result is the same number.
struct s_abs : Unary<listed::s_abs, SignedInt> {
  static constexpr Clause signed_wrap{
      "OpenCL.std.s_abs.signed-wrap", "wrap", Effect::undefined_behavior,
      "x is the minimum representable value, but the instruction is decorated NoSignedWrap"};
  static constexpr auto clauses = clause_list(signed_wrap);

  template <class T>
  static T component(T x) {
    const auto bits = static_cast<Unsigned<T>>(x);
    return x < 0 ? static_cast<T>(Unsigned<T>{0} - bits) : x;
  }
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction);
};

// With the decoration NoSignedWrap.
struct s_abs_that_must_not_wrap : Unary<listed::s_abs, SignedInt> {
  template <class T>
  static Checked<T> component(T x) {
    if (x == least<T>) return {s_abs::signed_wrap, x};
    return s_abs::component(x);
  }
};

struct u_abs : Unary<listed::u_abs, UnsignedInt> {
  template <class T>
  static T component(T x) {
    return x;
  }
};

// |x - y| "without modulo overflow": the bits of the unsigned number.
template <class G, class Domain>
struct AbsoluteDifference : Binary<G, Domain> {
  template <class T>
  static T component(T x, T y) {
    const auto a = static_cast<Unsigned<T>>(x);
    const auto b = static_cast<Unsigned<T>>(y);
    return static_cast<T>(x > y ? a - b : b - a);
  }
};
struct s_abs_diff : AbsoluteDifference<listed::s_abs_diff, SignedInt> {};
struct u_abs_diff : AbsoluteDifference<listed::u_abs_diff, UnsignedInt> {};

// --- sums that saturate ---

template <class G, class Domain>
struct AddSaturated : Binary<G, Domain> {
  template <class T>
  static T component(T x, T y) {
    T sum{};
    if (!__builtin_add_overflow(x, y, &sum)) return sum;
    return y < 0 ? least<T> : greatest<T>;
  }
};
struct s_add_sat : AddSaturated<listed::s_add_sat, SignedInt> {};
struct u_add_sat : AddSaturated<listed::u_add_sat, UnsignedInt> {};

struct s_sub_sat : Binary<listed::s_sub_sat, SignedInt> {
  template <class T>
  static T component(T x, T y) {
    T difference{};
    if (!__builtin_sub_overflow(x, y, &difference)) return difference;
    return y < 0 ? greatest<T> : least<T>;
  }
};
struct u_sub_sat : Binary<listed::u_sub_sat, UnsignedInt> {
  template <class T>
  static T component(T x, T y) {
    return x < y ? T{0} : static_cast<T>(x - y);
  }
};

// --- halved sums: bits that x and y share count fully, bits that differ count half ---

// (x + y) >> 1
template <class G, class Domain>
struct HalvedSum : Binary<G, Domain> {
  template <class T>
  static T component(T x, T y) {
    return static_cast<T>((x & y) + ((x ^ y) >> 1));
  }
};
struct s_hadd : HalvedSum<listed::s_hadd, SignedInt> {};
struct u_hadd : HalvedSum<listed::u_hadd, UnsignedInt> {};

// (x + y + 1) >> 1
template <class G, class Domain>
struct RoundedHalvedSum : Binary<G, Domain> {
  template <class T>
  static T component(T x, T y) {
    return static_cast<T>((x | y) - ((x ^ y) >> 1));
  }
};
struct s_rhadd : RoundedHalvedSum<listed::s_rhadd, SignedInt> {};
struct u_rhadd : RoundedHalvedSum<listed::u_rhadd, UnsignedInt> {};

// --- smaller and greater ---

struct s_max : extended::IntegerMaximum<listed::s_max, SignedInt> {};
struct u_max : extended::IntegerMaximum<listed::u_max, UnsignedInt> {};
struct s_min : extended::IntegerMinimum<listed::s_min, SignedInt> {};
struct u_min : extended::IntegerMinimum<listed::u_min, UnsignedInt> {};

template <class G>
struct ClampRule {
  static constexpr Clause min_greater_than_max{
      internal::ClauseId<InSet<G>, ".min-greater-than-max">::view, math_domain,
      Effect::undefined_result, "minval is greater than maxval"};
};
struct s_clamp : extended::IntegerClamp<listed::s_clamp, SignedInt, ClampRule<listed::s_clamp>> {};
struct u_clamp : extended::IntegerClamp<listed::u_clamp, UnsignedInt, ClampRule<listed::u_clamp>> {
};

// --- products ---

// The high half of x * y.
template <class G, class Domain>
struct HighHalfOfProduct : Binary<G, Domain> {
  template <class T>
  static T component(T x, T y) {
    if constexpr (sizeof(T) < 8) {
      using Product = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
      return static_cast<T>(static_cast<Product>(x) * static_cast<Product>(y) >> bits_in<T>);
    } else {
      return static_cast<T>(Int128<T>{x} * Int128<T>{y} >> bits_in<T>);
    }
  }
};
struct s_mul_hi : HighHalfOfProduct<listed::s_mul_hi, SignedInt> {};
struct u_mul_hi : HighHalfOfProduct<listed::u_mul_hi, UnsignedInt> {};

// mul_hi(a, b) + c
template <class G, class Domain, class MulHi>
struct HighHalfOfProductPlus : Ternary<G, Domain> {
  template <class T>
  static T component(T a, T b, T c) {
    return static_cast<T>(static_cast<Unsigned<T>>(MulHi::component(a, b)) +
                          static_cast<Unsigned<T>>(c));
  }
};
struct s_mad_hi : HighHalfOfProductPlus<listed::s_mad_hi, SignedInt, s_mul_hi> {};
struct u_mad_hi : HighHalfOfProductPlus<listed::u_mad_hi, UnsignedInt, u_mul_hi> {};

// x * y + z, saturated
template <class G, class Domain>
struct ProductPlusSaturated : Ternary<G, Domain> {
  template <class T>
  static T component(T x, T y, T z) {
    return saturated<T>(Int128<T>{x} * Int128<T>{y} + Int128<T>{z});
  }
};
struct s_mad_sat : ProductPlusSaturated<listed::s_mad_sat, SignedInt> {};
struct u_mad_sat : ProductPlusSaturated<listed::u_mad_sat, UnsignedInt> {};

// --- 24 bits: "only the low-order 24 bits are used to perform the multiplication" ---

// The low 24 bits as a number, signed or not.
constexpr std::int32_t low_24_bits(std::int32_t x) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(x) << 8) >> 8;
}
constexpr std::uint32_t low_24_bits(std::uint32_t x) { return x & 0xFFFFFF; }

// The low 32 bits of the product.
template <class T>
constexpr T product_24(T x, T y) {
  return static_cast<T>(static_cast<std::uint32_t>(low_24_bits(x)) *
                        static_cast<std::uint32_t>(low_24_bits(y)));
}

template <class T>
constexpr bool have_24_bits(T x, T y) {
  return low_24_bits(x) == x && low_24_bits(y) == y;
}

template <class G, class T>
struct MoreThan24Bits {
  static constexpr Clause more_than_24_bits{
      internal::ClauseId<InSet<G>, ".more-than-24-bits">::view, one_of_several,
      Effect::implementation_defined,
      std::is_signed_v<T> ? "x or y is not in the range [-2^23, 2^23 - 1]"
                          : "x or y is not in the range [0, 2^24 - 1]"};
  static constexpr auto clauses = clause_list(more_than_24_bits);
};

template <class G, class T>
struct Product24 : Binary<G, TypeList<T>>, MoreThan24Bits<G, T> {
  static Checked<T> component(T x, T y) {
    if (!have_24_bits(x, y)) return {MoreThan24Bits<G, T>::more_than_24_bits, product_24(x, y)};
    return product_24(x, y);
  }
};
struct s_mul24 : Product24<listed::s_mul24, std::int32_t> {};
struct u_mul24 : Product24<listed::u_mul24, std::uint32_t> {};

// mul24(x, y) + z
template <class G, class T>
struct Product24Plus : Ternary<G, TypeList<T>>, MoreThan24Bits<G, T> {
  static Checked<T> component(T x, T y, T z) {
    const auto sum = static_cast<T>(static_cast<std::uint32_t>(product_24(x, y)) +
                                    static_cast<std::uint32_t>(z));
    if (!have_24_bits(x, y)) return {MoreThan24Bits<G, T>::more_than_24_bits, sum};
    return sum;
  }
};
struct s_mad24 : Product24Plus<listed::s_mad24, std::int32_t> {};
struct u_mad24 : Product24Plus<listed::u_mad24, std::uint32_t> {};

// --- bits ---

// The number of leading 0 bits; the width for 0.
struct clz : Unary<listed::clz, UnsignedInt> {
  template <class T>
  static T component(T x) {
    return static_cast<T>(std::countl_zero(x));
  }
};

// The number of trailing 0 bits; the width for 0.
struct ctz : Unary<listed::ctz, UnsignedInt> {
  template <class T>
  static T component(T x) {
    return static_cast<T>(std::countr_zero(x));
  }
};

struct popcount : Unary<listed::popcount, UnsignedInt> {
  template <class T>
  static T component(T x) {
    return static_cast<T>(std::popcount(x));
  }
};

// Rotates to the left, by the remainder of the number of places divided by the width.
struct rotate : Binary<listed::rotate, UnsignedInt> {
  template <class T>
  static T component(T v, T i) {
    return std::rotl(v, static_cast<int>(i % bits_in<T>));
  }
};

// hi << width | lo, twice as wide. The signedness of hi does not affect the bits.
template <class G>
struct Upsample {
  using Grammar = G;

  template <class T>
  using Twice = UnsignedOfSize<2 * sizeof(T)>;

  template <class T>
  static Twice<T> component(T hi, T lo) {
    return static_cast<Twice<T>>(static_cast<Twice<T>>(hi) << bits_in<T> | lo);
  }
  template <class T>
  static Twice<T> indeterminate_bits(PartlyIndeterminate<T> hi, PartlyIndeterminate<T> lo) {
    return component(hi.indeterminate, lo.indeterminate);
  }
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction);
};
struct s_upsample : Upsample<listed::s_upsample> {};
struct u_upsample : Upsample<listed::u_upsample> {};

}  // namespace spirv_oracle::opencl_std
