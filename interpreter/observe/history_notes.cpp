// Histories of values as notes of a finding.
#include <algorithm>

#include "interpreter/exec/object_name.h"
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

// The variable of an OpVariable, or of an instruction about its lifetime, by its name if it has one.
std::string variable_text(const Module& module, std::uint32_t index) {
  const Instruction& instruction = module.instruction(index);
  Id id = is_lifetime(instruction) ? instruction.id(0) : instruction.result;
  for (const Instruction* cast = module.definition(id);
       cast != nullptr && cast->opcode == spv::Op::OpBitcast; cast = module.definition(id))
    id = cast->id(2);
  const std::string_view name = module.name(id);
  return name.empty() ? module.display(id) : "'" + std::string(name) + "'";
}

// `place` names the variable or memory, of a module that may say when the lifetime of variables begins and ends.
std::string step_text(const HistoryStep& step, const std::string& place, bool has_lifetimes,
                      const std::string& instruction) {
  const char* const within = has_lifetimes ? " within its lifetime: " : ": ";
  switch (step.what) {
    case What::unset_variable:
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
  std::vector<const HistoryStep*> told;
  SourceLocation last;
  for (const HistoryStep& step : history) {
    const std::uint32_t index = program.origins[step.origin].instruction;
    if (index == 0) continue;
    // Of the steps on one line of the source, only the first is shown.
    SourceLocation source = module.source(module.instruction(index).line);
    if (source.line != 0 && source.line == last.line && source.file == last.file) continue;
    told.push_back(&step);
    last = std::move(source);
  }
  const std::size_t left_out = told.size() > max_notes ? told.size() - max_notes : 0;
  const auto middle =
      told.begin() + static_cast<std::ptrdiff_t>(std::min(told.size(), max_notes / 2));
  told.erase(middle, middle + static_cast<std::ptrdiff_t>(left_out));
  const bool has_lifetimes = std::ranges::any_of(module.instructions(), is_lifetime);
  std::vector<Note> notes;
  for (const HistoryStep* step : told) {
    const std::uint32_t index = program.origins[step->origin].instruction;
    const CodeLocation where = locate(module, *program.registry, index);
    const Allocation* object = memory.object(step->object).allocation;
    const std::string place =
        object != nullptr ? name_in_source(*object) : variable_text(module, index);
    notes.push_back(
        {step_text(*step, place, has_lifetimes, where.disassembly), where.source, where.word});
  }
  if (left_out != 0)
    notes[max_notes / 2 - 1].message += " (and " + std::to_string(left_out) + " more steps)";
  return notes;
}

}  // namespace spirv_oracle
