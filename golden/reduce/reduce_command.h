// spirv-golden reduce.
#pragma once

#include <string>
#include <vector>

#include "interpreter/dispatch.h"
#include "support/console.h"

namespace spirv_oracle::golden {

// Arguments: BUNDLE --out DIR. Writes a bundle with a smaller module on which a device still
// differs.
Result<Status> reduce(const std::vector<std::string>& arguments,
                      const InstructionRegistry& registry, const Console& console);

std::string reduce_help();

}  // namespace spirv_oracle::golden
