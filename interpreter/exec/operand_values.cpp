#include "interpreter/exec/operand_values.h"

#include <algorithm>

#include "interpreter/exec/report.h"
#include "interpreter/ir/imported_functions.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {
namespace {

// The scalar type of the components of an id, if it is numeric. Values of other types may share the
// plane, because a bitcast between types of the same width only renames it.
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

struct NamedPlane {
  Id id;
  Plane plane;
};

// The operands that a record reads as planes, with the types of their ids.
std::vector<NamedPlane> operand_planes(const Subgroup& subgroup, const Op& op) {
  std::vector<NamedPlane> values;
  const Program& program = *subgroup.program;
  const std::uint32_t index = program.origins[op.origin].instruction;
  if (index == 0) return values;
  const Module& module = *program.module;
  const Instruction& instruction = module.instruction(index);
  // Records of image instructions operate on texels and their bits instead of the operands.
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
      break;  // a label: the record contains its target
    const auto plane =
        std::ranges::lower_bound(program.registers.planes, op.operand[k], {}, &Plane::slot);
    if (plane == program.registers.planes.end() || plane->slot != op.operand[k]) continue;
    const Id id = instruction.id(operand);
    const Plane typed{plane->slot, component_type(module, id, plane->type)};
    values.push_back({id, typed});
  }
  return values;
}

}  // namespace

std::vector<OperandValue> operand_values(const Subgroup& subgroup, const Op& op, unsigned lane) {
  std::vector<OperandValue> values;
  for (const NamedPlane& operand : operand_planes(subgroup, op)) {
    values.push_back({subgroup.program->module->display(operand.id),
                      format_component(subgroup, operand.plane, lane)});
  }
  return values;
}

std::string differing_operand(const Subgroup& subgroup, const Op& op, const LaneMask& lanes) {
  std::string text;
  if (lanes.none()) return text;
  const unsigned first = lanes.lowest();
  for (const NamedPlane& operand : operand_planes(subgroup, op)) {
    const std::string value = format_component(subgroup, operand.plane, first);
    bool is_found = false;
    lanes.for_each([&](unsigned lane) {
      if (is_found) return;
      const std::string other = format_component(subgroup, operand.plane, lane);
      if (other == value) return;
      is_found = true;
      text = "lane " + std::to_string(first) + " passes " + value + ", but lane " +
             std::to_string(lane) + " passes " + other;
    });
  }
  return text;
}

}  // namespace spirv_oracle
