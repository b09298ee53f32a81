// The buffers of a run as data of a report page.
#pragma once

#include <nlohmann/json.hpp>

#include "cli/report_page/source_rows.h"
#include "cli/results.h"

namespace spirv_oracle {

// [{ name, type, bytes, written, count, cells, states, undefined, implementation_dependent, later, indeterminate }]
// `cells` are the first elements or, where the buffer has members, the first members, whose names are in `labels` and offsets
// in `offsets`. `states` has a digit for each: 0 defined, 1 implementation-dependent, 2 undefined. `later` are elements
// that are not defined, behind those: [index, text, state].
nlohmann::ordered_json page_buffers(const FinishedRun& run, const SourceRows& rows);

}  // namespace spirv_oracle
