#include "interpreter/exec/report/report.h"

#include <cstdlib>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle {

namespace {

// True for the first occurrence, and for a few more: only the values of some occurrences reach an output, and the report shows
// one of these.
bool may_be_shown(Workgroup& workgroup, const Clause& clause, const Record& record) {
  const FindingExplainer* explainer = workgroup.observers().values.explainer;
  return !workgroup.findings().log().contains(clause, record.origin) ||
         (explainer != nullptr && explainer->keeps_occurrence_of(record.origin));
}

}  // namespace

void report(Subgroup& subgroup, const Record& record, const Clause& clause, const LaneMask& lanes,
            const std::string& detail) {
  if (lanes.any() && subgroup.workgroup != nullptr) {
    subgroup.workgroup->findings().report(subgroup, record, clause, lanes, detail);
  }
}

bool count_again(Subgroup& subgroup, const Record& record, const Clause& clause, LaneMask lanes) {
  return subgroup.workgroup != nullptr &&
         subgroup.workgroup->findings().count_again(subgroup, record, clause, lanes);
}

void note_uncertain_place(const Subgroup& subgroup) {
  if (subgroup.workgroup != nullptr)
    subgroup.workgroup->knowledge().found.uncertain_branches = true;
}

void BrokenClauses::add(const Clause& clause, const LaneMask& lanes) {
  if (lanes.none()) return;
  for (Entry& entry : entries_) {
    if (entry.clause != nullptr && entry.clause != &clause) continue;
    entry.clause = &clause;
    entry.lanes |= lanes;
    return;
  }
  std::abort();  // InstructionList checks that there are enough entries
}

LaneMask BrokenClauses::lanes_of(const Clause& clause) const {
  for (const Entry& entry : entries_) {
    if (entry.clause == &clause) return entry.lanes;
  }
  return {};
}

LaneMask BrokenClauses::lanes() const {
  LaneMask lanes;
  for (const Entry& entry : entries_) lanes |= entry.lanes;
  return lanes;
}

const Clause& clause_of(const Subgroup& subgroup, const Record& record, const Clause& clause) {
  if (!clause.id.starts_with('.')) return clause;
  const Program& program = *subgroup.program;
  const Instruction& instruction =
      program.module->instruction(program.origins[record.origin].instruction);
  for (const Clause* own : program.registry->find(instruction.opcode)->clauses) {
    if (stands_for(*own, clause)) return *own;
  }
  return clause;
}

void BrokenClauses::report(Subgroup& subgroup, const Record& record, const Detail& detail) const {
  for (const Entry& entry : entries_) {
    if (entry.clause == nullptr) return;
    const Clause& clause = clause_of(subgroup, record, *entry.clause);
    const bool is_shown = entry.lanes.any() && subgroup.workgroup != nullptr &&
                          may_be_shown(*subgroup.workgroup, clause, record);
    spirv_oracle::report(subgroup, record, clause, entry.lanes,
                         is_shown ? detail(*entry.clause, entry.lanes.lowest()) : std::string());
    if (!follows_definedness || record.result == no_slot) continue;
    if (entry.clause->effect == Effect::defined) continue;
    PlaneHeader& header = subgroup.header(record.result);
    if (entry.clause->effect == Effect::implementation_defined) {
      header.implementation_dependent |= entry.lanes;
    } else {
      header.undefined |= entry.lanes;
    }
    if (!subgroup.indeterminate_bits.empty()) {
      entry.lanes.for_each(
          [&](unsigned lane) { subgroup.indeterminate_bits.set_all(record.result, lane); });
    }
  }
}

}  // namespace spirv_oracle
