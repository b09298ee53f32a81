// What the source of a module calls a value.
#pragma once

#include <string>

#include "interpreter/ir/registry.h"

namespace spirv_oracle {

// The expression that computes an id, such as "counts[i]" or "n - 1", from the names of variables, parameters and
// members. "" if the module lacks one of the names, for constants, and for values that are computed otherwise.
std::string source_expression(const InstructionRegistry& registry, const Module& module, Id id);

}  // namespace spirv_oracle
