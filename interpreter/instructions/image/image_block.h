// Blocks of images: OpSubgroupImageBlockReadINTEL and OpSubgroupImageBlockWriteINTEL.
#pragma once

#include <span>

#include "interpreter/ir/registry.h"

namespace spirv_oracle {

std::span<const InstructionDefinition> image_block_instructions();

}  // namespace spirv_oracle
