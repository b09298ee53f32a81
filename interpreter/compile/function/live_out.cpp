#include "interpreter/compile/function/live_out.h"

#include "interpreter/exec/state/no_operation.h"
#include "interpreter/lowering/emit_copy.h"
#include "interpreter/lowering/lowered_function.h"

namespace spirv_oracle {
namespace {

// For the debugger, a record without effect for each component that the instruction computes, or takes from a variable. When
// the run comes to that record, the debugger copies the component if a client asked for it (debugger/engine/program/kept_values.h).
void mark_temporary(Lowering& lowering, const Instruction& instruction, const Value& value) {
  const bool loads_variable = instruction.opcode == spv::Op::OpLoad &&
                              Lowering::in_planes(lowering.value(instruction.id(2)));
  for (const Slot slot : value.slots) {
    if (loads_variable || lowering.is_of_instruction(slot)) lowering.emit(&no_operation, no_slot);
  }
}

}  // namespace

void keep_live_out(Lowering& lowering, const InlinedCall& call, const Instruction& instruction) {
  const Function& function = call.function;
  if (instruction.result < function.first_local) return;
  const bool lives_out = call.analysis.live_out[instruction.result - function.first_local];
  if (!lives_out && !lowering.request().debug) return;
  Value value = *lowering.function()->local_value(instruction.result);
  if (!value.bound || value.slots.empty()) return;
  if (!lives_out) return mark_temporary(lowering, instruction, value);
  const Type& type = lowering.type(instruction.type);
  const auto scalars = lowering.components(instruction.type);
  for (std::size_t i = 0; i < value.slots.size(); ++i) {
    const ScalarType scalar = type.kind == Type::Kind::pointer ? ScalarType::pointer() : scalars[i];
    const Slot kept = lowering.new_plane(scalar);
    emit_masked_copy(lowering, kept, value.slots[i], scalar);
    value.slots[i] = kept;
  }
  lowering.bind(instruction.result, std::move(value));
}

}  // namespace spirv_oracle
