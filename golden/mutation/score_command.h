// spirv-golden mutation-score: measures which wrong drivers bundles detect.
#pragma once

#include <string>
#include <vector>

#include "cli/run.h"

namespace spirv_oracle::golden {

Result<Status> mutation_score(const std::vector<std::string>& arguments, const Console& console);

}  // namespace spirv_oracle::golden
