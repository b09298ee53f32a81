// What code for AVX-512 has in common.
//
// In such code, instructions without a mask are written with one that names all elements: of those without, GCC 12 says
// that they use uninitialized values, in its own headers.
#pragma once

#include "interpreter/semantics/host_vectors.h"

#if defined(__x86_64__)
#include <immintrin.h>

namespace spirv_oracle {

[[SPIRV_ORACLE_TARGET_AVX512]] inline __m512i both_halves(__m256i low, __m256i high) {
  return _mm512_maskz_inserti64x4(0xFF, _mm512_castsi256_si512(low), high, 1);
}

// 64 bytes. What was stored by vectors of 32 bytes a moment ago can be loaded at once only as such.
[[SPIRV_ORACLE_TARGET_AVX512]] inline __m512i load_halves(const void* values) {
  const auto* const halves = static_cast<const __m256i_u*>(values);
  return both_halves(_mm256_loadu_si256(halves), _mm256_loadu_si256(halves + 1));
}

}  // namespace spirv_oracle
#endif
