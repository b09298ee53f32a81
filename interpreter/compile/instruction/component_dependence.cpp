#include "interpreter/compile/instruction/component_dependence.h"

#include "interpreter/ir/imported_functions.h"

namespace spirv_oracle {

ComponentDependence::ComponentDependence(const Lowering& lowering, const Instruction& instruction,
                                         unsigned operand)
    : operand_(operand) {
  const InstructionDefinition* definition =
      definition_of(lowering.registry(), lowering.module(), instruction);
  if (definition != nullptr) rule_ = definition->depends;
  const Type* result = instruction.type == 0 ? nullptr : &lowering.type(instruction.type);
  if (result != nullptr && result->kind == Type::Kind::matrix)
    result_rows_ = lowering.type(result->element).count;
}

bool ComponentDependence::has(std::size_t of_result, std::size_t results, std::size_t of_operand,
                              std::size_t count) const {
  return rule_({operand_, of_result, results, of_operand, count, result_rows_});
}

}  // namespace spirv_oracle
