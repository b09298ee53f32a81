// Histories of values as notes of a finding.
#include <algorithm>
#include <unordered_set>

#include "interpreter/exec/report/object_name.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/module.h"
#include "interpreter/observe/provenance.h"

namespace spirv_oracle {
namespace {

using What = HistoryStep::What;

constexpr std::size_t max_notes = 8;

bool is_lifetime(const Instruction& instruction) {
  return instruction.opcode == spv::Op::OpLifetimeStart ||
         instruction.opcode == spv::Op::OpLifetimeStop;
}

// The variable of an OpVariable, or of an instruction about its lifetime.
Id variable_of(const Module& module, const Instruction& instruction) {
  Id id = is_lifetime(instruction) ? instruction.id(0) : instruction.result;
  for (const Instruction* cast = module.definition(id);
       cast != nullptr && cast->opcode == spv::Op::OpBitcast; cast = module.definition(id))
    id = cast->id(2);
  return id;
}

// The variables whose lifetime begins or ends at an instruction of the module.
class Lifetimes {
 public:
  explicit Lifetimes(const Module& module) : module_(module) {
    for (const Instruction& instruction : module.instructions()) {
      if (is_lifetime(instruction)) variables_.insert(variable_of(module, instruction));
    }
  }
  bool limits(Id variable) const { return variables_.contains(variable); }
  // `object`: the memory of a variable, which has its name.
  bool limits(const Allocation& object) const {
    return object.kind == MemoryKind::lane_private &&
           std::ranges::any_of(variables_, [&](Id variable) {
             const std::string_view name = module_.name(variable);
             return object.name ==
                    (name.empty() ? module_.display(variable) : std::string("%").append(name));
           });
  }

 private:
  const Module& module_;
  std::unordered_set<Id> variables_;
};

// What a step reads.
struct ReadVariable {
  std::string name;
  bool has_lifetime = false;  // which instructions of the module limit
  bool is_after_lifetime = false;
};

ReadVariable place_of(const HistoryStep& step, const Module& module, const Instruction& instruction,
                      const AddressSpace& memory, const Lifetimes& lifetimes) {
  const Allocation* object = memory.object(step.object).allocation;
  if (object != nullptr) return {name_in_source(*object), lifetimes.limits(*object), false};
  const Id variable = variable_of(module, instruction);
  if (variable == 0) return {};
  return {name_of_declaration(module, variable), lifetimes.limits(variable),
          instruction.opcode == spv::Op::OpLifetimeStop};
}

bool is_workgroup_memory(const AddressSpace& memory, const HistoryStep& step) {
  const Allocation* object = memory.object(step.object).allocation;
  return object != nullptr && object->kind == MemoryKind::workgroup;
}

std::string step_text(const HistoryStep& step, const ReadVariable& read,
                      const std::string& instruction) {
  const std::string& place = read.name;
  const char* const within = read.has_lifetime ? " within its lifetime: " : ": ";
  switch (step.what) {
    case What::unset_variable:
      if (read.is_after_lifetime)
        return place + " has no value, because its lifetime had ended: " + instruction;
      return place + " is not initialized" + within + instruction;
    case What::unset_memory:
      return "nothing has written the bytes that this reads from " + place + within + instruction;
    case What::initial_memory:
      return "this reads an undefined or implementation-dependent value from " + place + ": " +
             instruction;
    case What::uncertain_branch:
      return "the value depends on this branch, whose direction depends on the implementation: " +
             instruction;
    case What::result:
      return "the value originates here: " + instruction;
    case What::unordered:
      return "the value depends on the order of the atomic accesses to " + place + ": " +
             instruction;
    case What::passed_on:
      break;
  }
  return "the value is used here: " + instruction;
}

}  // namespace

std::vector<Note> history_notes(const Program& program, const AddressSpace& memory,
                                const HistorySteps& history) {
  const Module& module = *program.module;
  std::vector<const HistoryStep*> shown;
  SourceLocation last;
  for (const HistoryStep& step : history) {
    const std::uint32_t index = program.origins[step.origin].instruction;
    if (index == 0) continue;
    // Of the steps on one line of the source, only the first is shown.
    SourceLocation source = module.source(module.instruction(index).line);
    if (source.line != 0 && source.line == last.line && source.file == last.file) continue;
    shown.push_back(&step);
    last = std::move(source);
  }
  const std::size_t left_out = shown.size() > max_notes ? shown.size() - max_notes : 0;
  const auto middle =
      shown.begin() + static_cast<std::ptrdiff_t>(std::min(shown.size(), max_notes / 2));
  shown.erase(middle, middle + static_cast<std::ptrdiff_t>(left_out));
  const Lifetimes lifetimes(module);
  std::vector<Note> notes;
  for (const HistoryStep* step : shown) {
    const std::uint32_t index = program.origins[step->origin].instruction;
    const CodeLocation where = locate(module, *program.registry, index);
    const ReadVariable place =
        place_of(*step, module, module.instruction(index), memory, lifetimes);
    notes.push_back({step_text(*step, place, where.disassembly), where.source, where.word});
  }
  const bool is_shared = std::ranges::any_of(shown, [&](const HistoryStep* step) {
    return step->what == What::unset_memory && is_workgroup_memory(memory, *step);
  });
  if (left_out != 0)
    notes[max_notes / 2 - 1].message += " (and " + std::to_string(left_out) + " more steps)";
  if (is_shared) {
    notes.push_back(
        {"shared variables have no initial value: let invocations write this one first, "
         "with a barrier between the writes and this read",
         {}});
  }
  return notes;
}

}  // namespace spirv_oracle
