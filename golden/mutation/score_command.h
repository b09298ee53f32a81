// spirv-golden mutation-score: which wrong drivers bundles find.
#pragma once

#include <string>
#include <vector>

#include "cli/run.h"

namespace spirv_oracle::golden {

Result<Status> mutation_score(const std::vector<std::string>& arguments, const Console& console);

}  // namespace spirv_oracle::golden
