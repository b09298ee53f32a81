// The order in which findings are shown.
#pragma once

#include <vector>

#include "cli/report/reported_finding.h"

namespace spirv_oracle {

// Sorts findings: undefined behavior, then undefined outputs, implementation-dependent results,
// undefined values, and finally results that depend only on the rounding of floats. Findings of one
// rank keep their order, which is that of the workgroups. A finding about a value that another finding
// made undefined follows that one, directly; sets its `cause`.
void sort_findings(std::vector<ReportedFinding>& findings);

}  // namespace spirv_oracle
