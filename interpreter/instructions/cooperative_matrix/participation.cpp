#include "interpreter/instructions/cooperative_matrix/participation.h"

#include <unordered_map>
#include <vector>

#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/component_bits.h"
#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {
namespace {

// By type: whether it is a cooperative matrix or contains one.
struct MatrixTypes {
  std::unordered_map<Id, bool> contains;
};

bool contains_matrix(Lowering& lowering, Id type_id) {
  auto& known = lowering.notes<MatrixTypes>().contains;
  if (const auto found = known.find(type_id); found != known.end()) return found->second;
  const Type& type = lowering.type(type_id);
  bool contains = type.kind == Type::Kind::cooperative_matrix;
  if (type.kind == Type::Kind::array) contains = contains_matrix(lowering, type.element);
  for (const Type::Member& member : type.members) {
    if (type.kind != Type::Kind::structure) break;
    contains = contains || contains_matrix(lowering, member.type);
  }
  return known[type_id] = contains;
}

bool has_matrix(Lowering& lowering, const Instruction& instruction) {
  if (instruction.type != 0 && contains_matrix(lowering, instruction.type)) return true;
  for (unsigned i = Lowering::first_operand(instruction); i < instruction.operand_count(); ++i) {
    if (instruction.operands[i].operand_class != OperandClass::id) continue;
    const Id type = lowering.type_id_of(instruction.id(i));
    if (type != 0 && contains_matrix(lowering, type)) return true;
  }
  return false;
}

// extra: { count, slots of the result }.
const Record* check_participation(Subgroup& subgroup, const Record* record) {
  const LaneMask all = LaneMask::first(subgroup.size);
  if (lanes_of_tangle(subgroup) == all) [[likely]]
    return record + 1;
  const bool is_partial = subgroup.existing != all;
  report(subgroup, *record,
         is_partial ? MatrixParticipation::partial_subgroup
                    : MatrixParticipation::inactive_invocations,
         subgroup.active);
  const std::uint32_t* words = subgroup.data + record->extra;
  for (std::uint32_t i = 0; i < words[0]; ++i)
    subgroup.header(words[1 + i]).undefined |= subgroup.active;
  return record + 1;
}

// operand 0: the scalar; extra: its bytes.
const Record* check_scalar(Subgroup& subgroup, const Record* record) {
  const Slot slot = record->operand[0];
  const LaneMask known = subgroup.active & ~subgroup.header(slot).undefined;
  if (known.none()) return record + 1;
  const std::uint64_t first = component_bits(subgroup, slot, record->extra, known.lowest());
  LaneMask differing;
  known.for_each([&](unsigned lane) {
    if (component_bits(subgroup, slot, record->extra, lane) != first) differing.set(lane);
  });
  if (differing.any()) [[unlikely]]
    report(subgroup, *record, MatrixParticipation::scalar_differs, differing);
  return record + 1;
}

// The operand that must be the same in all invocations; 0: none.
Id uniform_scalar(const Lowering& lowering, const Instruction& instruction) {
  if (instruction.type == 0 ||
      lowering.type(instruction.type).kind != Type::Kind::cooperative_matrix)
    return 0;
  switch (instruction.opcode) {
    case spv::Op::OpCompositeConstruct:
    case spv::Op::OpCompositeConstructReplicateEXT:
      return instruction.id(2);
    case spv::Op::OpMatrixTimesScalar:
      return instruction.id(3);
    default:
      return 0;
  }
}

}  // namespace

bool is_tangled_by_matrix(Lowering& lowering, const Instruction& instruction) {
  const InstructionDefinition* definition = lowering.registry().find(instruction.opcode);
  if (definition == nullptr) return false;
  const bool may_be = definition->instruction_class == "Arithmetic" ||
                      definition->instruction_class == "Conversion" ||
                      instruction.opcode == spv::Op::OpCompositeConstruct ||
                      instruction.opcode == spv::Op::OpCompositeConstructReplicateEXT;
  return may_be && has_matrix(lowering, instruction);
}

void check_matrix_participation(Lowering& lowering, const Instruction& instruction) {
  // A call only passes values; the instructions of the function are checked.
  if (instruction.opcode == spv::Op::OpFunctionCall || !has_matrix(lowering, instruction)) return;
  if (const Id scalar = uniform_scalar(lowering, instruction); scalar != 0) {
    lowering.emit(&check_scalar, no_slot, {lowering.value(scalar).slots[0]},
                  lowering.type_of(scalar).scalar.bytes);
  }
  std::vector<std::uint32_t> words{0};
  if (instruction.result != 0) {
    for (const Slot slot : lowering.value(instruction.result).slots) {
      if (lowering.is_of_instruction(slot)) words.push_back(slot);
    }
    words[0] = static_cast<std::uint32_t>(words.size() - 1);
  }
  const std::vector<Slot> results(words.begin() + 1, words.end());
  lowering.describe(lowering.emit(&check_participation, no_slot, {no_slot, no_slot, no_slot},
                                  lowering.builder().add_shared_data(words)),
                    {.reads = results, .writes = results});
}

}  // namespace spirv_oracle
