#include "interpreter/instructions/cooperative_matrix/participation.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <vector>

#include "grammar/core.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/component_bits.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/instructions/cooperative_matrix/access_clauses.h"
#include "interpreter/instructions/cooperative_matrix/matrix_scope.h"

namespace spirv_oracle {
namespace {

// By type: whether it is a cooperative matrix of any scope, or of Workgroup scope, or contains one.
struct MatrixTypes {
  struct Contents {
    bool any = false, of_workgroup = false;
  };
  std::unordered_map<Id, Contents> contents;
};

const MatrixTypes::Contents& matrices_in(Lowering& lowering, Id type_id) {
  auto& known = lowering.notes<MatrixTypes>().contents;
  if (const auto found = known.find(type_id); found != known.end()) return found->second;
  const Type& type = lowering.type(type_id);
  MatrixTypes::Contents contents;
  const auto add = [&](Id part) {
    const MatrixTypes::Contents& of_part = matrices_in(lowering, part);
    contents.any |= of_part.any;
    contents.of_workgroup |= of_part.of_workgroup;
  };
  if (type.kind == Type::Kind::cooperative_matrix)
    contents = {true, type.cooperative.scope == spv::Scope::Workgroup};
  if (type.kind == Type::Kind::array) add(type.element);
  if (type.kind == Type::Kind::structure) {
    for (const Type::Member& member : type.members) add(member.type);
  }
  return known[type_id] = contents;
}

bool contains_matrix(Lowering& lowering, Id type) { return matrices_in(lowering, type).any; }

bool has_matrix(Lowering& lowering, const Instruction& instruction) {
  if (instruction.type != 0 && contains_matrix(lowering, instruction.type)) return true;
  for (unsigned i = Lowering::first_operand(instruction); i < instruction.operand_count(); ++i) {
    if (instruction.operands[i].operand_class != OperandClass::id) continue;
    const Id type = lowering.type_id_of(instruction.id(i));
    if (type != 0 && contains_matrix(lowering, type)) return true;
  }
  return false;
}

void mark_results(Subgroup& subgroup, const std::uint32_t* words) {
  for (std::uint32_t i = 0; i < words[0]; ++i)
    subgroup.header(words[1 + i]).undefined |= subgroup.active;
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
  mark_results(subgroup, subgroup.data + record->extra);
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

// An operand that must be the same in all invocations of the workgroup.
struct UniformPlane {
  Slot slot = no_slot;
  std::uint32_t bytes = 0;
};

// Pointer and the states of TensorLayout and TensorView.
void add_tensor_planes(Lowering& lowering, const Instruction& instruction, unsigned pointer,
                       std::vector<UniformPlane>& planes) {
  planes.push_back({lowering.value(instruction.id(pointer)).slots[0], ScalarType::pointer().bytes});
  for (unsigned i = pointer + 1; i < instruction.operand_count(); ++i) {
    if (instruction.operands[i].operand_class != OperandClass::id) continue;
    const Type& type = lowering.type_of(instruction.id(i));
    if (type.kind != Type::Kind::tensor_layout && type.kind != Type::Kind::tensor_view) continue;
    for (const Slot slot : lowering.value(instruction.id(i)).slots)
      planes.push_back({slot, type.scalar.bytes});
  }
}

using TensorLoad = grammar::OpCooperativeMatrixLoadTensorNV;
using TensorStore = grammar::OpCooperativeMatrixStoreTensorNV;

// The operands that must be the same, and the clause that says so; null: none.
const Clause* uniform_planes(Lowering& lowering, const Instruction& instruction,
                             std::vector<UniformPlane>& planes) {
  const auto add = [&](Id id) {
    const Type& type = lowering.type_of(id);
    const bool is_pointer = type.kind == Type::Kind::pointer;
    planes.push_back({lowering.value(id).slots[0],
                      is_pointer ? ScalarType::pointer().bytes : type.scalar.bytes});
  };
  using Load = grammar::OpCooperativeMatrixLoadKHR;
  using Store = grammar::OpCooperativeMatrixStoreKHR;
  if (instruction.opcode == spv::Op::OpCooperativeMatrixLoadKHR) {
    add(instruction.id(Load::pointer));
    add(instruction.id(Load::stride));
    return &MatrixAccessClauses<Load>::operand_differs;
  }
  if (instruction.opcode == spv::Op::OpCooperativeMatrixStoreKHR) {
    add(instruction.id(Store::pointer));
    add(instruction.id(Store::stride));
    return &MatrixAccessClauses<Store>::operand_differs;
  }
  if (instruction.opcode == spv::Op::OpCooperativeMatrixLoadTensorNV) {
    add_tensor_planes(lowering, instruction, TensorLoad::pointer, planes);
    return &TensorAccessClauses<TensorLoad>::operand_differs;
  }
  if (instruction.opcode == spv::Op::OpCooperativeMatrixStoreTensorNV) {
    add_tensor_planes(lowering, instruction, TensorStore::pointer, planes);
    return &TensorAccessClauses<TensorStore>::operand_differs;
  }
  const Id scalar = uniform_scalar(lowering, instruction);
  if (scalar == 0) return nullptr;
  add(scalar);
  return &MatrixParticipation::scalar_differs;
}

// Whether an invocation has another value in a plane than the first one that has a defined value.
void check_uniform_plane(MatrixHolders holders, const Record& record, const UniformPlane& plane,
                         const Clause& clause) {
  std::optional<std::uint64_t> first;
  for (Subgroup* subgroup : subgroups_of(holders)) {
    LaneMask differing;
    for (const MatrixHolder& holder : holders) {
      if (holder.subgroup != subgroup || subgroup->header(plane.slot).undefined.test(holder.lane))
        continue;
      const std::uint64_t bits = component_bits(*subgroup, plane.slot, plane.bytes, holder.lane);
      if (!first) first = bits;
      if (bits != *first) differing.set(holder.lane);
    }
    if (differing.any()) report(*subgroup, record, clause, differing);
  }
}

// Words: { the number of a clause + 1 (0: none), count, uniform planes }. All invocations of the workgroup have come here.
constexpr const Clause* clauses_about_operands[] = {
    &MatrixParticipation::scalar_differs,
    &MatrixAccessClauses<grammar::OpCooperativeMatrixLoadKHR>::operand_differs,
    &MatrixAccessClauses<grammar::OpCooperativeMatrixStoreKHR>::operand_differs,
    &TensorAccessClauses<TensorLoad>::operand_differs,
    &TensorAccessClauses<TensorStore>::operand_differs};
void check_workgroup(MatrixHolders holders, const Record& record, const std::uint32_t* words) {
  for (Subgroup* subgroup : subgroups_of(holders)) {
    if (subgroup->existing == LaneMask::first(subgroup->size)) continue;
    report(*subgroup, record, MatrixParticipation::partial_subgroup, subgroup->active);
    mark_results(*subgroup, subgroup->data + record.extra);
  }
  if (words[0] == 0) return;
  const Clause& clause = *clauses_about_operands[words[0] - 1];
  for (std::uint32_t i = 0; i < words[1]; ++i)
    check_uniform_plane(holders, record, {words[2 + 2 * i], words[3 + 2 * i]}, clause);
}

// The scope of the matrices among the result and the operands.
spv::Scope scope_of(Lowering& lowering, const Instruction& instruction) {
  const auto is_of_workgroup = [&](Id type) {
    return type != 0 && matrices_in(lowering, type).of_workgroup;
  };
  bool found = is_of_workgroup(instruction.type);
  for (unsigned i = Lowering::first_operand(instruction); i < instruction.operand_count(); ++i) {
    if (instruction.operands[i].operand_class == OperandClass::id)
      found = found || is_of_workgroup(lowering.type_id_of(instruction.id(i)));
  }
  return found ? spv::Scope::Workgroup : spv::Scope::Subgroup;
}

void emit_workgroup_check(Lowering& lowering, const Instruction& instruction,
                          RecordEffects effects) {
  // Its record has waited for all invocations.
  if (instruction.opcode == spv::Op::OpCooperativeMatrixMulAddKHR) return;
  std::vector<std::uint32_t> words;
  std::vector<UniformPlane> planes;
  const Clause* clause = uniform_planes(lowering, instruction, planes);
  const auto* const found = std::ranges::find(clauses_about_operands, clause);
  words.push_back(
      clause == nullptr ? 0u : static_cast<std::uint32_t>(found - clauses_about_operands) + 1);
  words.push_back(static_cast<std::uint32_t>(planes.size()));
  for (const UniformPlane& plane : planes) {
    words.insert(words.end(), {plane.slot, plane.bytes});
    effects.reads.push_back(plane.slot);
  }
  emit_matrix_record<&check_workgroup>(lowering, spv::Scope::Workgroup, words, std::move(effects));
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
  const bool is_workgroup = scope_of(lowering, instruction) == spv::Scope::Workgroup;
  if (const Id scalar = uniform_scalar(lowering, instruction); scalar != 0 && !is_workgroup) {
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
  if (is_workgroup) {
    emit_workgroup_check(lowering, instruction, {.reads = results, .writes = results});
    return;
  }
  lowering.describe(lowering.emit(&check_participation, no_slot, {no_slot, no_slot, no_slot},
                                  lowering.builder().add_shared_data(words)),
                    {.reads = results, .writes = results});
}

}  // namespace spirv_oracle
