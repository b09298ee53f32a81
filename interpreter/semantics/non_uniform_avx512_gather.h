// out[i] = in[from[i]], and out[i] = in[i + by], over planes of 32 lanes, by vectors of 64 bytes.
#pragma once

#include <cstdint>

#include "interpreter/semantics/avx512.h"
#include "interpreter/semantics/non_uniform_gather.h"

#if defined(__x86_64__)

namespace spirv_oracle {

// As Avx2Gather, by instructions that permute two vectors at once.
class Avx512Gather {
#define SPIRV_ORACLE_AVX512 [[SPIRV_ORACLE_TARGET_AVX512]] static inline
 public:
  template <class T>
  SPIRV_ORACLE_AVX512 void gather(const T* in, const std::uint32_t* from, T* out, unsigned count) {
    if (count == 32) return gather_32(in, from, out);
    PlainGather::gather(in, from, out, count);
  }
  template <class T>
  SPIRV_ORACLE_AVX512 void slide(const T* in, int by, T* out, unsigned count) {
    if (count == 32) return slide_32(in, by, out);
    PlainGather::slide(in, by, out, count);
  }
  SPIRV_ORACLE_AVX512 bool no_bits(const PlaneHeader* a, const PlaneHeader* b) {
    const __m256i any = _mm256_or_si256(half(a), half(b));
    return _mm256_testz_si256(any, any) != 0;
  }
  SPIRV_ORACLE_AVX512 bool all_same(const std::uint32_t* numbers) {
    const __m512i first = _mm512_set1_epi32(static_cast<int>(numbers[0]));
    const __m512i differences = _mm512_or_si512(_mm512_xor_si512(load_halves(numbers), first),
                                                _mm512_xor_si512(load_halves(numbers + 16), first));
    return _mm512_test_epi32_mask(differences, differences) == 0;
  }
  SPIRV_ORACLE_AVX512 std::uint32_t flags_to_bits(const std::uint32_t (&flags)[32]) {
    return _mm512_movepi32_mask(load_halves(flags)) |
           std::uint32_t{_mm512_movepi32_mask(load_halves(flags + 16))} << 16;
  }

 private:
  SPIRV_ORACLE_AVX512 __m256i half(const void* values) {
    return _mm256_loadu_si256(static_cast<const __m256i_u*>(values));
  }
  SPIRV_ORACLE_AVX512 void store(void* values, __m512i vector) {
    _mm512_storeu_si512(values, vector);
  }

  SPIRV_ORACLE_AVX512 void gather_32(const std::uint32_t* in, const std::uint32_t* from,
                                     std::uint32_t* out) {
    const __m512i low = load_halves(in), high = load_halves(in + 16);
    for (unsigned i = 0; i < 32; i += 16)
      store(out + i, _mm512_permutex2var_epi32(low, load_halves(from + i), high));
  }
  SPIRV_ORACLE_AVX512 void gather_32(const std::uint64_t* in, const std::uint32_t* from,
                                     std::uint64_t* out) {
    const __m512i a = load_halves(in), b = load_halves(in + 8), c = load_halves(in + 16),
                  d = load_halves(in + 24);
    for (unsigned i = 0; i < 32; i += 8) {
      const __m512i index = _mm512_maskz_cvtepu32_epi64(0xFF, half(from + i));
      const __mmask8 is_high = _mm512_test_epi64_mask(index, _mm512_set1_epi64(16));
      store(out + i, _mm512_mask_blend_epi64(is_high, _mm512_permutex2var_epi64(a, index, b),
                                             _mm512_permutex2var_epi64(c, index, d)));
    }
  }
  // Of 16-bit numbers.
  SPIRV_ORACLE_AVX512 __m512i permuted(__m512i in, const std::uint32_t* from) {
    const __m512i index = both_halves(_mm512_maskz_cvtepi32_epi16(0xFFFF, load_halves(from)),
                                      _mm512_maskz_cvtepi32_epi16(0xFFFF, load_halves(from + 16)));
    return _mm512_maskz_permutexvar_epi16(~0u, index, in);
  }
  SPIRV_ORACLE_AVX512 void gather_32(const std::uint16_t* in, const std::uint32_t* from,
                                     std::uint16_t* out) {
    store(out, permuted(load_halves(in), from));
  }
  SPIRV_ORACLE_AVX512 void gather_32(const std::uint8_t* in, const std::uint32_t* from,
                                     std::uint8_t* out) {
    const __m512i wide = _mm512_maskz_cvtepu8_epi16(~0u, half(in));
    _mm256_storeu_si256(reinterpret_cast<__m256i_u*>(out),
                        _mm512_maskz_cvtepi16_epi8(~0u, permuted(wide, from)));
  }

  // What would be read from outside of the plane is not read.
  template <class T>
  SPIRV_ORACLE_AVX512 void slide_32(const T* in, int by, T* out) {
    constexpr std::uint64_t all = 0xFFFFFFFF;
    const auto inside = static_cast<std::uint32_t>(by < 0 ? all << -by : all >> by);
    constexpr int chunk = sizeof(T) == 1 ? 32 : 64 / sizeof(T);
    for (int i = 0; i < 32; i += chunk) slide_chunk(in + by + i, inside >> i, in[0], out + i);
  }
  SPIRV_ORACLE_AVX512 void slide_chunk(const std::uint8_t* from, std::uint32_t lanes,
                                       std::uint8_t other, std::uint8_t* out) {
    const __m256i others = _mm256_set1_epi8(static_cast<char>(other));
    _mm256_storeu_si256(reinterpret_cast<__m256i_u*>(out),
                        _mm256_mask_loadu_epi8(others, lanes, from));
  }
  SPIRV_ORACLE_AVX512 void slide_chunk(const std::uint16_t* from, std::uint32_t lanes,
                                       std::uint16_t other, std::uint16_t* out) {
    const __m512i others = _mm512_set1_epi16(static_cast<short>(other));
    store(out, _mm512_mask_loadu_epi16(others, lanes, from));
  }
  SPIRV_ORACLE_AVX512 void slide_chunk(const std::uint32_t* from, std::uint32_t lanes,
                                       std::uint32_t other, std::uint32_t* out) {
    const __m512i others = _mm512_set1_epi32(static_cast<int>(other));
    store(out, _mm512_mask_loadu_epi32(others, static_cast<__mmask16>(lanes), from));
  }
  SPIRV_ORACLE_AVX512 void slide_chunk(const std::uint64_t* from, std::uint32_t lanes,
                                       std::uint64_t other, std::uint64_t* out) {
    const __m512i others = _mm512_set1_epi64(static_cast<long long>(other));
    store(out, _mm512_mask_loadu_epi64(others, static_cast<__mmask8>(lanes), from));
  }
#undef SPIRV_ORACLE_AVX512
};

}  // namespace spirv_oracle
#endif
