#include "interpreter/kernels/host_vectors.h"

#include <string_view>

#include "interpreter/kernels/vectors_variable.h"

namespace spirv_oracle {

#if defined(__x86_64__)
namespace {

HostVectors find_host_vectors() {
  const std::string_view at_most = vectors_asked_for();
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
