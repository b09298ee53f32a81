#include "interpreter/instructions/memory/stage_variables.h"

#include "grammar/core.h"
#include "interpreter/exec/stage_planes.h"
#include "interpreter/instructions/memory/global_variables.h"
#include "interpreter/instructions/memory/memory.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/interface_scalars.h"

namespace spirv_oracle {
namespace {

Id pointee_of_variable(const Lowering& lowering, const Instruction& variable) {
  return data_type(lowering.module(), variable);
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
  for (const InterfaceScalar& scalar :
       interface_scalars(lowering.types(), lowering.program().execution_model, variable))
    lowering.builder().add_input({scalar.component, planes[scalar.number], scalar.type});
  if (!lowering.analysis().only_loaded_and_stored(variable.result))
    return create_input_memory(lowering, variable, planes);
  Value value;
  value.pointer.variable = lowering.add_variable(planes);
  return value;
}

Value lower_stage_output(Lowering& lowering, const Instruction& variable) {
  check_interface(lowering, variable);
  if (!lowering.program().has_patches()) return create_private_variable(lowering, variable);
  if (variable.has(grammar::OpVariable::initializer))
    lowering.fail_unsupported("an initializer of the output variable " +
                              lowering.module().display(variable.result));
  return create_workgroup_variable(lowering, variable);
}

namespace {

std::vector<const Instruction*> output_variables(const Lowering& lowering) {
  std::vector<const Instruction*> variables;
  for (const Id id : lowering.entry_point().interface) {
    const Instruction* variable = lowering.module().definition(id);
    if (variable != nullptr && is_variable(variable->opcode) &&
        static_cast<spv::StorageClass>(variable->literal(2)) == spv::StorageClass::Output)
      variables.push_back(variable);
  }
  return variables;
}

std::vector<InterfaceScalar> scalars_of(const Lowering& lowering, const Instruction& variable) {
  return interface_scalars(lowering.types(), lowering.program().execution_model, variable);
}

// The addresses of the scalars of an output that a patch shares.
void add_addresses(Lowering& lowering, const Instruction& variable,
                   std::vector<std::uint32_t>& words) {
  const auto components =
      memory_components(lowering.types(), pointee_of_variable(lowering, variable), {});
  const std::uint64_t base = workgroup_variable_address(lowering, variable.result);
  for (const InterfaceScalar& scalar : scalars_of(lowering, variable)) {
    const std::uint64_t address = base + components[scalar.number].offset;
    words.push_back(static_cast<std::uint32_t>(address));
    words.push_back(static_cast<std::uint32_t>(address >> 32));
  }
}

}  // namespace

std::vector<std::uint32_t> load_stage_outputs(Lowering& lowering) {
  std::vector<std::uint32_t> planes;
  for (const Instruction* variable : output_variables(lowering)) {
    const std::vector<Slot> slots =
        load_from_pointer(lowering, variable->result, pointee_of_variable(lowering, *variable));
    for (const InterfaceScalar& scalar : scalars_of(lowering, *variable))
      planes.push_back(slots[scalar.number]);
  }
  return planes;
}

void undefine_stage_outputs(Lowering& lowering) {
  for (const Instruction* variable : output_variables(lowering))
    undefine_private_variable(lowering, *variable, lowering.value(variable->result));
}

void emit_stage_outputs(Lowering& lowering) {
  std::vector<std::uint32_t> words;
  const bool emits = lowering.program().execution_model == spv::ExecutionModel::Geometry;
  for (const Instruction* variable : output_variables(lowering)) {
    for (const InterfaceScalar& scalar : scalars_of(lowering, *variable))
      lowering.builder().add_output({scalar.component, no_slot, scalar.type});
    if (lowering.program().has_patches()) add_addresses(lowering, *variable, words);
  }
  if (emits) {
    lowering.emit(&note_invocation_end, no_slot);
  } else if (lowering.program().has_patches()) {
    lowering.emit(&store_patch_outputs, no_slot, {}, lowering.add_data(words));
  } else {
    words = load_stage_outputs(lowering);
    const std::uint32_t record =
        lowering.emit(&store_outputs, no_slot, {}, lowering.add_data(words));
    lowering.describe(record, {.reads = {words.begin(), words.end()}});
  }
}

}  // namespace spirv_oracle
