#include "interpreter/instructions/cooperative_matrix/accessed_elements.h"

namespace spirv_oracle {

MatrixElements elements_of(const Lowering& lowering, const Type& matrix) {
  if (matrix.kind != Type::Kind::cooperative_matrix)
    lowering.fail_input("the type is not a cooperative matrix");
  return lowering.types().elements(matrix);
}

std::vector<RowAndColumn> shifted_elements(const MatrixElements& elements, std::uint32_t component,
                                           std::uint32_t holders, std::uint32_t shift) {
  std::vector<RowAndColumn> found;
  found.reserve(elements.invocations());
  for (std::uint32_t i = 0; i < elements.invocations(); ++i) {
    const std::uint32_t holder = i < holders ? (i + shift) % holders : i;
    const std::uint64_t element = elements.element(holder, component);
    found.push_back({static_cast<std::uint32_t>(element / elements.columns()),
                     static_cast<std::uint32_t>(element % elements.columns())});
  }
  return found;
}

std::uint32_t shift_for_races(Lowering& lowering, const Instruction& instruction,
                              std::uint32_t holders) {
  return holders < 2 ? 0 : 1 + lowering.analysis().index_of(instruction) % (holders - 1);
}

}  // namespace spirv_oracle
