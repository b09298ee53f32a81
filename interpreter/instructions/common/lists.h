// The instruction lists of the core sections, one function per file, and common declarations.
#pragma once

#include <span>

#include "interpreter/ir/instruction_list.h"
#include "interpreter/ir/record.h"
#include "interpreter/loader/types/types.h"

namespace spirv_oracle {

std::span<const InstructionDefinition> miscellaneous_instructions();
std::span<const InstructionDefinition> extension_instructions();
std::span<const InstructionDefinition> memory_instructions();
std::span<const InstructionDefinition> heap_instructions();
std::span<const InstructionDefinition> pointer_comparison_instructions();
std::span<const InstructionDefinition> access_chain_instructions();
std::span<const InstructionDefinition> kernel_memory_instructions();
std::span<const InstructionDefinition> generic_pointer_instructions();
std::span<const InstructionDefinition> image_instructions();
std::span<const InstructionDefinition> sparse_image_instructions();
std::span<const InstructionDefinition> ray_query_instructions();
std::span<const InstructionDefinition> function_instructions();
std::span<const InstructionDefinition> helper_invocation_instructions();
std::span<const InstructionDefinition> primitive_instructions();
std::span<const InstructionDefinition> interlock_instructions();
std::span<const InstructionDefinition> conversion_instructions();
std::span<const InstructionDefinition> composite_instructions();
std::span<const InstructionDefinition> arithmetic_instructions();
std::span<const InstructionDefinition> matrix_instructions();
std::span<const InstructionDefinition> integer_dot_product_instructions();
std::span<const InstructionDefinition> bit_instructions();
std::span<const InstructionDefinition> derivative_instructions();
std::span<const InstructionDefinition> relational_and_logical_instructions();
std::span<const InstructionDefinition> control_flow_instructions();
std::span<const InstructionDefinition> abort_instructions();
std::span<const InstructionDefinition> atomic_instructions();
std::span<const InstructionDefinition> barrier_instructions();
std::span<const InstructionDefinition> non_uniform_instructions();

namespace internal {

// Handlers of arithmetic for composed instructions.
struct ArithmeticHandlers {
  static Handler add(Lowering& lowering, ScalarType type);  // of floats
  // Also of integers, for cooperative matrices.
  static Handler multiply(Lowering& lowering, ScalarType type);
};

}  // namespace internal
}  // namespace spirv_oracle
