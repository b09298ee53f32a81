#include "interpreter/instructions/memory/stage_variables.h"

#include "interpreter/exec/stage_planes.h"
#include "interpreter/instructions/memory/memory.h"
#include "interpreter/lowering/interface_scalars.h"

namespace spirv_oracle {
namespace {

Id pointee_of_variable(const Lowering& lowering, const Instruction& variable) {
  return lowering.type(variable.type).element;
}

void check_interface(Lowering& lowering, const Instruction& variable) {
  const Type& pointee = lowering.type(pointee_of_variable(lowering, variable));
  if (pointee.kind != Type::Kind::other && pointee.component_count != 0 &&
      pointee.component_count <= SpecializedModule::max_components)
    return;
  lowering.fail_unsupported("the variable " + lowering.module().display(variable.result) +
                            " of the type " + lowering.type_text(variable.type));
}

}  // namespace

Value lower_stage_input(Lowering& lowering, const Instruction& variable) {
  check_interface(lowering, variable);
  const std::vector<Slot> planes = lowering.new_planes(pointee_of_variable(lowering, variable));
  for (const InterfaceScalar& scalar : interface_scalars(lowering.types(), variable))
    lowering.builder().add_input({scalar.component, planes[scalar.number], scalar.type});
  if (!lowering.analysis().only_loaded_and_stored(variable.result))
    return create_input_memory(lowering, variable, planes);
  Value value;
  value.pointer.variable = lowering.add_variable(planes);
  return value;
}

Value lower_stage_output(Lowering& lowering, const Instruction& variable) {
  check_interface(lowering, variable);
  return create_private_variable(lowering, variable);
}

void emit_stage_outputs(Lowering& lowering) {
  std::vector<std::uint32_t> planes;
  for (const Id id : lowering.entry_point().interface) {
    const Instruction* variable = lowering.module().definition(id);
    if (variable == nullptr || variable->opcode != spv::Op::OpVariable ||
        static_cast<spv::StorageClass>(variable->literal(2)) != spv::StorageClass::Output)
      continue;
    const std::vector<Slot> slots = load_from_pointer(lowering, id);
    for (const InterfaceScalar& scalar : interface_scalars(lowering.types(), *variable)) {
      lowering.builder().add_output({scalar.component, no_slot, scalar.type});
      planes.push_back(slots[scalar.number]);
    }
  }
  const std::uint32_t record =
      lowering.emit(&store_outputs, no_slot, {}, lowering.add_data(planes));
  lowering.describe(record, {.reads = {planes.begin(), planes.end()}});
}

}  // namespace spirv_oracle
