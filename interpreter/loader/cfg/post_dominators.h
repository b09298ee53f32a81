// Post-dominators of the blocks of a function.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/loader/cfg/cfg.h"

namespace spirv_oracle {

// By block: its immediate post-dominator. The number of blocks represents the end of the function,
// also for blocks that cannot reach an end. `ends`: the blocks at which the function ends.
std::vector<std::uint32_t> immediate_post_dominators(const ControlFlow& flow,
                                                     std::vector<std::uint32_t> ends);

}  // namespace spirv_oracle
