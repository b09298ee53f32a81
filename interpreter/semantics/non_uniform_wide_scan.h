// Scans over all lanes of a full subgroup, and looks at their bits, for the machine at hand.
#pragma once

#include <cstdint>
#include <type_traits>

#include "interpreter/semantics/kernel.h"
#include "interpreter/semantics/multiversion.h"
#include "interpreter/semantics/non_uniform_float_format.h"
#include "interpreter/semantics/non_uniform_lane_vector.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace spirv_oracle {

// By scan_lanes().
struct PlainScan {
  using Smaller = PlainScan;

  template <class Combine, bool Exclusive, class T>
  [[gnu::always_inline]] static void scan(const T* values, T* out, unsigned count, T neutral) {
    scan_lanes<Combine, Exclusive>(values, out, count, neutral);
  }
  // The lanes, of 32, where ((bits + offset) & mask) is not 0.
  template <class T>
  [[gnu::always_inline]] static std::uint32_t lanes_with(const T* values, BitsOf<T> offset,
                                                         BitsOf<T> mask) {
    using Bits = BitsOf<T>;
    alignas(32) Bits flags[32];
    SPIRV_ORACLE_LANE_LOOP
    for (unsigned i = 0; i < 32; ++i) {
      const auto sum = static_cast<Bits>(FloatFormat<T>::bits(values[i]) + offset);
      flags[i] = static_cast<Bits>((sum & mask) != 0 ? ~Bits{0} : Bits{0});
    }
    return flags_to_bits(flags);
  }
  // The highest bits of the numbers.
  template <class Bits, unsigned Count>
  [[gnu::always_inline]] static std::uint32_t signs(const Bits (&numbers)[Count]) {
    alignas(32) Bits flags[Count];
    SPIRV_ORACLE_LANE_LOOP
    for (unsigned i = 0; i < Count; ++i)
      flags[i] = static_cast<Bits>(Bits{0} - (numbers[i] >> (8 * sizeof(Bits) - 1)));
    return flags_to_bits(flags);
  }
};

#if defined(__x86_64__)
// The same steps in the same order, two vectors of scan_lanes() at a time, for sums and products of floats: `Combine`
// says by `multiplies` which, and may say by `rounding` what each step ends with.
class Avx2Scan {
#define SPIRV_ORACLE_AVX2 [[SPIRV_ORACLE_TARGET_AVX2]] static inline
 public:
  using Smaller = Avx2Scan;

  template <class Combine, bool Exclusive, class T>
  SPIRV_ORACLE_AVX2 void scan(const T* values, T* out, unsigned count, T neutral) {
    constexpr unsigned width = 32 / sizeof(T);
    if (count % (2 * width) != 0)
      return scan_lanes<Combine, Exclusive>(values, out, count, neutral);
    const auto none = splat(neutral);
    auto before = none;
    for (unsigned lane = 0; lane < count; lane += 2 * width) {
      auto low = scan_two<Combine>(load(values + lane), none);
      auto high = scan_two<Combine>(load(values + lane + width), none);
      high = combine<Combine>(splat_last(low), high);
      const auto last = splat_last(high);
      if (lane != 0) {
        low = combine<Combine>(before, low);
        high = combine<Combine>(before, high);
      }
      before = lane == 0 ? last : combine<Combine>(before, last);
      if constexpr (!Exclusive) {
        store(out + lane, low);
        store(out + lane + width, high);
      } else {
        store(out + lane + 1, low);
        if (lane + 2 * width < count) {
          store(out + lane + width + 1, high);
        } else {
          // The last lane's own value is for nobody.
          store(out + lane + width, move_up(high, splat_last(low)));
        }
      }
    }
  }

  template <class T>
  SPIRV_ORACLE_AVX2 std::uint32_t lanes_with(const T* values, BitsOf<T> offset, BitsOf<T> mask) {
    constexpr unsigned width = 32 / sizeof(T);
    if constexpr (sizeof(T) == 2) {
      const __m256i none = _mm256_packs_epi16(lanes_without(values, offset, mask),
                                              lanes_without(values + width, offset, mask));
      return ~static_cast<std::uint32_t>(
          _mm256_movemask_epi8(_mm256_permute4x64_epi64(none, 0b11'01'10'00)));
    } else {
      std::uint32_t none = 0;
      for (unsigned lane = 0; lane < 32; lane += width) {
        const __m256i flags = lanes_without(values + lane, offset, mask);
        const int bits = sizeof(T) == 4 ? _mm256_movemask_ps(_mm256_castsi256_ps(flags))
                                        : _mm256_movemask_pd(_mm256_castsi256_pd(flags));
        none |= static_cast<std::uint32_t>(bits) << lane;
      }
      return ~none;
    }
  }

  // `numbers` are at a multiple of 32 bytes.
  template <class Bits, unsigned Count>
  SPIRV_ORACLE_AVX2 std::uint32_t signs(const Bits (&numbers)[Count]) {
    if constexpr (sizeof(Bits) < 4) {
      return PlainScan::signs(numbers);
    } else {
      constexpr unsigned width = 32 / sizeof(Bits);
      std::uint32_t result = 0;
      for (unsigned i = 0; i < Count; i += width) {
        const auto vector = _mm256_load_si256(reinterpret_cast<const __m256i*>(numbers + i));
        const int bits = sizeof(Bits) == 4 ? _mm256_movemask_ps(_mm256_castsi256_ps(vector))
                                           : _mm256_movemask_pd(_mm256_castsi256_pd(vector));
        result |= static_cast<std::uint32_t>(bits) << i;
      }
      return result;
    }
  }

 private:
  // Flags of those of one vector of which lanes_with() says otherwise.
  template <class T, class Bits>
  SPIRV_ORACLE_AVX2 __m256i lanes_without(const T* values, Bits offset, Bits mask) {
    using Packed [[gnu::vector_size(32), gnu::may_alias, gnu::aligned(1)]] = Bits;
    const Packed bits = *reinterpret_cast<const Packed*>(values);
    return reinterpret_cast<__m256i>(((bits + offset) & mask) == Bits{0});
  }
  SPIRV_ORACLE_AVX2 __m256 load(const float* values) { return _mm256_loadu_ps(values); }
  SPIRV_ORACLE_AVX2 __m256d load(const double* values) { return _mm256_loadu_pd(values); }
  SPIRV_ORACLE_AVX2 void store(float* values, __m256 v) { _mm256_storeu_ps(values, v); }
  SPIRV_ORACLE_AVX2 void store(double* values, __m256d v) { _mm256_storeu_pd(values, v); }
  SPIRV_ORACLE_AVX2 __m256 splat(float value) { return _mm256_set1_ps(value); }
  SPIRV_ORACLE_AVX2 __m256d splat(double value) { return _mm256_set1_pd(value); }
  SPIRV_ORACLE_AVX2 __m256 splat_last(__m256 v) {
    return _mm256_permutevar8x32_ps(v, _mm256_set1_epi32(7));
  }
  SPIRV_ORACLE_AVX2 __m256d splat_last(__m256d v) { return _mm256_permute4x64_pd(v, 0b11111111); }

  template <class Combine>
  SPIRV_ORACLE_AVX2 __m256 combine(__m256 a, __m256 b) {
    const __m256 value = Combine::multiplies ? _mm256_mul_ps(a, b) : _mm256_add_ps(a, b);
    switch (rounding_of<Combine>()) {
      case StepRounding::none:
        return value;
      case StepRounding::half_digits:
        return round_to_half_digits(value);
      case StepRounding::half:
        return round_to_half(value);
    }
  }
  template <class Combine>
  SPIRV_ORACLE_AVX2 __m256d combine(__m256d a, __m256d b) {
    return Combine::multiplies ? _mm256_mul_pd(a, b) : _mm256_add_pd(a, b);
  }

  template <class Combine>
  static constexpr StepRounding rounding_of() {
    if constexpr (requires { Combine::rounding; }) {
      return Combine::rounding;
    } else {
      return StepRounding::none;
    }
  }
  // As the functions of these names for smaller vectors.
  SPIRV_ORACLE_AVX2 __m256 round_to_half_digits(__m256 value) {
    const __m256i bits = _mm256_castps_si256(value);
    const __m256i last = _mm256_and_si256(_mm256_srli_epi32(bits, 13), _mm256_set1_epi32(1));
    const __m256i up = _mm256_add_epi32(bits, _mm256_add_epi32(last, _mm256_set1_epi32(0xFFF)));
    return _mm256_castsi256_ps(_mm256_and_si256(up, _mm256_set1_epi32(~0x1FFF)));
  }
  SPIRV_ORACLE_AVX2 __m256 round_to_half(__m256 value) {
    const __m256 exponents = _mm256_castsi256_ps(_mm256_set1_epi32(0x7F800000));
    const __m256 above = _mm256_max_ps(_mm256_and_ps(value, exponents), _mm256_set1_ps(0x1p-14f));
    const __m256 large = _mm256_castsi256_ps(
        _mm256_add_epi32(_mm256_castps_si256(above), _mm256_set1_epi32(13 << 23 | 1 << 22)));
    const __m256 digits = _mm256_sub_ps(_mm256_add_ps(value, large), large);
    const __m256 in_range =
        _mm256_mul_ps(_mm256_mul_ps(digits, _mm256_set1_ps(0x1p112f)), _mm256_set1_ps(0x1p-112f));
    return _mm256_or_ps(in_range, _mm256_and_ps(value, _mm256_set1_ps(-0.0f)));
  }

  // Moves the elements up by one; the lowest one comes from `low`, which has it everywhere.
  SPIRV_ORACLE_AVX2 __m256 move_up(__m256 v, __m256 low) {
    const __m256 turned = _mm256_permutevar8x32_ps(v, _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6));
    return _mm256_blend_ps(turned, low, 1);
  }
  SPIRV_ORACLE_AVX2 __m256d move_up(__m256d v, __m256d low) {
    return _mm256_blend_pd(_mm256_permute4x64_pd(v, 0b10010011), low, 1);
  }

  // Scans eight floats or four doubles: each half of the vector by itself, and then the higher one with what the lower
  // one comes to.
  template <class Combine>
  SPIRV_ORACLE_AVX2 __m256 scan_two(__m256 v, __m256 none) {
    v = combine<Combine>(v, move_up_halves<4>(v, none));
    v = combine<Combine>(v, move_up_halves<8>(v, none));
    const __m256 last = _mm256_permute_ps(v, 0b11111111);
    return combine<Combine>(_mm256_permute2f128_ps(last, none, 0x02), v);
  }
  template <class Combine>
  SPIRV_ORACLE_AVX2 __m256d scan_two(__m256d v, __m256d none) {
    v = combine<Combine>(v, _mm256_unpacklo_pd(none, v));
    const __m256d last = _mm256_permute_pd(v, 0b1111);
    return combine<Combine>(_mm256_permute2f128_pd(last, none, 0x02), v);
  }
  template <int Bytes>
  SPIRV_ORACLE_AVX2 __m256 move_up_halves(__m256 v, __m256 low) {
    return _mm256_castsi256_ps(
        _mm256_alignr_epi8(_mm256_castps_si256(v), _mm256_castps_si256(low), 16 - Bytes));
  }
#undef SPIRV_ORACLE_AVX2
};

// Whether Avx2Scan is for it.
template <class Combine, class T>
inline constexpr bool has_wide_scan = std::is_floating_point_v<LaneType<T>>&& requires {
  Combine::multiplies;
};
#endif

}  // namespace spirv_oracle
