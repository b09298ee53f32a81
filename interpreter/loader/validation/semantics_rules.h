// Rules of Vulkan about memory semantics that SPIRV-Tools 2025.1 does not check.
#pragma once

#include <string>

#include "interpreter/loader/module.h"

namespace spirv_oracle {

struct BrokenRule {
  std::string rule;  // "VUID-StandaloneSpirv-MemorySemantics-10870"; "" if none is broken
  std::string what;
};

// The first rule that a barrier or an atomic instruction breaks. Operands that are not plain constants are not examined.
BrokenRule broken_semantics_rule(const Module& module, const Instruction& instruction);

}  // namespace spirv_oracle
