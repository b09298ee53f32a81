// A workgroup for shadow runs, with its own budget. Only for the files of Workgroup.
#pragma once

#include "interpreter/exec/workgroup.h"

namespace spirv_oracle {

struct Workgroup::Shadow {
  Budget budget;
  Workgroup workgroup;

  Shadow(const Program& program, const Dispatch& dispatch, AddressSpace& memory, unsigned level)
      : workgroup(program, dispatch, memory, budget, level) {
    budget.max_steps = ~std::uint64_t{0};
    budget.max_output = ~std::uint64_t{0};
  }
};

}  // namespace spirv_oracle
