// The layout of push constants, according to their type in the module.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "interpreter/value_layout.h"

namespace spirv_oracle {

// The layout of the push constants of an entry point. Null: it has none, or they are of a type that describe_layouts() omits.
ValueLayoutPointer describe_push_constants(
    const Module& module, const InstructionRegistry& registry, const std::string& entry_point,
    const std::map<std::uint32_t, std::uint64_t>& specialization,
    std::uint64_t max_memory = Limits().max_memory);

}  // namespace spirv_oracle
