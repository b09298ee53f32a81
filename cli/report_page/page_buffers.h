// The buffers of a run as data of a report page.
#pragma once

#include <nlohmann/json.hpp>

#include "cli/report/results.h"
#include "cli/report_page/source_rows.h"

namespace spirv_oracle {

// [{ name, type, bytes, written, marks, count, cells, states, undefined, implementation_dependent, later, indeterminate }]
// `cells` are the first elements. If the buffer has members, they are the first members, with their names in `labels` and
// their offsets in `offsets`. `states` has one digit per cell: 0 defined, 1 implementation-dependent, 2 undefined. `later`
// lists the elements after these that are not defined: [index, text, state]. `marks` has the first implementation-dependent
// elements or members, if witnesses were searched for: { offset, bytes, value, options }, without `value` and `options` if none
// of the `compared_executions` had another value.
nlohmann::ordered_json page_buffers(const FinishedRun& run, const SourceRows& rows);

}  // namespace spirv_oracle
