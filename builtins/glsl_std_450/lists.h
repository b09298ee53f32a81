// The instruction lists of GLSL.std.450, one for each chapter of the GLSL specification that
// contains the corresponding functions.
#pragma once

#include <span>

#include "interpreter/ir/registry.h"

namespace spirv_oracle::glsl_std_450 {

std::span<const InstructionDefinition> trigonometry_instructions();
std::span<const InstructionDefinition> exponential_instructions();
std::span<const InstructionDefinition> common_instructions();
std::span<const InstructionDefinition> parts_instructions();
std::span<const InstructionDefinition> packing_instructions();
std::span<const InstructionDefinition> geometric_instructions();
std::span<const InstructionDefinition> matrix_instructions();
std::span<const InstructionDefinition> integer_instructions();
std::span<const InstructionDefinition> interpolation_instructions();

std::span<const EnclosureRule> enclosure_rules();

}  // namespace spirv_oracle::glsl_std_450
