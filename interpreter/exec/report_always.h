// A record for what lowering knows already: that an instruction breaks a clause whenever it is executed.
#pragma once

#include "interpreter/exec/report.h"
#include "interpreter/exec/subgroup.h"

namespace spirv_oracle {

// Reports it for all lanes of the tangle.
template <const Clause& clause>
const Op* report_always(Subgroup& subgroup, const Op* op) {
  report(subgroup, *op, clause, subgroup.active);
  return op + 1;
}

}  // namespace spirv_oracle
