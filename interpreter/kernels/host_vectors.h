// Which vector instructions handlers are picked for.
#pragma once

#include <cstdint>

namespace spirv_oracle {

#if defined(__x86_64__)
#define SPIRV_ORACLE_TARGET_AVX2 gnu::target("avx2,bmi,bmi2,popcnt")
#define SPIRV_ORACLE_AVX512_FEATURES "avx2,bmi,bmi2,popcnt,avx512f,avx512vl,avx512bw,avx512dq"
#if defined(__clang__)
#define SPIRV_ORACLE_TARGET_AVX512 gnu::target(SPIRV_ORACLE_AVX512_FEATURES)
#else
// What is not written for larger vectors is best left to those of 32 bytes.
#define SPIRV_ORACLE_TARGET_AVX512 \
  gnu::target(SPIRV_ORACLE_AVX512_FEATURES ",prefer-vector-width=256")
#endif

enum class HostVectors : std::uint8_t { baseline, avx2, avx512 };

// The widest that the host has, or less if the environment variable SPIRV_ORACLE_VECTORS is `baseline` or `avx2`.
// Results are the same with all of them.
HostVectors host_vectors();

inline bool host_has_avx2() { return host_vectors() >= HostVectors::avx2; }
inline bool host_has_avx512() { return host_vectors() >= HostVectors::avx512; }
#endif

}  // namespace spirv_oracle
