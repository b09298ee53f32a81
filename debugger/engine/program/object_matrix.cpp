// The parts of cooperative matrices.
#include <string>

#include "debugger/engine/program/object.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

// The invocation of the scope that holds an element first, and the component in which it does.
struct Holder {
  std::uint32_t invocation = 0, component = 0;
};

Holder holder_of(const MatrixElements& elements, std::uint64_t element) {
  for (std::uint32_t component = 0; component < elements.components(); ++component) {
    for (std::uint32_t i = 0; i < elements.invocations(); ++i) {
      if (elements.element(i, component) == element) return {i, component};
    }
  }
  return {};
}

// The lane of an invocation of the scope; none if it is in another subgroup.
std::optional<unsigned> lane_of(const Subgroup& subgroup, spv::Scope scope,
                                std::uint32_t invocation) {
  if (scope != spv::Scope::Workgroup) return invocation;
  const SubgroupLayout& layout = subgroup.program->layout_of(subgroup.workgroup_index);
  for (unsigned lane = 0; lane < subgroup.size; ++lane) {
    if (subgroup.existing.test(lane) && layout.invocation(subgroup.id, lane) == invocation)
      return lane;
  }
  return std::nullopt;
}

}  // namespace

std::uint64_t Objects::matrix_part_count(const Object& matrix) const {
  const Type& type = types_.type(matrix.type);
  if (matrix.where != Object::Where::planes || matrix.slots.size() != type.count) return 0;
  return matrix.matrix_row == 0 ? type.cooperative.rows : type.cooperative.columns;
}

Object Objects::matrix_part(const Object& matrix, std::uint64_t index) const {
  const Type& type = types_.type(matrix.type);
  Object part = matrix;
  if (matrix.matrix_row == 0) {
    part.matrix_row = static_cast<std::uint32_t>(index) + 1;
    return part;
  }
  const MatrixElements elements = types_.elements(type);
  const Holder holder =
      holder_of(elements, std::uint64_t{matrix.matrix_row - 1} * elements.columns() + index);
  const auto lane = lane_of(*matrix.subgroup, type.cooperative.scope, holder.invocation);
  if (!lane) {
    return unavailable(type.element,
                       "invocation " + std::to_string(holder.invocation) +
                           " of the workgroup, which is in another subgroup, holds it");
  }
  part.type = type.element;
  part.slots = {matrix.slots[holder.component]};
  part.matrix_row = 0;
  part.matrix_component = holder.component;
  part.lane = *lane;
  return part;
}

}  // namespace spirv_oracle
