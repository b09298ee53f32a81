// The image instructions with a sampler.
#pragma once

#include <span>

#include "interpreter/ir/registry.h"

namespace spirv_oracle {

std::span<const InstructionDefinition> image_sample_instructions();

}  // namespace spirv_oracle
