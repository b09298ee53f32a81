// What a module requires and executes, for manifests and for device checks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interpreter/dispatch.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle::golden {

std::vector<std::string> capability_names(const Module& module);

// The name of the instruction with this number, such as "OpGroupNonUniformIAdd Reduce"; "" if it
// does not compute anything.
std::string instruction_name(const Module& module, const InstructionRegistry& registry,
                             std::uint32_t instruction);

// The instructions that compute, exchange or synchronize, such as "OpGroupNonUniformIAdd Reduce" or
// "GLSL.std.450 Exp". Sorted, without duplicates.
std::vector<std::string> instruction_names(const Module& module,
                                           const InstructionRegistry& registry);

// The float execution modes of an entry point, such as "DenormPreserve 32".
std::vector<std::string> float_controls(const Module& module, const std::string& entry_point);

}  // namespace spirv_oracle::golden
