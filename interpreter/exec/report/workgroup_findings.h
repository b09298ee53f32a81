// The findings of a workgroup while it runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interpreter/dispatch.h"
#include "interpreter/exec/report/finding_log.h"
#include "interpreter/exec/report/workgroup_observers.h"
#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {

class WorkgroupFindings {
 public:
  // `in_shadow`: of a workgroup for shadow runs.
  WorkgroupFindings(const Program& program, const Policy& policy,
                    const WorkgroupObservers& observers, bool in_shadow)
      : program_(program), policy_(policy), observers_(observers), in_shadow_(in_shadow) {}

  // Sets the workgroup to which the following findings belong.
  void start_workgroup(const Dim3& id) { workgroup_ = id; }

  FindingLog& log() { return log_; }
  // Rules that conforming implementations may break, found by shadow runs.
  FindingLog& possible() { return possible_; }
  // To be called at the end of a shadow run: its findings become possible undefined behavior if its path is reachable.
  void take_possible(WorkgroupFindings& shadow, bool is_reachable);

  // Whether further occurrences of a finding are only counted.
  bool only_counts_further() const {
    return !policy_.stop_on_undefined_behavior && observers_.values.explainer == nullptr &&
           observers_.watch == nullptr;
  }
  // See exec/report/report.h.
  bool count_again(const Subgroup& subgroup, const Record& record, const Clause& clause,
                   const LaneMask& lanes) {
    return only_counts_further() &&
           (log_.count_again(clause, execution_of(subgroup, record, lanes)) || is_ignored(clause));
  }
  void report(Subgroup& subgroup, const Record& record, const Clause& clause, const LaneMask& lanes,
              const std::string& detail);
  // Whether a race of the instruction with an access of the same workgroup, or of another, needs no report.
  bool knows_race(const Clause& clause, std::uint32_t origin, bool of_other_workgroup);
  void report_race(Subgroup& subgroup, const Record& record, const Clause& clause,
                   const LaneMask& lanes, const std::string& message, const OtherAccess& other);
  // The membership of the tangle that executes `record` depends on reconvergence that is not
  // guaranteed.
  void report_unguaranteed(const Subgroup& subgroup, const Record& record);
  // To be called at the end of a workgroup: reports the instructions that depended on joins without a guarantee.
  void report_broken_joins(std::uint64_t workgroup_index,
                           const std::vector<JoinLedger::Broken>& joins);
  // Null if the kind is ignored, or the finding is already known.
  RawFinding* add(const Clause& clause, const Execution& execution);

 private:
  // In a shadow run: whether the record has an implementation-dependent operand in each of the
  // lanes, which may have only other values on this path.
  static bool is_guess(const Subgroup& subgroup, const Record& record, const LaneMask& lanes);
  static Execution execution_of(const Subgroup& subgroup, const Record& record,
                                const LaneMask& lanes) {
    return {record.origin, subgroup.id, subgroup.workgroup_index, subgroup.steps, lanes};
  }
  bool is_ignored(const Clause& clause) const;
  Effect effect_of(const Clause& clause) const;
  void stop_at(Subgroup& subgroup, const Clause& clause) const;
  void describe(const Subgroup& subgroup, const Record& record, const LaneMask& lanes,
                const std::string& detail, RawFinding& finding) const;

  const Program& program_;
  const Policy& policy_;
  const WorkgroupObservers& observers_;
  bool in_shadow_;
  Dim3 workgroup_{};
  FindingLog log_;
  FindingLog possible_;
};

}  // namespace spirv_oracle
