// One body, compiled for the baseline of the architecture and for the machine at hand.
#pragma once

#include <type_traits>

#include "interpreter/exec/subgroup.h"
#include "interpreter/ir/op.h"
#include "interpreter/kernels/host_vectors.h"

namespace spirv_oracle {

// Handlers for `Kernel::run(Subgroup&, const Op&)`, whose body must be inlined everywhere: a body that
// stays out of line is compiled for the baseline only. It returns the next record, or nothing where that
// is always the one behind.
template <class Kernel>
struct Multiversion {
  [[gnu::always_inline]] static inline const Op* run(Subgroup& subgroup, const Op* op) {
    if constexpr (std::is_void_v<decltype(Kernel::run(subgroup, *op))>) {
      Kernel::run(subgroup, *op);
      return op + 1;
    } else {
      return Kernel::run(subgroup, *op);
    }
  }
  static const Op* baseline(Subgroup& subgroup, const Op* op) { return run(subgroup, op); }
#if defined(__x86_64__)
  [[SPIRV_ORACLE_TARGET_AVX2, gnu::flatten]] static const Op* avx2(Subgroup& subgroup,
                                                                   const Op* op) {
    return run(subgroup, op);
  }
  static Handler pick() { return host_has_avx2() ? &avx2 : &baseline; }
#else
  static Handler pick() { return &baseline; }
#endif
};

}  // namespace spirv_oracle
