// Whether anything but floats can depend on the rounding of floats in a module. A static check, so that only runs of such
// modules pay for Enclosures.
#pragma once

#include "interpreter/ir/registry.h"

namespace spirv_oracle {

// True if some instruction computes integers, Booleans or texels from floats, such as a comparison, a conversion or a bit cast,
// or if memory may be read with another type. Moves of floats, and arithmetic with float results, do not count.
bool floats_decide(const Module& module, const InstructionRegistry& registry);

}  // namespace spirv_oracle
