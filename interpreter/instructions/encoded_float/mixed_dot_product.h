// Dot products that compute with more precision than their operands have.
#pragma once

#include <optional>
#include <span>

#include "interpreter/ir/instruction_list.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// SPV_VALVE_mixed_float_dot_product
std::span<const InstructionDefinition> mixed_dot_product_instructions();

struct MixedDot {
  Id vector_1 = 0, vector_2 = 0;
  std::optional<Id> accumulator = std::nullopt;
  // Whether a result that depends on the order or the precision of the operations breaks a clause of the instruction.
  bool has_clauses = false;
};

// Defines the result as the sum of the products and of the accumulator, rounded once.
void emit_mixed_dot(Lowering& lowering, const Instruction& instruction, const MixedDot& dot);

}  // namespace spirv_oracle
