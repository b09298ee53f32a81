// The subgroup size that an entry point declares.
#pragma once

#include <bit>

#include "interpreter/dispatch.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {

// Gives a dispatch the size of the execution mode SubgroupSize, which precedes any other, if a dispatch can have that size.
inline void take_declared_subgroup_size(const Module& module, Dispatch& dispatch) {
  constexpr std::uint32_t greatest = 128;
  for (const EntryPoint& entry : module.entry_points()) {
    if (entry.name != dispatch.entry_point) continue;
    for (const Instruction* mode : entry.modes) {
      if (static_cast<spv::ExecutionMode>(mode->literal(1)) != spv::ExecutionMode::SubgroupSize)
        continue;
      const std::uint32_t size = mode->literal(2);
      if (std::has_single_bit(size) && size <= greatest) dispatch.subgroup_size = size;
    }
  }
}

}  // namespace spirv_oracle
