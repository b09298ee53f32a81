// Scans and looks at the bits of 32 lanes by vectors of 64 bytes.
#pragma once

#include <cstdint>
#include <type_traits>

#include "interpreter/semantics/avx512.h"
#include "interpreter/semantics/non_uniform_float_format.h"
#include "interpreter/semantics/non_uniform_wide_scan.h"

#if defined(__x86_64__)

namespace spirv_oracle {

// The steps of PlainScan::scan() in the same order, on floats, doubles and 64-bit integers, and products of bytes. An
// operation says what its steps are by `multiplies` or by `takes_greater`.
class Avx512Scan {
#define SPIRV_ORACLE_AVX512 [[SPIRV_ORACLE_TARGET_AVX512]] static inline
  template <class T>
  using Packed [[gnu::vector_size(64), gnu::may_alias]] = T;

 public:
  // What is faster beside other work on smaller vectors.
  using Smaller = Avx2Scan;

  // `count` is 32.
  template <class Combine, bool Exclusive, class T>
  SPIRV_ORACLE_AVX512 void scan(const T* values, T* out, unsigned count, T neutral) {
    if constexpr (sizeof(T) == 1) return scan_bytes<Combine, Exclusive>(values, out);
    constexpr unsigned width = 64 / sizeof(T);
    const __m512i none = splat(neutral);
    __m512i before = none;
    for (unsigned lane = 0; lane < count; lane += width) {
      __m512i scanned = scan_four<Combine, T>(load_halves(values + lane), none);
      if (lane != 0) scanned = combine<Combine, T>(before, scanned);
      const __m512i moved = Exclusive ? move_up<T>(scanned, before) : scanned;
      _mm512_storeu_si512(out + lane, moved);
      before = splat_last<T>(scanned);
    }
  }

  template <class Bits, unsigned Count>
  SPIRV_ORACLE_AVX512 std::uint32_t signs(const Bits (&numbers)[Count]) {
    return Avx2Scan::signs(numbers);
  }

  // The lanes, of 32, where ((bits + offset) & mask) is not 0.
  template <class T>
  SPIRV_ORACLE_AVX512 std::uint32_t lanes_with(const T* values, BitsOf<T> offset, BitsOf<T> mask) {
    using Bits = BitsOf<T>;
    constexpr unsigned width = 64 / sizeof(T);
    std::uint32_t lanes = 0;
    for (unsigned lane = 0; lane < 32; lane += width)
      lanes |= test<Bits>(add<Bits>(load_halves(values + lane), splat(offset)), splat(mask))
               << lane;
    return lanes;
  }

 private:
  template <class T>
  SPIRV_ORACLE_AVX512 __m512i splat(T value) {
    return reinterpret_cast<__m512i>(value - Packed<T>{});
  }
  template <class Bits>
  SPIRV_ORACLE_AVX512 __m512i add(__m512i a, __m512i b) {
    return reinterpret_cast<__m512i>(reinterpret_cast<Packed<Bits>>(a) +
                                     reinterpret_cast<Packed<Bits>>(b));
  }
  template <class Bits>
  SPIRV_ORACLE_AVX512 std::uint32_t test(__m512i bits, __m512i mask) {
    return sizeof(Bits) == 8 ? _mm512_test_epi64_mask(bits, mask)
                             : std::uint32_t{_mm512_test_epi32_mask(bits, mask)};
  }

  template <class Combine, class T>
  SPIRV_ORACLE_AVX512 __m512i combine(__m512i a, __m512i b) {
    const auto left = reinterpret_cast<Packed<T>>(a), right = reinterpret_cast<Packed<T>>(b);
    if constexpr (requires { Combine::multiplies; }) {
      return reinterpret_cast<__m512i>(Combine::multiplies ? left * right : left + right);
    } else {
      const auto takes_right = Combine::takes_greater ? right > left : right < left;
      return reinterpret_cast<__m512i>(takes_right ? right : left);
    }
  }

  // Scans sixteen or eight elements: each quarter of 16 bytes by itself, then the odd ones with what the quarter below
  // comes to, and the upper half with what the lower one comes to.
  template <class Combine, class T>
  SPIRV_ORACLE_AVX512 __m512i scan_four(__m512i v, __m512i none) {
    if constexpr (sizeof(T) == 4) {
      v = combine<Combine, T>(v, _mm512_alignr_epi8(v, none, 12));
      v = combine<Combine, T>(v, _mm512_alignr_epi8(v, none, 8));
      const __m512i in_quarters =
          _mm512_setr_epi32(3, 3, 3, 3, 3, 3, 3, 3, 11, 11, 11, 11, 11, 11, 11, 11);
      v = combine<Combine, T>(v, _mm512_mask_permutexvar_epi32(none, 0xF0F0, in_quarters, v));
      return combine<Combine, T>(
          v, _mm512_mask_permutexvar_epi32(none, 0xFF00, _mm512_set1_epi32(7), v));
    } else {
      v = combine<Combine, T>(v, _mm512_alignr_epi8(v, none, 8));
      v = combine<Combine, T>(v, _mm512_mask_permutex_epi64(none, 0b11001100, v, 0b01'01'01'01));
      return combine<Combine, T>(
          v, _mm512_mask_permutexvar_epi64(none, 0b11110000, _mm512_set1_epi64(3), v));
    }
  }
  // In twice as many bits, of which the lower half is the product.
  template <class Combine, bool Exclusive>
  SPIRV_ORACLE_AVX512 void scan_bytes(const std::uint8_t* values, std::uint8_t* out) {
    using Wide = std::uint16_t;
    const __m512i none = splat(Wide{1});
    const auto* const bytes = reinterpret_cast<const __m256i_u*>(values);
    __m512i v = _mm512_maskz_cvtepu8_epi16(~0u, _mm256_loadu_si256(bytes));
    v = combine<Combine, Wide>(v, _mm512_alignr_epi8(v, none, 14));
    v = combine<Combine, Wide>(v, _mm512_alignr_epi8(v, none, 12));
    v = combine<Combine, Wide>(v, _mm512_alignr_epi8(v, none, 8));
    const __m512i in_quarters = _mm512_mask_set1_epi16(_mm512_set1_epi16(7), 0xFFFF0000, 23);
    v = combine<Combine, Wide>(v, _mm512_mask_permutexvar_epi16(none, 0xFF00FF00, in_quarters, v));
    v = combine<Combine, Wide>(
        v, _mm512_mask_permutexvar_epi16(none, 0xFFFF0000, _mm512_set1_epi16(15), v));
    if (Exclusive) {
      alignas(64) static constexpr Wide from[32] = {0,  0,  1,  2,  3,  4,  5,  6,  7,  8,  9,
                                                    10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
                                                    21, 22, 23, 24, 25, 26, 27, 28, 29, 30};
      v = _mm512_mask_permutexvar_epi16(none, ~1u, _mm512_load_si512(from), v);
    }
    _mm256_storeu_si256(reinterpret_cast<__m256i_u*>(out), _mm512_maskz_cvtepi16_epi8(~0u, v));
  }

  template <class T>
  SPIRV_ORACLE_AVX512 __m512i splat_last(__m512i v) {
    return sizeof(T) == 4 ? _mm512_maskz_permutexvar_epi32(0xFFFF, _mm512_set1_epi32(15), v)
                          : _mm512_maskz_permutexvar_epi64(0xFF, _mm512_set1_epi64(7), v);
  }
  // Moves the elements up by one; the lowest one comes from the highest of `low`.
  template <class T>
  SPIRV_ORACLE_AVX512 __m512i move_up(__m512i v, __m512i low) {
    return sizeof(T) == 4 ? _mm512_maskz_alignr_epi32(0xFFFF, v, low, 15)
                          : _mm512_maskz_alignr_epi64(0xFF, v, low, 7);
  }
#undef SPIRV_ORACLE_AVX512
};

// Whether Avx512Scan is for it.
template <class Combine, class T>
inline constexpr bool has_avx512_scan = (std::is_floating_point_v<T> &&
                                         requires { Combine::multiplies; }) ||
                                        (sizeof(T) == 8 && requires { Combine::takes_greater; }) ||
                                        (std::is_same_v<T, std::uint8_t> &&
                                         requires { requires Combine::multiplies; });

}  // namespace spirv_oracle
#endif
