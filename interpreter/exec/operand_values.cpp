#include "interpreter/exec/operand_values.h"

#include <algorithm>

#include "interpreter/exec/report.h"
#include "interpreter/ir/imported_functions.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {
namespace {

// The scalar type of the components of an id, where it is a number. A plane may be shared by values of
// other types: a bitcast between types of one width only names it.
ScalarType component_type(const Module& module, Id id, ScalarType of_plane) {
  const Instruction* definition = module.definition(id);
  const Instruction* type = definition == nullptr ? nullptr : module.definition(definition->type);
  while (type != nullptr &&
         (type->opcode == spv::Op::OpTypeVector || type->opcode == spv::Op::OpTypeMatrix)) {
    type = module.definition(type->id(1));
  }
  if (type == nullptr) return of_plane;
  const bool is_integer = type->opcode == spv::Op::OpTypeInt;
  if (!is_integer && type->opcode != spv::Op::OpTypeFloat) return of_plane;
  if (type->literal(1) != 8u * of_plane.bytes) return of_plane;
  ScalarType result = of_plane;
  result.scalar_class = is_integer ? ScalarType::Class::integer : ScalarType::Class::floating;
  result.is_signed = is_integer && type->literal(2) != 0;
  return result;
}

}  // namespace

std::vector<OperandValue> operand_values(const Subgroup& subgroup, const Op& op, unsigned lane) {
  std::vector<OperandValue> values;
  const Program& program = *subgroup.program;
  const std::uint32_t index = program.origins[op.origin].instruction;
  if (index == 0) return values;
  const Module& module = *program.module;
  const Instruction& instruction = module.instruction(index);
  // Records of image instructions work on texels and their bits, not on the operands.
  const InstructionDefinition* definition_of = program.registry->find(instruction.opcode);
  if (definition_of != nullptr && definition_of->instruction_class == "Image") return values;
  unsigned operand = instruction.opcode == spv::Op::OpExtInst ? 4 : instruction.result != 0 ? 2 : 0;
  if (instruction.opcode == spv::Op::OpFunctionCall) operand = first_argument;
  for (unsigned k = 0; k < 3; ++k, ++operand) {
    if (!instruction.has(operand) ||
        instruction.operands[operand].operand_class != OperandClass::id) {
      break;
    }
    const Instruction* definition = module.definition(instruction.id(operand));
    if (definition == nullptr || definition->type == 0)
      break;  // a label: the record has where to go
    const auto plane = std::ranges::lower_bound(program.planes, op.operand[k], {}, &Plane::slot);
    if (plane == program.planes.end() || plane->slot != op.operand[k]) continue;
    const Id id = instruction.id(operand);
    const Plane typed{plane->slot, component_type(module, id, plane->type)};
    values.push_back({module.display(id), format_component(subgroup, typed, lane)});
  }
  return values;
}

}  // namespace spirv_oracle
