// Compiles code for the baseline of the architecture and for newer instruction sets, and selects
// one at run time.
#pragma once

#include <type_traits>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/record.h"
#include "interpreter/kernels/host_vectors.h"

namespace spirv_oracle {

// Handlers for `Kernel::run(Subgroup&, const Record&)`. Its body must be inlined everywhere; code that
// is not inlined is compiled only for the baseline. It returns the next record, or void if that is
// always the following one.
template <class Kernel>
struct Multiversion {
  [[gnu::always_inline]] static inline const Record* run(Subgroup& subgroup, const Record* record) {
    if constexpr (std::is_void_v<decltype(Kernel::run(subgroup, *record))>) {
      Kernel::run(subgroup, *record);
      return record + 1;
    } else {
      return Kernel::run(subgroup, *record);
    }
  }
  static const Record* baseline(Subgroup& subgroup, const Record* record) {
    return run(subgroup, record);
  }
#if defined(__x86_64__) && !defined(SPIRV_ORACLE_BASELINE_ONLY)
  [[SPIRV_ORACLE_TARGET_AVX2, gnu::flatten]] static const Record* avx2(Subgroup& subgroup,
                                                                       const Record* record) {
    return run(subgroup, record);
  }
  static Handler pick() { return host_has_avx2() ? &avx2 : &baseline; }
#else
  static Handler pick() { return &baseline; }
#endif
};

}  // namespace spirv_oracle
