// half_ and native_ instructions, for floats: computed like the instructions without the prefix.
// Their permitted error is not simulated.
#pragma once

#include "builtins/opencl_std/elementary.h"

namespace spirv_oracle::opencl_std {

// The function of `Full`, as the instruction G.
template <class G, class Full>
struct LikeFull : Math<G, 1, Float32> {
  template <class T>
  static T component(T x) {
    return Full::component(x);
  }
};
template <class G, class Full>
struct LikeFull2 : Math<G, 2, Float32> {
  template <class T>
  static T component(T x, T y) {
    return Full::component(x, y);
  }
};

struct divide {
  template <class T>
  static T component(T x, T y) {
    return x / y;
  }
};

struct reciprocal {
  template <class T>
  static T component(T x) {
    return 1 / x;
  }
};

// --- half_ ---

// The angle "is not in the range -2^16 ... +2^16", or is NaN.
template <class T>
bool is_angle_out_of_range(T x) {
  return !(std::fabs(x) <= T(65536));
}

template <class G, class Full>
struct HalfTrigonometry : LikeFull<G, Full> {
  static constexpr Clause x_out_of_range{internal::ClauseId<InSet<G>, ".x-out-of-range">::view,
                                         math_domain, Effect::undefined_result,
                                         "x is not in the range -2^16 to 2^16"};
  static constexpr auto clauses = clause_list(x_out_of_range);

  template <class T>
  static Checked<T> component(T x) {
    if (is_angle_out_of_range(x)) return {x_out_of_range, Full::component(x)};
    return Full::component(x);
  }
};
struct half_sin : HalfTrigonometry<listed::half_sin, sin> {};
struct half_cos : HalfTrigonometry<listed::half_cos, cos> {};
struct half_tan : HalfTrigonometry<listed::half_tan, tan> {};

struct half_divide : LikeFull2<listed::half_divide, divide> {};
struct half_exp : LikeFull<listed::half_exp, exp> {};
struct half_exp2 : LikeFull<listed::half_exp2, exp2> {};
struct half_exp10 : LikeFull<listed::half_exp10, exp10> {};
struct half_log : LikeFull<listed::half_log, log> {};
struct half_log2 : LikeFull<listed::half_log2, log2> {};
struct half_log10 : LikeFull<listed::half_log10, log10> {};
struct half_powr : LikeFull2<listed::half_powr, powr> {};
struct half_recip : LikeFull<listed::half_recip, reciprocal> {};
struct half_rsqrt : LikeFull<listed::half_rsqrt, rsqrt> {};
struct half_sqrt : LikeFull<listed::half_sqrt, sqrt> {};

// --- native_ ---

struct native_cos : LikeFull<listed::native_cos, cos> {};
struct native_divide : LikeFull2<listed::native_divide, divide> {};
struct native_exp : LikeFull<listed::native_exp, exp> {};
struct native_exp2 : LikeFull<listed::native_exp2, exp2> {};
struct native_exp10 : LikeFull<listed::native_exp10, exp10> {};
struct native_log : LikeFull<listed::native_log, log> {};
struct native_log2 : LikeFull<listed::native_log2, log2> {};
struct native_log10 : LikeFull<listed::native_log10, log10> {};
struct native_powr : LikeFull2<listed::native_powr, powr> {};
struct native_recip : LikeFull<listed::native_recip, reciprocal> {};
struct native_rsqrt : LikeFull<listed::native_rsqrt, rsqrt> {};
struct native_sin : LikeFull<listed::native_sin, sin> {};
struct native_sqrt : LikeFull<listed::native_sqrt, sqrt> {};
struct native_tan : LikeFull<listed::native_tan, tan> {};

}  // namespace spirv_oracle::opencl_std
