#include "interpreter/checks/write_note.h"

#include <algorithm>
#include <array>

#include "interpreter/exec/orders/order_proof.h"
#include "interpreter/exec/race_watch.h"
#include "interpreter/exec/tangles/uncertain_branches.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/access_words.h"
#include "interpreter/ir/imported_functions.h"
#include "interpreter/ir/memory_operands.h"
#include "interpreter/ir/write_words.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/lowered_function.h"

namespace spirv_oracle {
namespace {

const Record* note_atomic_end(Subgroup& subgroup, const Record* record) {
  if (subgroup.uncertain != nullptr) subgroup.uncertain->share_written(subgroup, record);
  return record + 1;
}

OrderProof* proof_of_run(const Subgroup& subgroup) {
  const RaceWatch* races = subgroup.workgroup->observers().races;
  return races != nullptr ? races->order_proof() : nullptr;
}

// extra: whether invocations wait for each other.
const Record* note_barrier(Subgroup& subgroup, const Record* record) {
  OrderProof* proof = proof_of_run(subgroup);
  if (proof != nullptr && record->extra != 0) proof->note_common(subgroup, false);
  if (subgroup.uncertain != nullptr) subgroup.uncertain->share_written(subgroup, nullptr);
  return record + 1;
}

const Record* note_unknown_write(Subgroup& subgroup, const Record* record) {
  if (subgroup.uncertain != nullptr) subgroup.uncertain->note_unknown_write();
  if (OrderProof* proof = proof_of_run(subgroup)) proof->fail();
  return record + 1;
}

const Record* note_read(Subgroup& subgroup, const Record* record) {
  if (subgroup.uncertain != nullptr) subgroup.uncertain->note_read(subgroup, *record);
  return record + 1;
}

const Record* note_membership(Subgroup& subgroup, const Record* record) {
  if (OrderProof* proof = proof_of_run(subgroup)) proof->note_common(subgroup, true);
  if (subgroup.uncertain != nullptr) subgroup.uncertain->mark_results(subgroup, *record);
  return record + 1;
}

bool follows(const Lowering& lowering) { return lowering.request().follows_uncertain_branches; }

// The pointer to what the instruction writes; 0 if no operand points to exactly that.
Id written_pointer(const Lowering& lowering, const Instruction& instruction) {
  for (const MemoryOperand& operand :
       memory_operands_of(lowering.registry(), lowering.module(), instruction)) {
    const Id id = instruction.id(operand.operand);
    const bool is_pointer = lowering.type_of(id).kind == Type::Kind::pointer;
    if (operand.writes && operand.only_pointee && is_pointer) return id;
  }
  return 0;
}

// The access chains from a variable to the pointer, the first one first; empty if other instructions are between, or a chain
// takes what its base points to for another type.
std::vector<const Instruction*> chains_from(const Module& module, Id variable, Id pointer) {
  std::vector<const Instruction*> chains;
  while (pointer != variable) {
    const Instruction* definition = module.definition(pointer);
    if (definition == nullptr || !is_plain_access_chain(definition->opcode) ||
        base_type(module, *definition) != pointee_type(module, base_of(*definition)))
      return {};
    chains.insert(chains.begin(), definition);
    pointer = base_of(*definition);
  }
  return chains;
}

// Follows constant indices up to the first other one. `reach` becomes the array that this one indexes.
void narrow(const Lowering& lowering, std::span<const Instruction* const> chains, Reach& reach) {
  for (const Instruction* chain : chains) {
    Id type_id = base_type(lowering.module(), *chain);
    for (unsigned i = first_index_operand(chain->opcode); i < chain->operand_count(); ++i) {
      const Type& type = lowering.type(type_id);
      const auto index = lowering.types().integer(chain->id(i));
      if (type.kind == Type::Kind::structure) {
        if (!index || static_cast<std::size_t>(*index) >= type.members.size()) return;
        reach.begin += type.members[static_cast<std::size_t>(*index)].offset;
        type_id = type.members[static_cast<std::size_t>(*index)].type;
      } else if (type.kind == Type::Kind::array || type.kind == Type::Kind::runtime_array) {
        const bool is_sized = type.kind == Type::Kind::array;
        reach.end = is_sized ? reach.begin + type.count * type.stride : 0;
        if (!index || !is_sized) return;
        reach.begin += static_cast<std::uint64_t>(*index) * type.stride;
        type_id = type.element;
      } else {
        return;
      }
      reach.end = lowering.type(type_id).kind == Type::Kind::runtime_array
                      ? 0
                      : reach.begin + lowering.type(type_id).size;
    }
  }
}

// Whether the id is a variable of a caller of the current function.
bool is_of_caller(Lowering& lowering, Id variable) {
  const Instruction* definition = lowering.module().definition(variable);
  const bool is_local =
      definition != nullptr && is_variable(definition->opcode) &&
      lowering.type(definition->type).storage_class == spv::StorageClass::Function;
  return is_local && lowering.function()->local_value(variable) == nullptr;
}

// The only value that is stored to a variable of a function; 0: several, or not known.
Id stored_once(Lowering& lowering, Id variable) {
  const Instruction* definition = lowering.module().definition(variable);
  if (definition == nullptr || !is_variable(definition->opcode) ||
      !Lowering::in_planes(lowering.value(variable)))
    return 0;
  Id stored = 0;
  for (const Use& use : lowering.analysis().uses(variable)) {
    const Instruction& user = lowering.module().instruction(use.instruction);
    if (user.opcode == spv::Op::OpLoad) continue;
    if (user.opcode != spv::Op::OpStore || stored != 0) return 0;
    stored = user.id(1);
  }
  return stored;
}

// The variable, or the parameter of the kernel, from which the pointer comes; 0: not known.
Id declared_root(Lowering& lowering, Id pointer) {
  const Id declaration = lowering.value(pointer).pointer.declaration;
  if (declaration != 0 || !lowering.program().is_kernel()) return declaration;
  const Instruction* step = lowering.module().definition(pointer);
  while (step != nullptr && step->opcode != spv::Op::OpFunctionParameter) {
    const bool is_step = is_access_chain(step->opcode) || step->opcode == spv::Op::OpBitcast ||
                         step->opcode == spv::Op::OpCopyObject;
    if (!is_step && step->opcode != spv::Op::OpLoad) return 0;
    pointer = is_step ? base_of(*step) : stored_once(lowering, step->id(2));
    step = lowering.module().definition(pointer);
  }
  if (step == nullptr) return 0;
  // A kernel argument: all lanes have the same address before the first record runs.
  const Slot address = lowering.slot(pointer);
  const auto& constants = lowering.program().registers.constants;
  return std::ranges::find(constants, address, &ConstantPlane::slot) != constants.end() ? pointer
                                                                                        : 0;
}

// The bytes that the instruction may write with any indices.
Reach reach_of(Lowering& lowering, const Instruction& instruction) {
  const Id pointer = written_pointer(lowering, instruction);
  if (pointer == 0) return {};
  if (Lowering::in_planes(lowering.value(pointer))) return {};
  const Id declaration = declared_root(lowering, pointer);
  if (declaration == 0 || is_of_caller(lowering, declaration)) return {};
  const Value& variable = lowering.value(declaration);
  if (Lowering::in_planes(variable) || variable.slots.empty() || variable.pointer.descriptors != 0)
    return {};
  Reach reach{variable.slots[0], 0, 0};
  const Module& module = lowering.module();
  if (accessed_type(module, instruction, pointer) != pointee_type(module, pointer)) return reach;
  const auto chains = chains_from(module, declaration, pointer);
  narrow(lowering, chains, reach);
  return reach;
}

// Of the instruction that is being lowered.
struct CurrentReach {
  Reach reach;
};

void emit_note(Lowering& lowering, Handler handler, Slot address, WriteNote note) {
  note.reach = lowering.notes<CurrentReach>().reach;
  lowering.emit(handler, no_slot, {address}, lowering.add_data(note.words()));
}

}  // namespace

void emit_notes_before(Lowering& lowering, const Instruction& instruction) {
  if (!follows(lowering)) return;
  const InstructionDefinition* definition =
      definition_of(lowering.registry(), lowering.module(), instruction);
  if (definition == nullptr) return;
  lowering.notes<CurrentReach>().reach = reach_of(lowering, instruction);
  const bool waits = instruction.opcode != spv::Op::OpMemoryBarrier;
  if (definition->instruction_class == "Barrier")
    lowering.emit(&note_barrier, no_slot, {}, waits ? 1 : 0);
}

void emit_write_note(Lowering& lowering, Slot address, unsigned bytes,
                     std::span<const std::uint32_t> access_words) {
  if (!follows(lowering)) return;
  const AccessWords access(access_words.data());
  WriteNote note;
  note.offset = access.offset;
  note.stride = access.stride;
  note.count = access.count;
  note.bytes = std::max(1u, bytes);
  emit_note(lowering, &note_write, address, note);
}

void emit_read_note(Lowering& lowering, Slot address, std::uint32_t data) {
  if (follows(lowering)) lowering.emit(&note_read, no_slot, {address}, data);
}

void emit_write_note(Lowering& lowering, Slot address, std::uint64_t size) {
  if (!follows(lowering)) return;
  if (size > 0xFFFFFFFF) return emit_unknown_write_note(lowering);
  WriteNote note;
  note.bytes = static_cast<std::uint32_t>(size);
  emit_note(lowering, &note_write, address, note);
}

void emit_atomic_note_end(Lowering& lowering, Slot address, unsigned bytes, Slot result) {
  if (!follows(lowering)) return;
  lowering.emit(&note_atomic_end, no_slot, {address, result}, bytes);
}

void emit_unknown_write_note(Lowering& lowering) {
  if (follows(lowering)) lowering.emit(&note_unknown_write, no_slot);
}

void emit_membership_note(Lowering& lowering, const Instruction& instruction) {
  if (!follows(lowering)) return;
  std::vector<std::uint32_t> words{0};
  if (instruction.result != 0) {
    for (const Slot slot : lowering.value(instruction.result).slots) {
      if (lowering.is_of_instruction(slot)) words.push_back(slot);
    }
  }
  words[0] = static_cast<std::uint32_t>(words.size() - 1);
  if (words[0] != 0) lowering.emit(&note_membership, no_slot, {}, lowering.add_data(words));
}

}  // namespace spirv_oracle
