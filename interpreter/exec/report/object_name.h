// How messages name objects in memory.
#pragma once

#include <string>

#include "interpreter/loader/module.h"
#include "memory/address_space.h"

namespace spirv_oracle {

// A variable by its name in the source, in quotes; other objects, such as buffers, as they describe themselves.
std::string name_in_source(const Allocation& allocation);

// A variable or parameter by its name in the source, in quotes; a variable without a name by the
// name of its block. Otherwise the id.
std::string name_of_declaration(const Module& module, Id declaration);

}  // namespace spirv_oracle
