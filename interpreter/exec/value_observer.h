// Observers follow the values of a program in a run that is made for that: where indeterminate values come from
// (observe/provenance.h), and what other implementations may compute (observe/enclosures.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "interpreter/exec/finding_log.h"
#include "interpreter/exec/subgroup.h"

namespace spirv_oracle {

class ValueObserver {
 public:
  virtual ~ValueObserver() = default;

  // It takes more memory than it may.
  virtual bool is_out_of_memory() const = 0;
  // The memory of the workgroup and of its invocations is fresh.
  virtual void start_workgroup() {}
  // Which lanes execute an instruction together depends on the implementation, and so does a component of its result.
  virtual void note_unguaranteed(const Subgroup& /*subgroup*/, Slot /*slot*/,
                                 const LaneMask& /*lanes*/, std::uint32_t /*origin*/) {}
  // The results of a group instruction of Workgroup scope, of all who arrived there; `instruction` is the index into
  // EnclosedProgram::instructions.
  virtual void note_combined(std::span<Subgroup* const> /*arrived*/, std::uint32_t /*instruction*/,
                             std::uint32_t /*origin*/) {}
  // A component depends on which path lanes take at a branch: in a plane, or in memory.
  virtual void note_uncertain(const Subgroup& /*subgroup*/, Slot /*slot*/,
                              const LaneMask& /*lanes*/, std::uint32_t /*branch*/) {}
  virtual void note_uncertain_bytes(const Subgroup& /*subgroup*/, std::uint64_t /*address*/,
                                    unsigned /*bytes*/, std::uint32_t /*branch*/) {}
};

// One that explains findings by what led to their operands.
class FindingExplainer : public ValueObserver {
 public:
  // Whether another occurrence of findings about undefined results of an instruction is kept: not of too many.
  virtual bool keeps_occurrence_of(std::uint32_t origin) const = 0;
  // An instruction made its result undefined, which is a finding of its own; a note of the result follows. An
  // occurrence that is not kept need not be described.
  virtual void note_undefined_result(const RawFinding& occurrence) = 0;
  // Something else is reported of, or printed by, an instruction that has undefined operands in these lanes.
  virtual void note_use(const Subgroup& subgroup, std::uint32_t origin, const LaneMask& lanes) = 0;
  // What led to the first undefined operand of the instruction in that lane, the first step first; empty where all are
  // defined.
  virtual std::vector<Note> explain_operand(const Subgroup& subgroup, std::uint32_t origin,
                                            unsigned lane) = 0;
};

// The observers of a run; null in ordinary runs.
struct ValueObservers {
  FindingExplainer* explainer = nullptr;
  ValueObserver* encloser = nullptr;
  ValueObserver* writers = nullptr;

  template <class Action>
  void for_each(const Action& action) const {
    if (explainer != nullptr) action(*explainer);
    if (encloser != nullptr) action(*encloser);
    if (writers != nullptr) action(*writers);
  }
};

}  // namespace spirv_oracle
