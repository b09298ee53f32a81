// Comments in the source that say that a diagnostic is known and wanted there.
#pragma once

#include <string_view>

#include "interpreter/findings/finding.h"

namespace spirv_oracle {

// The kind that a name stands for: kinds that were renamed keep their old names.
std::string_view kind_named(std::string_view name);

// Whether the source line of a finding, or the line above it where that is a comment only, has a comment
// `spirv-oracle: ignore KIND[, KIND...]` that names the finding's kind. Findings that are at no line have none.
bool is_suppressed_in_source(const Finding& finding);

}  // namespace spirv_oracle
