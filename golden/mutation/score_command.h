// spirv-golden mutation-score: measures which wrong drivers bundles detect.
#pragma once

#include <string>
#include <vector>

#include "support/console.h"

namespace spirv_oracle::golden {

Result<Status> mutation_score(const std::vector<std::string>& arguments, const Console& console);

std::string mutation_score_help();

}  // namespace spirv_oracle::golden
