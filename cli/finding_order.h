// The order in which findings are shown.
#pragma once

#include <vector>

#include "cli/reported_finding.h"

namespace spirv_oracle {

// Sorts what decides the verdict to the front: undefined behavior, then undefined outputs, results that depend on
// the implementation, undefined values, and last what only the rounding of floats leaves open. Findings of one rank
// keep their order, which is that of the workgroups.
void sort_findings(std::vector<ReportedFinding>& findings);

}  // namespace spirv_oracle
