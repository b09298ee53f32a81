// A component in one lane, as bits.
#pragma once

#include <cstdint>
#include <type_traits>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/kernels/for_width.h"

namespace spirv_oracle {

// The bits of a component of `bytes` bytes (0: a Boolean), zero-extended.
inline std::uint64_t component_bits(const Subgroup& subgroup, Slot slot, unsigned bytes,
                                    unsigned lane) {
  return for_width(bytes, [&]<class T>() -> std::uint64_t {
    if constexpr (std::is_same_v<T, bool>) {
      return subgroup.truth(slot).test(lane) ? 1 : 0;
    } else {
      return subgroup.values<T>(slot)[lane];
    }
  });
}

}  // namespace spirv_oracle
