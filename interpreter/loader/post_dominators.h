// Post-dominators of the blocks of a function.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/loader/cfg.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {

// By block: its immediate post-dominator; the number of blocks for the end of the function, and where no end can be
// reached. OpUnreachable is no end, since nothing comes there.
std::vector<std::uint32_t> immediate_post_dominators(const Module& module, const Function& function,
                                                     const ControlFlow& flow);

}  // namespace spirv_oracle
