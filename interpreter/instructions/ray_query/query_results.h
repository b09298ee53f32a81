// What an instruction requires of the state of a ray query.
#pragma once

#include "interpreter/instructions/ray_query/query_registers.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle {

enum class Requirement : std::uint32_t {
  initialized,
  candidate,
  triangle_candidate,
  box_candidate,
  committed,
  committed_triangle,
};

// The rule that the state of the ray query in a lane breaks; null: none.
const Clause* broken_requirement(const QueryRegisters& registers, unsigned lane,
                                 Requirement requirement);

// The OpRayQueryGet... instructions.
std::span<const InstructionDefinition> ray_query_result_instructions();

}  // namespace spirv_oracle
