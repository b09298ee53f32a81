#include "debugger/engine/history/signed_values.h"

namespace spirv_oracle {
namespace {

bool is_constant(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpConstant:
    case spv::Op::OpConstantNull:
    case spv::Op::OpConstantComposite:
    case spv::Op::OpConstantDataKHR:
    case spv::Op::OpSpecConstant:
    case spv::Op::OpSpecConstantComposite:
    case spv::Op::OpSpecConstantDataKHR:
    case spv::Op::OpSpecConstantOp:
    case spv::Op::OpUndef:
      return true;
    default:
      return false;
  }
}

}  // namespace

SignedValues::SignedValues(const Module& module, const InstructionRegistry& registry)
    : module_(module), registry_(registry), types_(module) {
  for (const Instruction& instruction : module_.instructions()) {
    add_declaration(instruction);
    follow(instruction);
  }
}

bool SignedValues::has_signed_operands(const Instruction& instruction) const {
  return is_signed(instruction.result) || signedness_of(instruction).operands;
}

// Other instructions may use a constant as an unsigned one.
void SignedValues::add(Id value) {
  const Instruction* definition = module_.definition(value);
  if (definition != nullptr && !is_constant(definition->opcode)) signed_.insert(value);
}

// DebugDeclare or DebugValue of a whole variable.
void SignedValues::add_declaration(const Instruction& instruction) {
  constexpr std::uint32_t debug_local_variable = 26, debug_declare = 28, debug_value = 29;
  const auto is_debug = [&](const Instruction& other, std::uint32_t number) {
    return other.opcode == spv::Op::OpExtInst && other.literal(3) == number &&
           has_source_types(module_.extended_set(other.id(2)));
  };
  const bool is_pointer = is_debug(instruction, debug_declare);
  if (!is_pointer && !is_debug(instruction, debug_value)) return;
  const Instruction* variable = module_.definition(instruction.id(4));
  const Instruction* expression = module_.definition(instruction.id(6));
  const bool is_part = instruction.has(7);
  if (variable == nullptr || !is_debug(*variable, debug_local_variable) || is_part) return;
  // DebugValue may have operations that lead to the variable.
  if (!is_pointer && (expression == nullptr || expression->has(4))) return;
  const SourceType type{variable->id(5)};
  (is_pointer ? pointees_ : value_types_).emplace(instruction.id(5), type);
  if (!is_pointer && is_signed_type(type)) add(instruction.id(5));
}

bool SignedValues::is_signed_type(SourceType type) const {
  if (types_.kind(type) == SourceTypes::Kind::vector) type = types_.element(type);
  return types_.kind(type) == SourceTypes::Kind::integer && types_.is_signed(type);
}

bool SignedValues::points_to_signed(Id pointer) const {
  const auto pointee = pointees_.find(pointer);
  if (pointee != pointees_.end()) return is_signed_type(pointee->second);
  const auto type = value_types_.find(pointer);
  return type != value_types_.end() && types_.kind(type->second) == SourceTypes::Kind::pointer &&
         is_signed_type(types_.element(type->second));
}

// Constants fit either.
bool SignedValues::are_operands_signed(const Instruction& instruction, unsigned first,
                                       unsigned step) const {
  bool any = false;
  for (unsigned i = first; i < instruction.operand_count(); i += step) {
    const Instruction* operand = module_.definition(instruction.id(i));
    if (operand == nullptr || is_constant(operand->opcode)) continue;
    if (!is_signed(operand->result)) return false;
    any = true;
  }
  return any;
}

Signedness SignedValues::signedness_of(const Instruction& instruction) const {
  const InstructionDefinition* definition = registry_.find(instruction.opcode);
  return definition == nullptr ? Signedness{} : definition->signedness;
}

void SignedValues::follow(const Instruction& instruction) {
  const spv::Op opcode = instruction.opcode;
  const Signedness signedness = signedness_of(instruction);
  if (signedness.operands) {
    for (unsigned i = 2; i < instruction.operand_count(); ++i) add(instruction.id(i));
  }
  const bool is_signed_result =
      signedness.result ||
      (signedness.kept_from != 0 &&
       are_operands_signed(instruction, signedness.kept_from, signedness.kept_step)) ||
      (opcode == spv::Op::OpLoad && points_to_signed(instruction.id(2)));
  if (is_signed_result) signed_.insert(instruction.result);
  if (opcode == spv::Op::OpStore && points_to_signed(instruction.id(0))) add(instruction.id(1));
  follow_pointer(instruction);
}

void SignedValues::follow_pointer(const Instruction& instruction) {
  const auto load = [&](Id pointer) {
    const auto pointee = pointees_.find(pointer);
    if (pointee != pointees_.end()) value_types_.emplace(instruction.result, pointee->second);
  };
  switch (instruction.opcode) {
    case spv::Op::OpLoad:
      return load(instruction.id(2));
    case spv::Op::OpPtrAccessChain:
    case spv::Op::OpInBoundsPtrAccessChain: {
      // Without further indexes, an element of what the pointer points to.
      const auto type = value_types_.find(instruction.id(2));
      if (type == value_types_.end() || instruction.operand_count() != 4 ||
          types_.kind(type->second) != SourceTypes::Kind::pointer)
        return;
      pointees_.emplace(instruction.result, types_.element(type->second));
      return;
    }
    default:
      return;
  }
}

}  // namespace spirv_oracle
