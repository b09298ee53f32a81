#include "interpreter/kernels/host_vectors.h"

#include "interpreter/kernels/vectors_variable.h"

namespace spirv_oracle {

#if defined(__x86_64__)
bool host_has_avx2() {
  static const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                               __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
                               vectors_asked_for() != "baseline";
  return has_avx2;
}
#endif

}  // namespace spirv_oracle
