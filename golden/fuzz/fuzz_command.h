// spirv-golden fuzz.
#pragma once

#include <string>
#include <vector>

#include "cli/run.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

// Arguments: --seed N --count M --out DIR. Writes bundles of random modules.
Result<Status> fuzz(const std::vector<std::string>& arguments, const InstructionRegistry& registry,
                    const Console& console);

std::string fuzz_help();

}  // namespace spirv_oracle::golden
