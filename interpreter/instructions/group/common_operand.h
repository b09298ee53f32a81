// Operands of group instructions that must be the same for all invocations of the group.
#pragma once

#include <span>

#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {

// `value`: that of the first invocation.
template <class T>
struct CommonOperand {
  T value = 0;
  bool valid = true;
};

// The operand of the group that arrived. If its values differ or are undefined, reports `differs`, and the operand is not
// valid.
template <class T>
CommonOperand<T> common_operand(std::span<Subgroup* const> arrived, const Record& record, Slot slot,
                                const Clause& differs) {
  CommonOperand<T> common;
  common.value = arrived.front()->values<T>(slot)[arrived.front()->active.lowest()];
  for (Subgroup* subgroup : arrived) {
    LaneMask wrong = subgroup->header(slot).undefined & subgroup->active;
    subgroup->active.for_each([&](unsigned lane) {
      if (subgroup->values<T>(slot)[lane] != common.value) wrong.set(lane);
    });
    if (wrong.none()) continue;
    report(*subgroup, record, differs, wrong);
    common.valid = false;
    break;
  }
  return common;
}

}  // namespace spirv_oracle
