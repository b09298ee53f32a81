// What the records do that end a block, whether control flow is structured (tangle.h) or not (meeting.h).
#pragma once

#include <cstdint>

#include "interpreter/exec/report.h"
#include "interpreter/exec/subgroup.h"

namespace spirv_oracle {

// Counts the instructions of the block, whose number is the record's `extra`.
inline void account(Subgroup& subgroup, const Op* op) {
  subgroup.steps += op->extra;
  subgroup.lane_instructions += std::uint64_t{op->extra} * subgroup.active.count();
}

// Reports the lanes whose condition or selector, operand 0, is undefined.
inline void check_condition(Subgroup& subgroup, const Op* op, const Clause& undefined_condition) {
  const LaneMask undefined = subgroup.header(op->operand[0]).undefined & subgroup.active;
  if (undefined.any()) [[unlikely]]
    report(subgroup, *op, undefined_condition, undefined);
}

}  // namespace spirv_oracle
