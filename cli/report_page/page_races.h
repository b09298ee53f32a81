// The data races of a run as JSON for a report page: the two accesses, and the barriers around them.
#pragma once

#include <nlohmann/json.hpp>

#include "cli/report_page/page_run.h"
#include "cli/report_page/source_rows.h"
#include "cli/report_page/timeline.h"

namespace spirv_oracle {

// [{ finding, offset, object, sides }]: `finding` is the index of the finding, `offset` the offset of the first byte that
// both access. The first side is the access of the finding, the second one the earlier access. `sides` is missing if the
// accesses were not recorded. A side is
// { workgroup, workgroup_number, subgroup, lane, row, writes, atomic, step, phase, barriers }: `phase` is the number of
// barriers of the workgroup that the invocation executed before, and `barriers` are the barriers next to the access:
// [step, row, BarrierKind, phase].
nlohmann::ordered_json page_races(const PageRun& run, const SourceRows& rows,
                                  const Timeline& timeline);

}  // namespace spirv_oracle
