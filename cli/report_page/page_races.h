// The data races of a run as data of a report page: the two accesses, and the barriers around them.
#pragma once

#include <nlohmann/json.hpp>

#include "cli/report_page/page_run.h"
#include "cli/report_page/source_rows.h"
#include "cli/report_page/timeline.h"

namespace spirv_oracle {

// [{ finding, offset, object, sides }]: `finding` is the index of its finding, `offset` that of the first byte that both
// access. The first side is the access that the finding is about, the other one came before. Without `sides`, the two are
// not among the accesses that were recorded. A side is
// { workgroup, workgroup_number, subgroup, lane, row, writes, atomic, step, phase, barriers }: `phase` is the number of
// barriers of the workgroup that the invocation executed before, and `barriers` are those next to the access:
// [step, row, BarrierKind, phase].
nlohmann::ordered_json page_races(const PageRun& run, const SourceRows& rows,
                                  const Timeline& timeline);

}  // namespace spirv_oracle
