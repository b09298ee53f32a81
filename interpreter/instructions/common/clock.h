// The clock that instructions read. It counts the steps that the workgroup has executed so far, which run one after the other.
#pragma once

#include "interpreter/exec/report/report.h"
#include "interpreter/exec/workgroup.h"

namespace spirv_oracle {

inline std::uint64_t clock_ticks(const Subgroup& subgroup) {
  std::uint64_t sum = 0;
  for (const Subgroup& other : subgroup.workgroup->subgroups()) sum += other.steps;
  return sum;
}

// result = the ticks from bit number `extra` on. Reports that `value` differs between implementations.
template <class T, const Clause& value>
const Record* read_clock(Subgroup& subgroup, const Record* record) {
  const auto bits = static_cast<T>(clock_ticks(subgroup) >> record->extra);
  subgroup.active.for_each([&](unsigned lane) { subgroup.values<T>(record->result)[lane] = bits; });
  subgroup.header(record->result).undefined &= ~subgroup.active;
  BrokenClauses broken;
  broken.add(value, subgroup.active);
  broken.report(subgroup, *record);
  return record + 1;
}

}  // namespace spirv_oracle
