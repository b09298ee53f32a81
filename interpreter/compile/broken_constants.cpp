#include "interpreter/compile/broken_constants.h"

#include <algorithm>
#include <set>
#include <string>

#include "interpreter/compile/instruction_lowering.h"
#include "interpreter/exec/report.h"
#include "interpreter/exec/subgroup.h"
#include "interpreter/observe/provenance.h"

namespace spirv_oracle {
namespace {

bool has_undefined_component(const SpecializedModule& types, Id id) {
  const ConstantValue* value = types.constant(id);
  return value != nullptr && std::ranges::any_of(*value, &ConstantComponent::undefined);
}

// Operands of an OpSpecConstantOp that is an OpSelect.
constexpr unsigned select_condition = 3, select_object_1 = 4, select_object_2 = 5;

// Whether the value of a selection may come from its operand.
bool may_select(const SpecializedModule& types, const Instruction& select, unsigned operand) {
  if (operand == select_condition) return true;
  const ConstantValue* conditions = types.constant(select.id(select_condition));
  if (conditions == nullptr) return true;
  return std::ranges::any_of(*conditions, [&](const ConstantComponent& component) {
    return component.undefined || (component.bits != 0) == (operand == select_object_1);
  });
}

// The constants on which the value of a constant depends.
std::vector<Id> operands_that_count(const SpecializedModule& types, const Instruction& constant) {
  std::vector<Id> operands;
  const bool is_operation = constant.opcode == spv::Op::OpSpecConstantOp;
  if (!is_operation && constant.opcode != spv::Op::OpSpecConstantComposite &&
      constant.opcode != spv::Op::OpConstantComposite) {
    return operands;
  }
  const bool is_select =
      is_operation && static_cast<spv::Op>(constant.literal(2)) == spv::Op::OpSelect;
  const bool is_undefined = has_undefined_component(types, constant.result);
  for (unsigned i = is_operation ? 3 : 2; i < constant.operand_count(); ++i) {
    if (constant.operands[i].operand_class != OperandClass::id ||
        (is_select && i <= select_object_2 && !may_select(types, constant, i)) ||
        (!is_undefined && has_undefined_component(types, constant.id(i)))) {
      continue;
    }
    operands.push_back(constant.id(i));
  }
  return operands;
}

}  // namespace

std::vector<Id> BrokenConstants::behind(const SpecializedModule& types, Id id) const {
  std::vector<Id> found, waiting = {id};
  std::set<Id> visited;
  if (empty()) return found;
  while (!waiting.empty()) {
    const Id next = waiting.back();
    waiting.pop_back();
    const Instruction* constant = types.module().definition(next);
    if (constant == nullptr || !visited.insert(next).second) continue;
    if (operations_.contains(next)) found.push_back(next);
    const std::vector<Id> operands = operands_that_count(types, *constant);
    waiting.insert(waiting.end(), operands.begin(), operands.end());
  }
  return found;
}

namespace {

// operand 0: a Boolean plane, or none; extra: in Program::data { clause (2 words), index of the instruction that uses
// the constant, the value that the plane must have }.
const Op* report_broken_constant(Subgroup& subgroup, const Op* op) {
  const std::uint32_t* words = subgroup.data + op->extra;
  const auto* clause =
      reinterpret_cast<const Clause*>(words[0] | std::uint64_t{words[1]} << 32);  // NOLINT
  LaneMask lanes = subgroup.active;
  if (op->operand[0] != no_slot) {
    const LaneMask undefined = subgroup.header(op->operand[0]).undefined;
    const LaneMask truth = subgroup.truth(op->operand[0]);
    lanes &= undefined | (words[3] != 0 ? truth : ~truth);
  }
  if (lanes.none()) return op + 1;
  BrokenClauses broken;
  broken.add(*clause, lanes);
  broken.report(subgroup, *op, [&](const Clause&, unsigned) {
    const Module& module = *subgroup.program->module;
    const Instruction& user = module.instruction(words[2]);
    const SourceLocation source = module.source(user.line);
    return "the result is used by " + module.disassemble(user) +
           (source.line != 0 ? " at " + source.file + ":" + std::to_string(source.line) : "");
  });
  return op + 1;
}

}  // namespace

void InstructionLowering::report_broken_constants(Id constant, Slot condition, bool value) {
  if (broken_constants_.empty() || function_ == nullptr) return;
  const std::uint32_t user = builder_.origin();
  std::vector<Id> operations = broken_constants_.behind(types_, constant);
  std::ranges::reverse(operations);  // operands first
  for (const Id operation : operations) {
    const auto [entry, is_new] = broken_origins_.try_emplace(operation, 0);
    if (is_new) {
      builder_.set_origin(
          static_cast<std::uint32_t>(module().definition(operation) - &module().instruction(0)), 0);
      entry->second = builder_.origin();
    }
    builder_.resume_origin(entry->second);
    for (const Clause* clause : broken_constants_.clauses_of(operation)) {
      const auto address = reinterpret_cast<std::uintptr_t>(clause);
      const std::uint32_t words[] = {static_cast<std::uint32_t>(address),
                                     static_cast<std::uint32_t>(std::uint64_t{address} >> 32),
                                     program_.origins[user].instruction, value ? 1u : 0u};
      emit(&report_broken_constant, no_slot, {condition}, add_data(words));
    }
    if (dispatch().pass.record_provenance && has_undefined_component(types_, constant))
      note_broken_result(constant, operation == operations.front());
    builder_.resume_origin(user);
  }
}

// The undefined components of the constant originate from the operation at the current origin. `is_first`: otherwise also
// from those before it.
void InstructionLowering::note_broken_result(Id constant, bool is_first) {
  const std::vector<Slot>& slots = value(constant).slots;
  std::vector<std::uint32_t> words = {0, static_cast<std::uint32_t>(slots.size())};
  for (const Slot slot : slots) {
    words.push_back(slot);
    if (is_first) {
      words.insert(words.end(), {0, 0});
    } else {
      words.insert(words.end(), {1, 1, slot});
    }
  }
  emit(&note_result, no_slot, {}, add_data(words));
}

void InstructionLowering::report_broken_operands(const Instruction& instruction) {
  for (unsigned i = first_operand(instruction); i < instruction.operand_count(); ++i) {
    if (instruction.operands[i].operand_class != OperandClass::id) continue;
    const Id id = instruction.id(i);
    const bool is_object = instruction.opcode == spv::Op::OpSelect && i > 2;
    const bool is_scalar = is_object && type_of(instruction.id(2)).kind == Type::Kind::scalar;
    if (broken_constants_.behind(types_, id).empty()) continue;
    // A dynamic index may select any component of a vector.
    report_broken_constants(id, is_scalar ? slot(instruction.id(2)) : no_slot, i == 3);
  }
}

}  // namespace spirv_oracle
