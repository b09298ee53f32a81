// Comments in the source that suppress diagnostics.
#pragma once

#include <string_view>

#include "interpreter/findings/finding.h"

namespace spirv_oracle {

// The current name of a kind: a kind that was renamed keeps its old name as well.
std::string_view kind_named(std::string_view name);

// Whether the source line of a finding, or a comment alone on the line above it, contains
// `spirv-oracle: ignore KIND[, KIND...]` with the kind of the finding. False for findings without a
// line.
bool is_suppressed_in_source(const Finding& finding);

}  // namespace spirv_oracle
