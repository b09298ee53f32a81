// What a module needs and computes with, for manifests and for devices.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interpreter/dispatch.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle::golden {

std::vector<std::string> capability_names(const Module& module);

// "OpGroupNonUniformIAdd Reduce", of the instruction with this number; "" for one that computes nothing.
std::string instruction_name(const Module& module, const InstructionRegistry& registry,
                             std::uint32_t instruction);

// The instructions that compute, exchange or synchronize something: "OpGroupNonUniformIAdd Reduce",
// "GLSL.std.450 Exp". Sorted, each one once.
std::vector<std::string> instruction_names(const Module& module,
                                           const InstructionRegistry& registry);

// The execution modes about floats of an entry point: "DenormPreserve 32".
std::vector<std::string> float_controls(const Module& module, const std::string& entry_point);

}  // namespace spirv_oracle::golden
