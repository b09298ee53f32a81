// spirv-golden suite: bundles that test all instructions of some families.
#pragma once

#include <string>
#include <vector>

#include "interpreter/dispatch.h"
#include "support/console.h"

namespace spirv_oracle::golden {

Result<Status> suite(const std::vector<std::string>& arguments, const InstructionRegistry& registry,
                     const Console& console);

std::string suite_help(const InstructionRegistry& registry);

}  // namespace spirv_oracle::golden
