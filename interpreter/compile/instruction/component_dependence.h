// Determines which components of its operands a component of an instruction's result depends on.
#pragma once

#include <cstddef>

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// For one operand, by its number after the result type, the result and the extended instruction.
struct ComponentDependence {
  const Lowering& lowering;
  const Instruction& instruction;
  unsigned operand = 0;

  // Whether component `of_result` of `results` depends on component `of_operand` of `count`.
  bool has(std::size_t of_result, std::size_t results, std::size_t of_operand,
           std::size_t count) const;

 private:
  bool of_core(std::size_t of_result, std::size_t results, std::size_t of_operand,
               std::size_t count) const;
  bool of_glsl(std::size_t of_result, std::size_t results, std::size_t of_operand,
               std::size_t count) const;
  std::size_t rows_of_result() const;
};

}  // namespace spirv_oracle
