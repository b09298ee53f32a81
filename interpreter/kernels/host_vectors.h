// Decides for which vector instructions handlers are selected.
#pragma once

namespace spirv_oracle {

#if defined(__x86_64__)
#define SPIRV_ORACLE_TARGET_AVX2 gnu::target("avx2,bmi,bmi2,popcnt")

// Whether the host has AVX2, unless the environment variable SPIRV_ORACLE_VECTORS is `baseline`.
// Results are the same with and without it.
bool host_has_avx2();
#endif

}  // namespace spirv_oracle
