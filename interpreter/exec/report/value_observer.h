// Observers track the values of a program in a separate run: the origin of indeterminate values
// (observe/provenance.h), and the results of other implementations (observe/enclosures.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "interpreter/exec/report/finding_log.h"
#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {

class ValueObserver {
 public:
  virtual ~ValueObserver() = default;

  // Whether it uses more memory than permitted.
  virtual bool is_out_of_memory() const = 0;
  // The memory of the workgroup and of its invocations is new.
  virtual void start_workgroup() {}
  // Which lanes execute an instruction together is implementation-dependent, and therefore also a
  // component of its result.
  virtual void note_unguaranteed(const Subgroup& /*subgroup*/, Slot /*slot*/,
                                 const LaneMask& /*lanes*/, std::uint32_t /*origin*/) {}
  // The results of a group instruction of Workgroup scope, for all participants; `sync` is the
  // WorkgroupSync::record of its synchronization.
  virtual void note_combined(std::span<Subgroup* const> /*arrived*/, std::uint32_t /*sync*/,
                             std::uint32_t /*origin*/) {}
  // A component in a plane or in memory depends on the path that lanes take at a branch.
  virtual void note_uncertain(const Subgroup& /*subgroup*/, Slot /*slot*/,
                              const LaneMask& /*lanes*/, std::uint32_t /*branch*/) {}
  virtual void note_uncertain_bytes(const Subgroup& /*subgroup*/, std::uint64_t /*address*/,
                                    unsigned /*bytes*/, std::uint32_t /*branch*/) {}
};

// An observer that explains findings by the history of their operands.
class FindingExplainer : public ValueObserver {
 public:
  // Whether it keeps another occurrence of findings about undefined results of an instruction; it
  // keeps only a few.
  virtual bool keeps_occurrence_of(std::uint32_t origin) const = 0;
  // An instruction made its result undefined, which is a finding. A note of the result follows. An
  // occurrence that is not kept need not be described.
  virtual void note_undefined_result(const RawFinding& occurrence) = 0;
  // Another finding, or printed text, comes from an instruction that has undefined operands in
  // these lanes.
  virtual void note_use(const Subgroup& subgroup, std::uint32_t origin, const LaneMask& lanes) = 0;
  // The history of the first undefined operand of the instruction in that lane, the first step
  // first; empty if all are defined.
  virtual std::vector<Note> explain_operand(const Subgroup& subgroup, std::uint32_t origin,
                                            unsigned lane) = 0;
};

// The observers of a run; null in ordinary runs.
struct ValueObservers {
  FindingExplainer* explainer = nullptr;
  ValueObserver* encloser = nullptr;
  // In a shadow run, which does not enclose values: the encloser of the run that it belongs to.
  ValueObserver* encloser_outside = nullptr;
  ValueObserver* writers = nullptr;

  template <class Action>
  void for_each(const Action& action) const {
    if (explainer != nullptr) action(*explainer);
    if (encloser != nullptr) action(*encloser);
    if (writers != nullptr) action(*writers);
  }
};

}  // namespace spirv_oracle
