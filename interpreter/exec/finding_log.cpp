#include "interpreter/exec/finding_log.h"

#include <algorithm>
#include <tuple>

#include "interpreter/dispatch.h"
#include "interpreter/loader/module.h"
#include "interpreter/semantics/registry.h"

namespace spirv_oracle {
namespace {

Severity severity_of(Effect effect) {
  switch (effect) {
    case Effect::undefined_behavior:
      return Severity::undefined_behavior;
    case Effect::undefined_result:
      return Severity::undefined_value;
    case Effect::implementation_defined:
      break;
  }
  return Severity::implementation_dependent;
}

std::string instruction_name(const Module& module, const InstructionRegistry& registry,
                             const Instruction& instruction) {
  if (instruction.opcode == spv::Op::OpExtInst) {
    const std::string_view set = module.extended_set(instruction.id(2));
    const InstructionDefinition* definition = registry.find_extended(set, instruction.literal(3));
    if (definition != nullptr) return std::string(set) + " " + std::string(definition->name);
  }
  const InstructionDefinition* definition = registry.find(instruction.opcode);
  return definition != nullptr ? std::string(definition->name) : std::string("instruction");
}

std::string enclosing_function(const Module& module, std::uint32_t instruction) {
  for (const Function& function : module.functions()) {
    if (!function.blocks.empty() && function.blocks.front().first <= instruction &&
        instruction <= function.blocks.back().last) {
      return module.display(function.id);
    }
  }
  return {};
}

CodeLocation locate(const Program& program, std::uint32_t origin) {
  const std::uint32_t index = program.origins[origin].instruction;
  return index == 0 ? CodeLocation{} : locate(*program.module, *program.registry, index);
}

// The calls through which the function was reached, innermost first.
std::vector<Note> call_notes(const Program& program, std::uint32_t origin) {
  std::vector<Note> notes;
  for (std::uint32_t call = program.origins[origin].call; call != 0 && notes.size() < 16;
       call = program.origins[call].call) {
    const CodeLocation where = locate(program, call);
    notes.push_back(
        {"called from " + where.function + ": " + where.disassembly, where.source, where.word});
  }
  return notes;
}

// What the lanes had to do to be one tangle, and where.
std::vector<Note> join_notes(const Program& program, const Join& join) {
  const ConstructInfo& construct = program.constructs[join.construct];
  const CodeLocation header = locate(program, construct.origin);
  const Instruction& instruction =
      program.module->instruction(program.origins[construct.origin].instruction);
  const auto label = [&](unsigned operand) {
    return program.module->display(instruction.id(operand));
  };
  std::string met;
  switch (join.place) {
    case JoinPlace::call_return:
      return {{"they met again behind the returns of the call: " + header.disassembly,
               header.source, header.word}};
    case JoinPlace::block:
      return {{"they met again at the block " + header.result, header.source, header.word}};
    case JoinPlace::merge_block:
    case JoinPlace::workgroup_merge_block:
      met = "at the merge block " + label(0) + " of the construct with this header: ";
      break;
    case JoinPlace::continue_target:
      met = "at the continue target " + label(1) + " of the loop with this header: ";
      break;
    case JoinPlace::switch_case:
      met = "at a case of the switch with this header: ";
      break;
  }
  return {{"they met again " + met + header.disassembly, header.source, header.word}};
}

const char* join_help(const Join& join) {
  if (join.place == JoinPlace::block) return "execute it where the whole subgroup is together";
  return join.place == JoinPlace::switch_case
             ? "execute it outside the switch: no mode promises that lanes with different selector "
               "values stay together"
             : "ask for maximal reconvergence (MaximallyReconvergesKHR; "
               "[[maximally_reconverges]] in GLSL), or execute it before the lanes part";
}

}  // namespace

CodeLocation locate(const Module& module, const InstructionRegistry& registry,
                    std::uint32_t index) {
  const Instruction& instruction = module.instruction(index);
  CodeLocation where;
  where.instruction = instruction_name(module, registry, instruction);
  if (instruction.result != 0) where.result = module.display(instruction.result);
  where.disassembly = module.disassemble(instruction);
  where.function = enclosing_function(module, index);
  where.source = module.source(instruction.line);
  where.word = instruction.word_offset;
  return where;
}

const char* severity_name(Severity severity) {
  switch (severity) {
    case Severity::undefined_behavior:
      return "undefined-behavior";
    case Severity::undefined_value:
      return "undefined-value";
    case Severity::undefined_output:
      return "undefined-output";
    case Severity::implementation_dependent:
      break;
  }
  return "implementation-dependent";
}

CountedFinding* FindingLog::look_up(const Clause& clause, std::uint32_t origin) {
  const auto entry = findings_.find(Key{origin, &clause});
  if (entry == findings_.end()) return nullptr;
  recent_.remember(entry->second);
  return &entry->second;
}

RawFinding* FindingLog::add(const Clause& clause, Effect effect, const Execution& execution) {
  if (count_again(clause, execution)) return nullptr;
  has_undefined_behavior_ |= effect == Effect::undefined_behavior;
  RawFinding& first = findings_[Key{execution.origin, &clause}];
  static_cast<Execution&>(first) = execution;
  first.clause = &clause;
  first.effect = effect;
  return &first;
}

void FindingLog::merge(const FindingLog& other) {
  has_undefined_behavior_ |= other.has_undefined_behavior_;
  for (const auto& [key, finding] : other.findings_) {
    const auto [entry, inserted] = findings_.try_emplace(key, finding);
    if (inserted) continue;
    const std::uint64_t occurrences = entry->second.occurrences + finding.occurrences;
    if (finding.workgroup_index < entry->second.workgroup_index) entry->second = finding;
    entry->second.occurrences = occurrences;
  }
}

void FindingLog::prefer(const RawFinding& occurrence) {
  const auto entry = findings_.find(Key{occurrence.origin, occurrence.clause});
  if (entry == findings_.end()) return;
  const std::uint64_t occurrences = entry->second.occurrences;
  entry->second = occurrence;
  entry->second.occurrences = occurrences;
}

std::vector<std::uint32_t> FindingLog::origins_of_undefined_results() const {
  std::vector<std::uint32_t> origins;
  for (const auto& [key, finding] : findings_) {
    if (finding.effect == Effect::undefined_result) origins.push_back(key.first);
  }
  return origins;
}

std::vector<const Clause*> FindingLog::clauses() const {
  std::vector<const Clause*> clauses;
  for (const auto& [key, finding] : findings_) {
    if (std::ranges::find(clauses, key.second) == clauses.end()) clauses.push_back(key.second);
  }
  std::ranges::sort(clauses, {}, &Clause::id);
  return clauses;
}

std::vector<Finding> FindingLog::render(const Program& program) const {
  std::vector<const RawFinding*> sorted;
  for (const auto& [key, finding] : findings_) sorted.push_back(&finding);
  std::ranges::sort(sorted, {}, [](const RawFinding* f) {
    return std::make_tuple(f->workgroup_index, f->origin, f->clause->id);
  });
  std::vector<Finding> result;
  for (const RawFinding* raw : sorted) {
    Finding finding;
    finding.severity = severity_of(raw->effect);
    finding.clause = raw->clause->id;
    finding.kind = raw->clause->kind;
    finding.message = std::string(raw->clause->condition);
    if (!raw->detail.empty()) finding.message += ": " + raw->detail;
    finding.where = locate(program, raw->origin);
    finding.workgroup = raw->workgroup;
    finding.subgroup = raw->subgroup;
    finding.lanes = raw->lanes;
    finding.occurrences = raw->occurrences;
    finding.operands = raw->operands;
    for (const LoopPlace& loop : raw->loops) {
      finding.loops.push_back(
          {locate(program, program.constructs[loop.construct].origin), loop.iteration});
    }
    finding.notes = raw->history;
    const std::vector<Note> calls = call_notes(program, raw->origin);
    finding.notes.insert(finding.notes.end(), calls.begin(), calls.end());
    if (raw->join) {
      if (raw->join->place == JoinPlace::workgroup_merge_block)
        finding.message += ": not all subgroups of the workgroup took part in the join";
      finding.help = join_help(*raw->join);
      const std::vector<Note> met = join_notes(program, *raw->join);
      finding.notes.insert(finding.notes.begin(), met.begin(), met.end());
    }
    if (raw->other) {
      finding.help = raw->other->help;
      const CodeLocation other = locate(program, raw->other->origin);
      finding.notes.insert(finding.notes.begin(),
                           {"the other access, " + raw->other->who + ": " + other.disassembly,
                            other.source, other.word});
    }
    result.push_back(std::move(finding));
  }
  return result;
}

}  // namespace spirv_oracle
