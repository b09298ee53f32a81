#include "interpreter/semantics/host_vectors.h"

#include <cstdlib>
#include <string_view>

namespace spirv_oracle {

#if defined(__x86_64__)
namespace {

HostVectors find_host_vectors() {
  const char* const variable = std::getenv("SPIRV_ORACLE_VECTORS");
  const std::string_view at_most = variable != nullptr ? variable : "";
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
  const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                          __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
  if (!has_avx2 || at_most == "baseline") return HostVectors::baseline;
  return has_avx512 && at_most != "avx2" ? HostVectors::avx512 : HostVectors::avx2;
}

}  // namespace

HostVectors host_vectors() {
  static const HostVectors vectors = find_host_vectors();
  return vectors;
}
#endif

}  // namespace spirv_oracle
