// How planes are gathered from on the machine at hand.
#pragma once

#include "interpreter/semantics/multiversion.h"
#include "interpreter/semantics/non_uniform_avx512_gather.h"
#include "interpreter/semantics/non_uniform_gather.h"

namespace spirv_oracle {

// The handler of `Kernel<Gather>` for the machine at hand.
template <template <class> class Kernel>
Handler pick_gather() {
#if defined(__x86_64__)
  if (host_has_avx512()) return &Multiversion<Kernel<Avx512Gather>>::avx512;
  if (host_has_avx2()) return &Multiversion<Kernel<Avx2Gather>>::avx2;
  return &Multiversion<Kernel<PlainGather>>::baseline;
#else
  return Multiversion<Kernel<PlainGather>>::pick();
#endif
}

}  // namespace spirv_oracle
