// Five floats added or multiplied in many orders at once, by vectors of 64 bytes: what OrdersOfFive finds out.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "interpreter/semantics/avx512.h"

#if defined(__x86_64__)
namespace spirv_oracle {

#define SPIRV_ORACLE_AVX512 [[SPIRV_ORACLE_TARGET_AVX512, gnu::always_inline]] inline

// Sixteen numbers.
template <class T>
struct Sixteen;

template <>
struct Sixteen<float> {
  __m512 all;

  // Those in `lanes`, of 16, and `neutral` behind them.
  SPIRV_ORACLE_AVX512 static Sixteen only(const float* values, unsigned lanes, float neutral) {
    return {_mm512_mask_compress_ps(_mm512_set1_ps(neutral), static_cast<__mmask16>(lanes),
                                    _mm512_castsi512_ps(load_halves(values)))};
  }
  // Element i is that with the number `index[i]`.
  SPIRV_ORACLE_AVX512 Sixteen pick(const std::array<int, 16>& index) const {
    return {_mm512_maskz_permutexvar_ps(0xFFFF, _mm512_loadu_si512(index.data()), all)};
  }
  SPIRV_ORACLE_AVX512 Sixteen operator+(const Sixteen& other) const { return {all + other.all}; }
  SPIRV_ORACLE_AVX512 Sixteen operator*(const Sixteen& other) const { return {all * other.all}; }
  SPIRV_ORACLE_AVX512 Sixteen first_in_all() const {
    return {_mm512_maskz_permutexvar_ps(0xFFFF, _mm512_setzero_si512(), all)};
  }
  SPIRV_ORACLE_AVX512 unsigned differing(const Sixteen& other) const {
    return _mm512_cmpneq_ps_mask(all, other.all);
  }
  SPIRV_ORACLE_AVX512 void store(float* values) const { _mm512_storeu_ps(values, all); }
};

template <>
struct Sixteen<double> {
  __m512d low, high;

  SPIRV_ORACLE_AVX512 static Sixteen only(const double* values, unsigned lanes, double neutral) {
    const __m512d none = _mm512_set1_pd(neutral);
    const auto in_low = static_cast<__mmask8>(lanes), in_high = static_cast<__mmask8>(lanes >> 8);
    const auto behind = static_cast<__mmask8>(~0u << std::popcount(lanes & 0xFF));
    const __m512d first =
        _mm512_mask_compress_pd(none, in_low, _mm512_castsi512_pd(load_halves(values)));
    const __m512d others =
        _mm512_mask_compress_pd(none, in_high, _mm512_castsi512_pd(load_halves(values + 8)));
    return {_mm512_mask_expand_pd(first, behind, others), none};
  }
  SPIRV_ORACLE_AVX512 Sixteen pick(const std::array<int, 16>& index) const {
    return {pick_half(index.data()), pick_half(index.data() + 8)};
  }
  SPIRV_ORACLE_AVX512 Sixteen operator+(const Sixteen& other) const {
    return {low + other.low, high + other.high};
  }
  SPIRV_ORACLE_AVX512 Sixteen operator*(const Sixteen& other) const {
    return {low * other.low, high * other.high};
  }
  SPIRV_ORACLE_AVX512 Sixteen first_in_all() const {
    const __m512d first = _mm512_maskz_permutexvar_pd(0xFF, _mm512_setzero_si512(), low);
    return {first, first};
  }
  SPIRV_ORACLE_AVX512 unsigned differing(const Sixteen& other) const {
    return _mm512_cmpneq_pd_mask(low, other.low) | _mm512_cmpneq_pd_mask(high, other.high) << 8;
  }
  SPIRV_ORACLE_AVX512 void store(double* values) const { _mm512_storeu_pd(values, low); }

 private:
  SPIRV_ORACLE_AVX512 __m512d pick_half(const int* index) const {
    const __m256i eight = _mm256_loadu_si256(reinterpret_cast<const __m256i_u*>(index));
    return _mm512_maskz_permutex2var_pd(0xFF, low, _mm512_maskz_cvtepi32_epi64(0xFF, eight), high);
  }
};

// Of up to five lanes; where they are fewer, only what is asked of so many counts.
template <class Operation, class T>
class Avx512Orders {
  using Values = Sixteen<T>;
  using Picked = std::array<int, 16>;

 public:
  // All of the lanes are among so many.
  static constexpr unsigned looked_at = 16;

  // `lanes` are the bits of a number.
  [[SPIRV_ORACLE_TARGET_AVX512]] Avx512Orders(const T* values, unsigned lanes)
      : v_(Values::only(values, lanes, Operation::multiplies ? 1 : 0)) {
    const Values some = step(v_.pick(left_of_pair), v_.pick(right_of_pair));
    const Values threes = step(some.pick(pairs), some.pick(thirds));
    three_differ_ = (threes.differing(threes.first_in_all()) & 0b1'0000'0100) != 0;
    const Values fours = step(threes, some.pick(fourths));
    four_differ_ = fours.differing(fours.first_in_all()) != 0;
    const Values fives = step(fours, v_.pick(fifths)), others = step(threes, some.pick(with_fifth));
    const Values first = fives.first_in_all();
    five_are_seen_to_differ_ = (fives.differing(first) | others.differing(first)) != 0;
  }

  bool three_differ() const { return three_differ_; }
  bool four_differ() const { return four_differ_; }
  // Only some of the orders have been tried, so they may differ all the same.
  bool five_are_seen_to_differ() const { return five_are_seen_to_differ_; }
  [[SPIRV_ORACLE_TARGET_AVX512]] std::array<T, 5> five() const {
    T all[16];
    v_.store(all);
    return {all[0], all[1], all[2], all[3], all[4]};
  }

 private:
  // Of the values a, b, c, d, e, and of what changes none of them: ab, bc, cd, da, ac, bd, ae, be, ce, de; a, b, c, d, e; and
  // that.
  static constexpr Picked left_of_pair{0, 1, 2, 3, 0, 1, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5};
  static constexpr Picked right_of_pair{1, 2, 3, 0, 2, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5};
  // Of these: ab + c, ab + d, bc + a, bc + d, cd + a, cd + b, da + b, da + c, ac + b, ac + d, bd + a, bd + c; of four, ab + cd,
  // bc + da, ac + bd; and ab + c again.
  static constexpr Picked pairs{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 0, 1, 4, 0};
  static constexpr Picked thirds{12, 13, 10, 13, 10, 11, 11, 12, 11, 13, 10, 12, 2, 3, 5, 12};
  // What makes these all four, and what all five: the fourth together with e.
  static constexpr Picked fourths{13, 12, 13, 10, 11, 10, 12, 11, 13, 11, 12, 10, 15, 15, 15, 13};
  static constexpr Picked with_fifth{9, 8, 9, 6, 7, 6, 8, 7, 9, 7, 8, 6, 14, 14, 14, 9};
  static constexpr Picked fifths{4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4};

  SPIRV_ORACLE_AVX512 static Values step(const Values& a, const Values& b) {
    if constexpr (Operation::multiplies) {
      return a * b;
    } else {
      return a + b;
    }
  }

  Values v_;
  bool three_differ_, four_differ_, five_are_seen_to_differ_;
};

#undef SPIRV_ORACLE_AVX512

}  // namespace spirv_oracle
#endif
