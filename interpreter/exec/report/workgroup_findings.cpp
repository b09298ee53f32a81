#include "interpreter/exec/report/workgroup_findings.h"

#include <algorithm>
#include <iterator>

#include "interpreter/exec/report/control_flow_clauses.h"
#include "interpreter/exec/report/finding_help.h"
#include "interpreter/exec/report/operand_values.h"
#include "interpreter/exec/report/value_observer.h"
#include "interpreter/exec/state/record_observer.h"
#include "interpreter/ir/access_words.h"

namespace spirv_oracle {

void WorkgroupFindings::take_possible(WorkgroupFindings& shadow, bool is_reachable) {
  if (is_reachable) {
    possible_.merge(shadow.log_);
    possible_.merge(shadow.possible_);
  }
  shadow.possible_ = {};
}

bool WorkgroupFindings::is_ignored(const Clause& clause) const {
  return std::ranges::find(policy_.ignored_kinds, clause.kind) != policy_.ignored_kinds.end();
}

Effect WorkgroupFindings::effect_of(const Clause& clause) const {
  const bool is_poison =
      program_.arithmetic_poison && clause.under_arithmetic_poison != ArithmeticPoison::unchanged;
  return is_poison ? Effect::undefined_result : clause.effect;
}

bool WorkgroupFindings::is_guess(const Subgroup& subgroup, const Record& record,
                                 const LaneMask& lanes) {
  std::vector<Slot> operands(std::begin(record.operand), std::end(record.operand));
  if (record.handler == subgroup.program->access_chain_handler) {
    const ChainWords words{subgroup.data + record.extra};
    for (std::uint32_t i = 0; i < words.count(); ++i) operands.push_back(words.index(i).slot());
  }
  LaneMask certain = lanes;
  for (const Slot slot : operands) {
    const auto& planes = subgroup.program->registers.planes;
    const auto plane = std::ranges::lower_bound(planes, slot, {}, &Plane::slot);
    if (plane != planes.end() && plane->slot == slot)
      certain &= ~subgroup.header(slot).implementation_dependent;
  }
  return certain.none();
}

RawFinding* WorkgroupFindings::add(const Clause& clause, const Execution& execution) {
  if (is_ignored(clause)) return nullptr;
  RawFinding* first = log_.add(clause, effect_of(clause), execution);
  if (first != nullptr) first->workgroup = workgroup_;
  return first;
}

void WorkgroupFindings::stop_at(Subgroup& subgroup, const Clause& clause) const {
  if (policy_.stop_on_undefined_behavior && !is_ignored(clause))
    subgroup.state = SubgroupState::stopped;
}

void WorkgroupFindings::report(Subgroup& subgroup, const Record& record, const Clause& clause,
                               const LaneMask& lanes, const std::string& detail) {
  if (in_shadow_ && is_guess(subgroup, record, lanes)) return;
  if (program_.arithmetic_poison && clause.under_arithmetic_poison == ArithmeticPoison::propagates)
    return;
  RawFinding* finding = add(clause, execution_of(subgroup, record, lanes));
  if (effect_of(clause) == Effect::undefined_behavior) stop_at(subgroup, clause);
  if (finding != nullptr) describe(subgroup, record, lanes, detail, *finding);
  if (is_ignored(clause)) return;
  if (observers_.watch != nullptr)
    observers_.watch->note_finding(subgroup, record, clause, lanes, detail);
  FindingExplainer* explainer = observers_.values.explainer;
  if (explainer == nullptr || lanes.none() || clause.effect == Effect::defined) return;
  if (effect_of(clause) != Effect::undefined_result)
    return explainer->note_use(subgroup, record.origin, lanes);
  RawFinding occurrence(clause, effect_of(clause), execution_of(subgroup, record, lanes));
  occurrence.workgroup = workgroup_;
  if (explainer->keeps_occurrence_of(record.origin))
    describe(subgroup, record, lanes, detail, occurrence);
  explainer->note_undefined_result(occurrence);
}

void WorkgroupFindings::describe(const Subgroup& subgroup, const Record& record,
                                 const LaneMask& lanes, const std::string& detail,
                                 RawFinding& finding) const {
  finding.detail = detail;
  if (detail.empty() && finding.clause->kind == "non-uniform-operand")
    finding.detail = differing_operand(subgroup, record, lanes);
  if (lanes.any()) finding.operands = operand_values(subgroup, record, lanes.lowest());
  finding.loops = loops_around(subgroup);
  finding.help = help_for(program_, record.origin, *finding.clause);
  FindingExplainer* explainer = observers_.values.explainer;
  if (explainer != nullptr && lanes.any()) {
    finding.history = explainer->explain_operand(subgroup, record.origin, lanes.lowest());
  }
}

bool WorkgroupFindings::knows_race(const Clause& clause, std::uint32_t origin,
                                   bool of_other_workgroup) {
  const RawFinding* known = log_.raw(clause, origin);
  return is_ignored(clause) || (known != nullptr && known->has_other(of_other_workgroup));
}

void WorkgroupFindings::report_race(Subgroup& subgroup, const Record& record, const Clause& clause,
                                    const LaneMask& lanes, const std::string& message,
                                    const OtherAccess& other) {
  RawFinding* finding = add(clause, execution_of(subgroup, record, lanes));
  stop_at(subgroup, clause);
  if (observers_.watch != nullptr && !is_ignored(clause))
    observers_.watch->note_finding(subgroup, record, clause, lanes, message);
  if (finding == nullptr) {
    RawFinding* known = log_.raw(clause, record.origin);
    if (known != nullptr && !other.note.empty()) known->add_other(other);
    return;
  }
  finding->message = message;
  finding->others = {other};
  finding->loops = loops_around(subgroup);
}

void WorkgroupFindings::report_unguaranteed(const Subgroup& subgroup, const Record& record) {
  const Clause& clause = TangledInstruction::membership_not_guaranteed;
  RawFinding* finding = add(clause, execution_of(subgroup, record, subgroup.active));
  if (observers_.watch != nullptr && !is_ignored(clause))
    observers_.watch->note_finding(subgroup, record, clause, subgroup.active, "");
  if (finding == nullptr) return;
  finding->join = {subgroup.guarantee.place(), subgroup.guarantee.construct()};
  finding->loops = loops_around(subgroup);
}

void WorkgroupFindings::report_broken_joins(std::uint64_t workgroup_index,
                                            const std::vector<JoinLedger::Broken>& joins) {
  for (std::size_t i = 0; i < joins.size(); ++i) {
    const JoinLedger::Broken& broken = joins[i];
    RawFinding* finding = add(TangledInstruction::membership_not_guaranteed,
                              {broken.origin, broken.subgroup, workgroup_index, i, broken.lanes});
    if (finding != nullptr) finding->join = {JoinKind::workgroup_merge_block, broken.construct};
  }
}

}  // namespace spirv_oracle
