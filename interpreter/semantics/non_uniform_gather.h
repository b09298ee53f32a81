// out[i] = in[from[i]], and out[i] = in[i + by], over planes.
#pragma once

#include <array>
#include <cstdint>

#include "interpreter/semantics/kernel.h"
#include "interpreter/semantics/multiversion.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace spirv_oracle {

struct PlainGather {
  template <class T>
  [[gnu::always_inline]] static void gather(const T* in, const std::uint32_t* from, T* out,
                                            unsigned count) {
    for (unsigned i = 0; i < count; ++i) out[i] = in[from[i]];
  }
  // Lanes that would read outside of the plane get what the first one has.
  template <class T>
  [[gnu::always_inline]] static void slide(const T* in, int by, T* out, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      const unsigned from = i + static_cast<unsigned>(by);
      out[i] = in[from < count ? from : 0];
    }
  }
  // Whether no lane is open in two headers.
  static bool no_bits(const PlaneHeader* a, const PlaneHeader* b) { return !is_open(*a | *b); }
  // Whether 32 numbers are the same.
  static bool all_same(const std::uint32_t* numbers) {
    std::uint32_t difference = 0;
    for (unsigned i = 0; i < 32; ++i) difference |= numbers[i] ^ numbers[0];
    return difference == 0;
  }
  // Of flags that are 0 or all ones.
  static std::uint32_t flags_to_bits(const std::uint32_t (&flags)[32]) {
    return spirv_oracle::flags_to_bits(flags);
  }
};

#if defined(__x86_64__)
// 32 lanes by permutations of whole vectors: each source vector is permuted by the low bits of the
// indices, and their higher bits choose among the outcomes.
class Avx2Gather {
#define SPIRV_ORACLE_AVX2 [[SPIRV_ORACLE_TARGET_AVX2]] static inline
 public:
  template <class T>
  SPIRV_ORACLE_AVX2 void gather(const T* in, const std::uint32_t* from, T* out, unsigned count) {
    if (count == 32) return gather_32(in, from, out);
    PlainGather::gather(in, from, out, count);
  }
  template <class T>
  SPIRV_ORACLE_AVX2 void slide(const T* in, int by, T* out, unsigned count) {
    if (count == 32) return slide_32(in, by, out);
    PlainGather::slide(in, by, out, count);
  }
  SPIRV_ORACLE_AVX2 bool no_bits(const PlaneHeader* a, const PlaneHeader* b) {
    const __m256i any = _mm256_or_si256(load(a), load(b));
    return _mm256_testz_si256(any, any) != 0;
  }
  SPIRV_ORACLE_AVX2 bool all_same(const std::uint32_t* numbers) {
    const __m256i first = in_all(numbers[0]);
    const __m256i a = _mm256_xor_si256(load(numbers), first);
    const __m256i b = _mm256_xor_si256(load(numbers + 8), first);
    const __m256i c = _mm256_xor_si256(load(numbers + 16), first);
    const __m256i d = _mm256_xor_si256(load(numbers + 24), first);
    const __m256i any = _mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(c, d));
    return _mm256_testz_si256(any, any) != 0;
  }
  SPIRV_ORACLE_AVX2 std::uint32_t flags_to_bits(const std::uint32_t (&flags)[32]) {
    return signs(flags) | signs(flags + 8) << 8 | signs(flags + 16) << 16 | signs(flags + 24) << 24;
  }

 private:
  SPIRV_ORACLE_AVX2 std::uint32_t signs(const std::uint32_t* flags) {
    return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(load(flags))));
  }
  // Zeros for the numbers from -32 on, all ones from 0 on, and zeros again from 32 on.
  template <class T>
  static constexpr auto inside = [] {
    std::array<T, 96> mask{};
    for (unsigned i = 32; i < 64; ++i) mask[i] = static_cast<T>(~T{0});
    return mask;
  }();
  SPIRV_ORACLE_AVX2 __m256i load_anywhere(const void* values) {
    return _mm256_loadu_si256(static_cast<const __m256i_u*>(values));
  }
  SPIRV_ORACLE_AVX2 __m256i in_all(std::uint8_t value) {
    return _mm256_set1_epi8(static_cast<char>(value));
  }
  SPIRV_ORACLE_AVX2 __m256i in_all(std::uint16_t value) {
    return _mm256_set1_epi16(static_cast<short>(value));
  }
  SPIRV_ORACLE_AVX2 __m256i in_all(std::uint32_t value) {
    return _mm256_set1_epi32(static_cast<int>(value));
  }
  SPIRV_ORACLE_AVX2 __m256i in_all(std::uint64_t value) {
    return _mm256_set1_epi64x(static_cast<long long>(value));
  }
  // What is read from outside of the plane, within the margin of the registers, is not used.
  template <class T>
  SPIRV_ORACLE_AVX2 void slide_32(const T* in, int by, T* out) {
    constexpr int chunk = 32 / sizeof(T);
    const T* const mask = inside<T>.data() + 32 + by;
    const __m256i first = in_all(in[0]);
    for (int i = 0; i < 32; i += chunk) {
      const __m256i moved = load_anywhere(in + by + i);
      store(out + i, _mm256_blendv_epi8(first, moved, load_anywhere(mask + i)));
    }
  }

  SPIRV_ORACLE_AVX2 __m256i load(const void* values) {
    return _mm256_load_si256(static_cast<const __m256i*>(values));
  }
  SPIRV_ORACLE_AVX2 __m256i load_indices(const std::uint32_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i_u*>(from));
  }
  SPIRV_ORACLE_AVX2 void store(void* values, __m256i vector) {
    _mm256_store_si256(static_cast<__m256i*>(values), vector);
  }
  SPIRV_ORACLE_AVX2 __m256i twice(const void* values) {
    return _mm256_broadcastsi128_si256(_mm_load_si128(static_cast<const __m128i*>(values)));
  }

  // Four sources of eight words each.
  struct Words {
    __m256i a, b, c, d;
  };
  // Of a choice by the bits 3 and 4 of eight indices, shifted into the signs.
  struct Choice {
    __m256 bit_3, bit_4;
  };
  SPIRV_ORACLE_AVX2 Choice choice_by(__m256i index) {
    return {_mm256_castsi256_ps(_mm256_slli_epi32(index, 28)),
            _mm256_castsi256_ps(_mm256_slli_epi32(index, 27))};
  }
  SPIRV_ORACLE_AVX2 __m256 permute(__m256i source, __m256i index) {
    return _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(source, index));
  }
  SPIRV_ORACLE_AVX2 __m256i gather_8(const Words& in, __m256i index, const Choice& choice) {
    const __m256 low = _mm256_blendv_ps(permute(in.a, index), permute(in.b, index), choice.bit_3);
    const __m256 high = _mm256_blendv_ps(permute(in.c, index), permute(in.d, index), choice.bit_3);
    return _mm256_castps_si256(_mm256_blendv_ps(low, high, choice.bit_4));
  }

  SPIRV_ORACLE_AVX2 void gather_32(const std::uint32_t* in, const std::uint32_t* from,
                                   std::uint32_t* out) {
    const Words words{load(in), load(in + 8), load(in + 16), load(in + 24)};
    for (unsigned i = 0; i < 32; i += 8) {
      const __m256i index = load_indices(from + i);
      store(out + i, gather_8(words, index, choice_by(index)));
    }
  }

  // The low or high words of eight 64-bit values.
  template <int Words02>
  SPIRV_ORACLE_AVX2 __m256i halves(const std::uint64_t* in) {
    const __m256 words = _mm256_shuffle_ps(_mm256_castsi256_ps(load(in)),
                                           _mm256_castsi256_ps(load(in + 4)), Words02);
    return _mm256_permute4x64_epi64(_mm256_castps_si256(words), 0b11'01'10'00);
  }
  template <int Words02>
  SPIRV_ORACLE_AVX2 Words all_halves(const std::uint64_t* in) {
    return {halves<Words02>(in), halves<Words02>(in + 8), halves<Words02>(in + 16),
            halves<Words02>(in + 24)};
  }
  SPIRV_ORACLE_AVX2 void gather_32(const std::uint64_t* in, const std::uint32_t* from,
                                   std::uint64_t* out) {
    const Words low = all_halves<0b10'00'10'00>(in);
    const Words high = all_halves<0b11'01'11'01>(in);
    for (unsigned i = 0; i < 32; i += 8) {
      // In the order in which unpacking wants the words.
      const __m256i index = _mm256_permute4x64_epi64(load_indices(from + i), 0b11'01'10'00);
      const Choice choice = choice_by(index);
      const __m256i l = gather_8(low, index, choice);
      const __m256i h = gather_8(high, index, choice);
      store(out + i, _mm256_unpacklo_epi32(l, h));
      store(out + i + 4, _mm256_unpackhi_epi32(l, h));
    }
  }

  // 32 indices as 16-bit numbers, in order.
  SPIRV_ORACLE_AVX2 __m256i narrow_16(const std::uint32_t* from) {
    return _mm256_permute4x64_epi64(_mm256_packus_epi32(load_indices(from), load_indices(from + 8)),
                                    0b11'01'10'00);
  }
  SPIRV_ORACLE_AVX2 void gather_32(const std::uint8_t* in, const std::uint32_t* from,
                                   std::uint8_t* out) {
    const __m256i index = _mm256_permute4x64_epi64(
        _mm256_packus_epi16(narrow_16(from), narrow_16(from + 16)), 0b11'01'10'00);
    const __m256i low = _mm256_shuffle_epi8(twice(in), index);
    const __m256i high = _mm256_shuffle_epi8(twice(in + 16), index);
    store(out, _mm256_blendv_epi8(low, high, _mm256_slli_epi16(index, 3)));
  }
  SPIRV_ORACLE_AVX2 void gather_32(const std::uint16_t* in, const std::uint32_t* from,
                                   std::uint16_t* out) {
    const __m256i a = twice(in), b = twice(in + 8), c = twice(in + 16), d = twice(in + 24);
    for (unsigned i = 0; i < 32; i += 16) {
      // The numbers of the two bytes of each value.
      const __m256i index =
          _mm256_add_epi16(_mm256_mullo_epi16(narrow_16(from + i), _mm256_set1_epi16(0x0202)),
                           _mm256_set1_epi16(0x0100));
      const __m256i bit_4 = _mm256_slli_epi16(index, 3), bit_5 = _mm256_slli_epi16(index, 2);
      const __m256i low =
          _mm256_blendv_epi8(_mm256_shuffle_epi8(a, index), _mm256_shuffle_epi8(b, index), bit_4);
      const __m256i high =
          _mm256_blendv_epi8(_mm256_shuffle_epi8(c, index), _mm256_shuffle_epi8(d, index), bit_4);
      store(out + i, _mm256_blendv_epi8(low, high, bit_5));
    }
  }
#undef SPIRV_ORACLE_AVX2
};
#endif

}  // namespace spirv_oracle
