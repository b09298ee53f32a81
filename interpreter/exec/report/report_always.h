// A record for a clause that an instruction breaks in every execution. The lowering has found
// that.
#pragma once

#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {

// Reports the clause for all lanes of the tangle.
template <const Clause& clause>
const Op* report_always(Subgroup& subgroup, const Op* op) {
  report(subgroup, *op, clause, subgroup.active);
  return op + 1;
}

}  // namespace spirv_oracle
