// A record for a clause that an instruction breaks in every execution. The lowering has found
// that.
#pragma once

#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {

// Reports the clause for all lanes of the tangle.
template <const Clause& clause>
const Record* report_always(Subgroup& subgroup, const Record* record) {
  report(subgroup, *record, clause, subgroup.active);
  return record + 1;
}

}  // namespace spirv_oracle
