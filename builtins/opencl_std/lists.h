// The instruction lists of OpenCL.std, by the chapters of its specification.
#pragma once

#include <span>

#include "interpreter/ir/registry.h"

namespace spirv_oracle::opencl_std {

std::span<const InstructionDefinition> elementary_instructions();
std::span<const InstructionDefinition> half_and_native_instructions();
std::span<const InstructionDefinition> exact_instructions();
std::span<const InstructionDefinition> parts_instructions();
std::span<const InstructionDefinition> integer_instructions();
std::span<const InstructionDefinition> common_instructions();
std::span<const InstructionDefinition> geometric_instructions();
std::span<const InstructionDefinition> relational_instructions();
std::span<const InstructionDefinition> vector_data_instructions();
std::span<const InstructionDefinition> miscellaneous_instructions();
std::span<const InstructionDefinition> printf_instructions();

std::span<const EnclosureRule> bounded_enclosure_rules();
std::span<const EnclosureRule> fast_enclosure_rules();
std::span<const EnclosureRule> enclosure_rules();
std::span<const EnclosureRule> relaxed_enclosure_rules();

}  // namespace spirv_oracle::opencl_std
