#include "interpreter/exec/report/finding_log.h"

#include <spirv-tools/libspirv.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "interpreter/dispatch.h"
#include "interpreter/exec/report/finding_help.h"
#include "interpreter/exec/report/operand_values.h"
#include "interpreter/exec/report/race_explanation.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/imported_functions.h"
#include "interpreter/ir/registry.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {
namespace {

// Some instructions, such as constants, have no definition.
std::string instruction_name(const Module& module, const InstructionRegistry& registry,
                             const Instruction& instruction) {
  const InstructionDefinition* definition = definition_of(registry, module, instruction);
  if (instruction.opcode == spv::Op::OpExtInst && definition != nullptr)
    return std::string(module.extended_set(instruction.id(2))) + " " +
           std::string(definition->name);
  if (definition == nullptr) definition = registry.find(instruction.opcode);
  if (definition != nullptr) return std::string(definition->name);
  return std::string("Op") + spvOpcodeString(static_cast<std::uint32_t>(instruction.opcode));
}

std::string enclosing_function(const Module& module, std::uint32_t instruction) {
  const auto functions = module.functions();
  const auto behind = std::ranges::upper_bound(
      functions, &module.instruction(instruction), {},
      [&](const Function& function) { return module.definition(function.id); });
  if (behind == functions.begin()) return {};
  const Function& function = *std::prev(behind);
  const bool is_inside = !function.blocks.empty() && function.blocks.front().first <= instruction &&
                         instruction <= function.blocks.back().last;
  return is_inside ? module.display(function.id) : std::string();
}

CodeLocation locate(const Program& program, std::uint32_t origin) {
  const std::uint32_t index = program.origins[origin].instruction;
  return index == 0 ? CodeLocation{} : locate(*program.module, *program.registry, index);
}

// Whether an entry point consists of a single call. Translators of kernels generate entry points that have
// no place in the source and only call the function that is the kernel there.
bool is_call_of_wrapper(const Module& module, std::uint32_t call) {
  return std::ranges::any_of(module.entry_points(), [&](const EntryPoint& entry) {
    const Function* function = module.function(entry.function);
    if (entry.model != spv::ExecutionModel::Kernel || function == nullptr ||
        function->blocks.size() != 1)
      return false;
    const Block& block = function->blocks.front();
    return block.first == call && block.last == call + 1;
  });
}

// Adds the calls through which the function was reached, the innermost one first. `prefix` tells what they are, if needed.
void add_calls(const Program& program, std::uint32_t origin, const std::string& prefix,
               std::vector<Note>& notes) {
  constexpr unsigned most_calls = 16;
  unsigned count = 0;
  for (std::uint32_t call = program.origins[origin].call; call != 0 && count < most_calls;
       call = program.origins[call].call) {
    if (is_call_of_wrapper(*program.module, program.origins[call].instruction)) continue;
    const CodeLocation where = locate(program, call);
    notes.push_back(
        {(count++ == 0 ? prefix : "") + "called from " + where.function + ": " + where.disassembly,
         where.source, where.word});
  }
}

// Adds another access of a race, and its calls if the finding has others.
void add_other_access(const Program& program, const RawFinding& raw, const OtherAccess& other,
                      const std::string& also, std::vector<Note>& notes) {
  const Origin& here = program.origins[raw.origin];
  const Origin& there = program.origins[other.origin];
  const CodeLocation where = locate(program, other.origin);
  if (here.instruction == there.instruction && !other.note_of_same_instruction.empty()) {
    notes.push_back({also + other.note_of_same_instruction, {}, where.word});
  } else {
    notes.push_back({also + other.note + ": " + where.disassembly, where.source, where.word});
  }
  if (here.call != there.call) add_calls(program, other.origin, "the other access: ", notes);
}

// The other accesses of a race, in notes and in the help.
void add_other_accesses(const Program& program, const RawFinding& raw, Finding& finding) {
  finding.notes.clear();
  bool have_same_calls = true;
  for (const OtherAccess& access : raw.others) {
    const bool is_first = &access == raw.others.data();
    add_other_access(program, raw, access, is_first ? "" : "also, without order, ", finding.notes);
    have_same_calls &= program.origins[raw.origin].call == program.origins[access.origin].call;
    if (is_first) {
      finding.help = access.help;
    } else if (access.help != finding.help) {
      finding.help += (access.of_other_workgroup ? "; this does not order workgroups: "
                                                 : "; within a workgroup: ") +
                      access.help;
    }
    std::ranges::copy_if(access.edits, std::back_inserter(finding.edits), [&](const auto& edit) {
      return std::ranges::find(finding.edits, edit) == finding.edits.end();
    });
  }
  add_calls(program, raw.origin, have_same_calls ? "" : "this access: ", finding.notes);
}

std::string message_of(const Program& program, const RawFinding& finding) {
  if (!finding.message.empty()) return finding.message;
  const std::string condition =
      with_expressions(program, finding.origin, finding.clause->condition);
  return finding.detail.empty() ? condition : condition + ": " + finding.detail;
}

// What must have happened for the lanes to be one tangle, and where.
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
    case JoinKind::call_return:
      return {{"the lanes reconverged after they returned from this call: " + header.disassembly,
               header.source, header.word}};
    case JoinKind::block:
      return {{"the lanes reconverged at block " + header.result, header.source, header.word}};
    case JoinKind::merge_block:
    case JoinKind::workgroup_merge_block:
      met = "at merge block " + label(0) + " of the construct with this header: ";
      break;
    case JoinKind::continue_target:
      met = "at continue target " + label(1) + " of the loop with this header: ";
      break;
    case JoinKind::switch_case:
      met = "in a case of the switch with this header: ";
      break;
  }
  return {{"the lanes reconverged " + met + header.disassembly, header.source, header.word}};
}

const char* join_help(const Join& join) {
  if (join.place == JoinKind::block)
    return "execute the instruction where the subgroup has not diverged";
  return join.place == JoinKind::switch_case
             ? "execute the instruction outside the switch: no execution mode guarantees that "
               "lanes with different selector values reconverge in a case"
             : "request maximal reconvergence (MaximallyReconvergesKHR; [[maximally_reconverges]] "
               "in GLSL), or execute the instruction before the lanes diverge";
}

Finding render_one(const Program& program, const RawFinding& raw) {
  Finding finding;
  finding.severity = severity_of(raw.effect);
  finding.clause = raw.clause->id;
  finding.kind = raw.clause->kind;
  finding.message = message_of(program, raw);
  finding.help = raw.help.empty() ? std::string(raw.clause->help) : raw.help;
  finding.edits = edits_for(program, raw.origin, *raw.clause);
  finding.where = locate(program, raw.origin);
  finding.workgroup = raw.workgroup;
  finding.subgroup = raw.first_subgroup;
  finding.lanes = raw.lanes;
  finding.occurrences = raw.occurrences;
  finding.operands = raw.operands;
  for (const EnclosingLoop& loop : raw.loops) {
    finding.loops.push_back(
        {locate(program, program.constructs[loop.construct].origin), loop.iteration});
  }
  if (raw.join) {
    if (raw.join->place == JoinKind::workgroup_merge_block)
      finding.message += "; not all subgroups of the workgroup reached the reconvergence point";
    finding.help = join_help(*raw.join);
    finding.notes = join_notes(program, *raw.join);
  }
  if (!raw.others.empty()) {
    add_other_accesses(program, raw, finding);
    return finding;
  }
  finding.notes.insert(finding.notes.end(), raw.history.begin(), raw.history.end());
  add_calls(program, raw.origin, "", finding.notes);
  return finding;
}

// The call instructions through which the function at an origin was inlined, the innermost first. An instruction may have inlined
// it for several elements.
std::vector<std::uint32_t> calls_of(const Program& program, std::uint32_t origin) {
  std::vector<std::uint32_t> calls;
  for (std::uint32_t call = program.origins[origin].call; call != 0;
       call = program.origins[call].call)
    calls.push_back(program.origins[call].instruction);
  return calls;
}

// Adds an occurrence of the finding in another call of its function.
void add_other_calls(const Program& program, const RawFinding& raw, unsigned number,
                     Finding& finding) {
  constexpr unsigned most_calls = 8;
  if (number < most_calls) {
    add_calls(program, raw.origin, "likewise ", finding.notes);
  } else if (number == most_calls) {
    finding.notes.push_back({"likewise in further calls", {}, 0});
  }
}

}  // namespace

std::vector<EnclosingLoop> loops_around(const Subgroup& subgroup) {
  std::vector<EnclosingLoop> loops;
  for (std::uint32_t depth = 0; depth <= subgroup.depth && depth < subgroup.frames.size();
       ++depth) {
    const Frame& frame = subgroup.frames[depth];
    if (frame.kind == Frame::Kind::loop) loops.push_back({frame.construct, frame.iteration});
  }
  return loops;
}

CodeLocation locate(const Module& module, const InstructionRegistry& registry,
                    std::uint32_t index) {
  const Instruction& instruction = module.instruction(index);
  // Arguments of a kernel have no place in its code; messages name them.
  if (instruction.opcode == spv::Op::OpFunctionParameter) return {};
  CodeLocation where;
  where.instruction = instruction_name(module, registry, instruction);
  if (instruction.result != 0) where.result = module.display(instruction.result);
  where.disassembly = module.disassemble(instruction);
  where.function = enclosing_function(module, index);
  where.source = module.source(instruction.line);
  where.word = instruction.word_offset;
  return where;
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
  first = RawFinding(clause, effect, execution);
  return &first;
}

void FindingLog::merge(const FindingLog& other) {
  has_undefined_behavior_ |= other.has_undefined_behavior_;
  for (const auto& [key, finding] : other.findings_) {
    const auto [entry, inserted] = findings_.try_emplace(key, finding);
    if (inserted) continue;
    const std::uint64_t occurrences = entry->second.occurrences + finding.occurrences;
    const RawFinding known = entry->second;
    const bool is_earlier = finding.first_workgroup_index < known.first_workgroup_index;
    if (is_earlier) entry->second = finding;
    for (const OtherAccess& access : is_earlier ? known.others : finding.others)
      entry->second.add_other(access);
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
  for (const auto& [key, finding] : findings_) {
    // A data race that changes the value says more about the same instruction.
    const bool is_said_by_another = key.second == &race_clauses::same_value &&
                                    findings_.contains(Key{key.first, &race_clauses::data_race});
    if (!is_said_by_another) sorted.push_back(&finding);
  }
  std::ranges::sort(sorted, {}, [](const RawFinding* f) {
    return std::make_tuple(f->first_workgroup_index, f->origin, f->clause->id);
  });
  std::vector<Finding> result;
  // A function that is inlined at several calls is one in the source: its findings appear once, with all calls.
  struct Rendered {
    std::size_t finding = 0;  // index
    unsigned other_calls = 0;
    std::set<std::vector<std::uint32_t>> calls{};
  };
  std::map<std::pair<std::uint32_t, const Clause*>, Rendered> by_instruction;
  for (const RawFinding* raw : sorted) {
    const std::uint32_t instruction = program.origins[raw->origin].instruction;
    const auto [known, is_new] =
        by_instruction.try_emplace({instruction, raw->clause}, Rendered{result.size()});
    const bool is_new_call = known->second.calls.insert(calls_of(program, raw->origin)).second;
    if (is_new || instruction == 0) {
      result.push_back(render_one(program, *raw));
      continue;
    }
    result[known->second.finding].occurrences += raw->occurrences;
    if (is_new_call) {
      add_other_calls(program, *raw, known->second.other_calls++, result[known->second.finding]);
    }
  }
  return result;
}

}  // namespace spirv_oracle
