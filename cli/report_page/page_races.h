// The data races of a run as data of a report page: the two accesses, and the barriers around them.
#pragma once

#include <nlohmann/json.hpp>

#include "cli/report_page/page_run.h"
#include "cli/report_page/source_rows.h"
#include "cli/report_page/timeline.h"

namespace spirv_oracle {

// [{ finding, offset, object, sides: [{ workgroup, subgroup, lane, row, writes, atomic, step, barriers }] }]
// `finding` is the index of its finding. The first side is the access that the finding is about, the other one came before.
// `step` is null where the access is not recorded; else `barriers` are those next to it that the invocation executed:
// [step, row, BarrierKind, number of barriers of the workgroup before it]; and `phase` is that number for the access.
nlohmann::ordered_json page_races(const PageRun& run, const SourceRows& rows,
                                  const Timeline& timeline);

}  // namespace spirv_oracle
