// "OpTypeCooperativeMatrixKHR": all invocations of the scope execute an instruction with a matrix, or none of them.
#pragma once

#include "interpreter/findings/clause.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

struct MatrixParticipation {
  static constexpr Clause inactive_invocations{
      "cooperative-matrix.inactive-invocations", "group-divergence", Effect::undefined_behavior,
      "an operand or the result is a cooperative matrix, but only some of the invocations of its "
      "scope execute the instruction"};
  // Vulkan, VUID-VkPipelineShaderStageCreateInfo-module-08987.
  static constexpr Clause partial_subgroup{
      "cooperative-matrix.partial-subgroup", "partial-subgroup", Effect::undefined_behavior,
      "a subgroup that executes an instruction with a cooperative matrix is not full: the "
      "workgroup size in X must be a multiple of the subgroup size"};
  static constexpr Clause scalar_differs{
      "cooperative-matrix.scalar-not-uniform", "non-uniform-operand", Effect::undefined_behavior,
      "the scalar that becomes all components of a cooperative matrix, or that multiplies them, "
      "differs between the invocations of the matrix's scope"};
  static constexpr auto clauses =
      clause_list(inactive_invocations, partial_subgroup, scalar_differs);
};

// Whether the instruction is tangled because of a matrix: "Control Flow" in SPV_KHR_cooperative_matrix.
bool is_tangled_by_matrix(Lowering& lowering, const Instruction& instruction);

// Must follow the lowering of each instruction.
void check_matrix_participation(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
