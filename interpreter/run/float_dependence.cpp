#include "interpreter/run/float_dependence.h"

#include <algorithm>
#include <map>
#include <utility>

#include "interpreter/ir/enclosure_rule.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

// The kinds of scalars in a type; pointers count by what they point to.
struct Contents {
  bool floats = false;
  bool others = false;  // integers and Booleans
  bool is_pointer = false;
};

class FloatDependence {
 public:
  FloatDependence(const Module& module, const InstructionRegistry& registry)
      : module_(module), registry_(registry) {}

  bool decides(const Instruction& instruction);
  // Whether two variables may be the same memory.
  bool shares_memory() const;

 private:
  const Contents& contents_of(Id type);
  bool has_float_operand(const Instruction& instruction);
  bool writes_others(const Instruction& instruction);
  bool only_moves(const Instruction& instruction) const;

  const Module& module_;
  const InstructionRegistry& registry_;
  std::map<Id, Contents> contents_;  // by type
};

const Contents& FloatDependence::contents_of(Id type) {
  const auto [entry, is_new] = contents_.try_emplace(type);
  const Instruction* definition = is_new ? module_.definition(type) : nullptr;
  if (definition == nullptr) return entry->second;
  Contents found;
  const auto add = [&](Id part) {
    const Contents& of_part = contents_of(part);
    found.floats |= of_part.floats;
    found.others |= of_part.others;
  };
  switch (definition->opcode) {
    case spv::Op::OpTypeFloat:
      found.floats = true;
      break;
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeBool:
      found.others = true;
      break;
    case spv::Op::OpTypeVector:
    case spv::Op::OpTypeVectorIdEXT:
    case spv::Op::OpTypeMatrix:
    case spv::Op::OpTypeArray:
    case spv::Op::OpTypeRuntimeArray:
    case spv::Op::OpTypeCooperativeMatrixKHR:
      add(definition->id(1));
      break;
    case spv::Op::OpTypeStruct:
      for (unsigned i = 1; i < definition->operand_count(); ++i) add(definition->id(i));
      break;
    case spv::Op::OpTypePointer:
      found.is_pointer = true;
      add(definition->id(2));
      break;
    case spv::Op::OpTypeUntypedPointerKHR:
      found.is_pointer = true;
      break;
    default:
      break;
  }
  return contents_[type] = found;
}

bool FloatDependence::has_float_operand(const Instruction& instruction) {
  for (unsigned i = instruction.result != 0 ? 2 : 0; i < instruction.operand_count(); ++i) {
    if (instruction.operands[i].operand_class != OperandClass::id) continue;
    const Instruction* operand = module_.definition(instruction.id(i));
    if (operand == nullptr || operand->type == 0) continue;
    const Contents& contents = contents_of(operand->type);
    if (contents.floats && !contents.is_pointer) return true;
  }
  return false;
}

// Through a pointer, such as the exponent of frexp().
bool FloatDependence::writes_others(const Instruction& instruction) {
  for (unsigned i = 2; i < instruction.operand_count(); ++i) {
    if (instruction.operands[i].operand_class != OperandClass::id) continue;
    const Instruction* operand = module_.definition(instruction.id(i));
    if (operand == nullptr || operand->type == 0) continue;
    const Contents& contents = contents_of(operand->type);
    if (contents.is_pointer && contents.others) return true;
  }
  return false;
}

bool FloatDependence::only_moves(const Instruction& instruction) const {
  switch (instruction.opcode) {
    case spv::Op::OpFunctionCall:
    case spv::Op::OpPhi:
    case spv::Op::OpStore:
    case spv::Op::OpReturnValue:
    case spv::Op::OpExecutionMode:
      return true;
    default:
      break;
  }
  const EnclosureRule* rule =
      registry_.find_enclosure_rule("", static_cast<std::uint32_t>(instruction.opcode));
  return rule != nullptr &&
         (rule->kind == EnclosureKind::moves || rule->kind == EnclosureKind::moves_across_lanes);
}

bool FloatDependence::decides(const Instruction& instruction) {
  if (instruction.opcode == spv::Op::OpBitcast) {
    const Instruction* from = module_.definition(instruction.id(2));
    if (from == nullptr || from->type == 0) return true;
    const Contents source = contents_of(from->type), result = contents_of(instruction.type);
    return (source.floats && result.others) ||
           (source.is_pointer && result.is_pointer && (source.floats || result.floats));
  }
  if (only_moves(instruction) || !has_float_operand(instruction)) return false;
  // The ray decides what it hits.
  if (instruction.opcode == spv::Op::OpRayQueryInitializeKHR) return true;
  if (instruction.opcode == spv::Op::OpImageWrite) return true;
  if (instruction.type == 0) return false;
  const Contents& result = contents_of(instruction.type);
  return (result.others && !result.is_pointer) || writes_others(instruction);
}

bool FloatDependence::shares_memory() const {
  std::map<std::pair<std::uint32_t, std::uint32_t>, unsigned> bindings;
  for (const Instruction& instruction : module_.instructions()) {
    if (!is_variable(instruction.opcode)) continue;
    if (module_.has_decoration(instruction.result, spv::Decoration::Aliased)) return true;
    const auto set = module_.decoration(instruction.result, spv::Decoration::DescriptorSet);
    const auto binding = module_.decoration(instruction.result, spv::Decoration::Binding);
    if (set && binding && ++bindings[{*set, *binding}] > 1) return true;
  }
  const auto declares = [&](spv::Capability capability) {
    return std::ranges::find(module_.capabilities(), capability) != module_.capabilities().end();
  };
  return declares(spv::Capability::PhysicalStorageBufferAddresses) ||
         declares(spv::Capability::UntypedPointersKHR);
}

}  // namespace

bool floats_decide(const Module& module, const InstructionRegistry& registry) {
  FloatDependence dependence(module, registry);
  return dependence.shares_memory() ||
         std::ranges::any_of(module.instructions(), [&](const Instruction& instruction) {
           return dependence.decides(instruction);
         });
}

}  // namespace spirv_oracle
