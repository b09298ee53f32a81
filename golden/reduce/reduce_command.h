// spirv-golden reduce.
#pragma once

#include <string>
#include <vector>

#include "cli/run.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

// Arguments: BUNDLE --out DIR. Writes a bundle with a smaller module on which a device still
// differs.
Result<Status> reduce(const std::vector<std::string>& arguments,
                      const InstructionRegistry& registry, const Console& console);

std::string reduce_help();

}  // namespace spirv_oracle::golden
