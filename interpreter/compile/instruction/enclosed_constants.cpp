#include "interpreter/compile/instruction/enclosed_constants.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "interpreter/compile/instruction/enclosed_instructions.h"
#include "interpreter/compile/instruction/wrapped_operation.h"
#include "interpreter/lowering/emit_copy.h"

namespace spirv_oracle {
namespace {

class EnclosedConstants {
 public:
  explicit EnclosedConstants(Lowering& lowering) : lowering_(lowering) {}

  void emit(const Instruction& constant);

 private:
  void emit_operation(const Instruction& constant);
  void emit_composite(const Instruction& constant);
  bool has_floats(Id type) const {
    return std::ranges::any_of(lowering_.components(type), &ScalarType::is_float);
  }
  bool depends_on_floats(const Instruction& operation) const;

  Lowering& lowering_;
  std::unordered_set<Id> enclosed_;
};

bool EnclosedConstants::depends_on_floats(const Instruction& operation) const {
  if (has_floats(operation.type)) return true;
  for (unsigned i = 3; i < operation.operand_count(); ++i) {
    if (operation.operands[i].operand_class != OperandClass::id) continue;
    const Id operand = operation.id(i);
    if (enclosed_.contains(operand) || has_floats(lowering_.type_id_of(operand))) return true;
  }
  return false;
}

// The planes have the usual value. What other implementations may compute follows from the operation.
void EnclosedConstants::emit_operation(const Instruction& constant) {
  const auto scalars = lowering_.components(constant.type);
  const std::vector<Slot> usual = lowering_.value(constant.result).slots;
  std::vector<Slot> own;
  for (std::size_t i = 0; i < usual.size(); ++i) {
    own.push_back(lowering_.new_plane(scalars[i]));
    emit_copy(lowering_, own.back(), usual[i], scalars[i]);
  }
  lowering_.bind(constant.result, std::move(own));
  const WrappedOperation operation(constant);
  lowering_.builder().set_origin(
      static_cast<std::uint32_t>(&constant - lowering_.module().instructions().data()), 0);
  emit_enclosures(lowering_, operation.instruction());
  enclosed_.insert(constant.result);
}

void EnclosedConstants::emit_composite(const Instruction& constant) {
  std::vector<Slot> slots;
  bool is_enclosed = false;
  for (unsigned i = 2; i < constant.operand_count(); ++i) {
    is_enclosed |= enclosed_.contains(constant.id(i));
    const std::vector<Slot>& part = lowering_.value(constant.id(i)).slots;
    slots.insert(slots.end(), part.begin(), part.end());
  }
  if (!is_enclosed) return;
  lowering_.bind(constant.result, std::move(slots));
  enclosed_.insert(constant.result);
}

void EnclosedConstants::emit(const Instruction& constant) {
  if (lowering_.types().constant(constant.result) == nullptr) return;  // an address, or a type
  if (constant.opcode == spv::Op::OpSpecConstantOp && depends_on_floats(constant))
    emit_operation(constant);
  if (constant.opcode == spv::Op::OpSpecConstantComposite &&
      lowering_.type(constant.type).kind != Type::Kind::cooperative_matrix)
    emit_composite(constant);
}

}  // namespace

void emit_enclosed_constants(Lowering& lowering) {
  EnclosedConstants constants(lowering);
  for (const Instruction& instruction : lowering.module().instructions()) {
    if (instruction.opcode == spv::Op::OpFunction) break;
    constants.emit(instruction);
  }
}

}  // namespace spirv_oracle
