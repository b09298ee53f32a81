// Which elements of a matrix the invocations of its scope access in memory.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/loader/types/types.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Fails if the type is not a cooperative matrix.
MatrixElements elements_of(const Lowering& lowering, const Type& matrix);

struct RowAndColumn {
  std::uint32_t row = 0, column = 0;
};
// By invocation: the element that the invocation `shift` places on in the scope holds as this component, around the first
// `holders` ones.
std::vector<RowAndColumn> shifted_elements(const MatrixElements& elements, std::uint32_t component,
                                           std::uint32_t holders, std::uint32_t shift);

// Which invocation accesses a location is implementation-dependent, in each dynamic instance. So the accesses count as those
// of other lanes, and of different ones in different instructions. Returns the `shift` of shifted_elements(), or 0 if one
// invocation holds all elements.
std::uint32_t shift_for_races(Lowering& lowering, const Instruction& instruction,
                              std::uint32_t holders);

}  // namespace spirv_oracle
