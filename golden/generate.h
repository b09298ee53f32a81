// spirv-golden generate.
#pragma once

#include <string>
#include <vector>

#include "cli/run.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

Result<Status> generate(const std::vector<std::string>& arguments,
                        const InstructionRegistry& registry, const Console& console);

}  // namespace spirv_oracle::golden
