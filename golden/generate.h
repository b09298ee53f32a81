// spirv-golden generate.
#pragma once

#include <string>
#include <vector>

#include "interpreter/dispatch.h"
#include "support/console.h"

namespace spirv_oracle::golden {

Result<Status> generate(const std::vector<std::string>& arguments,
                        const InstructionRegistry& registry, const Console& console);

}  // namespace spirv_oracle::golden
