// How messages name objects in memory.
#pragma once

#include <string>

#include "memory/address_space.h"

namespace spirv_oracle {

// A variable by its name in the source, in quotes; other objects, such as buffers, as they describe themselves.
std::string name_in_source(const Allocation& allocation);

}  // namespace spirv_oracle
