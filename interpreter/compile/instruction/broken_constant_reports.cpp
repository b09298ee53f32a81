#include "interpreter/compile/instruction/broken_constant_reports.h"

#include <algorithm>
#include <string>

#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/observe/provenance.h"

namespace spirv_oracle {
namespace {

// operand 0: a Boolean plane, or none; extra: in Program::data { clause (2 words), index of the instruction that uses
// the constant, the value that the plane must have }.
const Record* report_broken_constant(Subgroup& subgroup, const Record* record) {
  const std::uint32_t* words = subgroup.data + record->extra;
  const auto* clause =
      reinterpret_cast<const Clause*>(words[0] | std::uint64_t{words[1]} << 32);  // NOLINT
  LaneMask lanes = subgroup.active;
  if (record->operand[0] != no_slot) {
    const LaneMask undefined = subgroup.header(record->operand[0]).undefined;
    const LaneMask truth = subgroup.truth(record->operand[0]);
    lanes &= undefined | (words[3] != 0 ? truth : ~truth);
  }
  if (lanes.none()) return record + 1;
  BrokenClauses broken;
  broken.add(*clause, lanes);
  broken.report(subgroup, *record, [&](const Clause&, unsigned) {
    const Module& module = *subgroup.program->module;
    const Instruction& user = module.instruction(words[2]);
    const SourceLocation source = module.source(user.line);
    return "the result is used by " + module.disassemble(user) +
           (source.line != 0 ? " at " + source.file + ":" + std::to_string(source.line) : "");
  });
  return record + 1;
}

}  // namespace

void BrokenConstantReports::report(Id constant, Slot condition, bool value) {
  if (broken_.empty() || lowering_.function() == nullptr) return;
  const std::uint32_t user = lowering_.builder().origin();
  std::vector<Id> operations = broken_.behind(lowering_.types(), constant);
  std::ranges::reverse(operations);  // operands first
  for (const Id operation : operations) {
    const auto [entry, is_new] = origins_.try_emplace(operation, 0);
    if (is_new) {
      lowering_.builder().set_origin(
          static_cast<std::uint32_t>(lowering_.module().definition(operation) -
                                     &lowering_.module().instruction(0)),
          0);
      entry->second = lowering_.builder().origin();
    }
    lowering_.builder().resume_origin(entry->second);
    for (const Clause* clause : broken_.clauses_of(operation)) {
      const auto address = reinterpret_cast<std::uintptr_t>(clause);
      const std::uint32_t words[] = {static_cast<std::uint32_t>(address),
                                     static_cast<std::uint32_t>(std::uint64_t{address} >> 32),
                                     lowering_.program().origins[user].instruction,
                                     value ? 1u : 0u};
      lowering_.emit(&report_broken_constant, no_slot, {condition}, lowering_.add_data(words));
    }
    if (lowering_.request().record_provenance &&
        has_undefined_component(lowering_.types(), constant))
      note_result(constant, operation == operations.front());
    lowering_.builder().resume_origin(user);
  }
}

// The undefined components of the constant originate from the operation at the current origin. `is_first`: otherwise also
// from those before it.
void BrokenConstantReports::note_result(Id constant, bool is_first) {
  const std::vector<Slot>& slots = lowering_.value(constant).slots;
  std::vector<std::uint32_t> words = {0, static_cast<std::uint32_t>(slots.size())};
  for (const Slot slot : slots) {
    words.push_back(slot);
    if (is_first) {
      words.insert(words.end(), {0, 0});
    } else {
      words.insert(words.end(), {1, 1, slot});
    }
  }
  lowering_.emit(&spirv_oracle::note_result, no_slot, {}, lowering_.add_data(words));
}

void BrokenConstantReports::report_operands(const Instruction& instruction) {
  if (broken_.empty()) return;
  for (unsigned i = Lowering::first_operand(instruction); i < instruction.operand_count(); ++i) {
    if (instruction.operands[i].operand_class != OperandClass::id) continue;
    const Id id = instruction.id(i);
    const bool is_object = instruction.opcode == spv::Op::OpSelect && i > 2;
    const bool is_scalar =
        is_object && lowering_.type_of(instruction.id(2)).kind == Type::Kind::scalar;
    if (broken_.behind(lowering_.types(), id).empty()) continue;
    // A dynamic index may select any component of a vector.
    report(id, is_scalar ? lowering_.slot(instruction.id(2)) : no_slot, i == 3);
  }
}

}  // namespace spirv_oracle
