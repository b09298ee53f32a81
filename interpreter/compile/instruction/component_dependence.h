// Determines which components of its operands a component of an instruction's result depends on.
#pragma once

#include <cstddef>

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// For one operand, by its number after the result type, the result and the extended instruction.
class ComponentDependence {
 public:
  ComponentDependence(const Lowering& lowering, const Instruction& instruction, unsigned operand);

  // Whether component `of_result` of `results` depends on component `of_operand` of `count`.
  bool has(std::size_t of_result, std::size_t results, std::size_t of_operand,
           std::size_t count) const;

 private:
  unsigned operand_;
  ComponentRule rule_ = &depends_by_component;
  std::size_t result_rows_ = 0;
};

}  // namespace spirv_oracle
