// spirv-golden fuzz.
#pragma once

#include <string>
#include <vector>

#include "interpreter/dispatch.h"
#include "support/console.h"

namespace spirv_oracle::golden {

// Arguments: --seed N --count M --out DIR. Writes bundles of random modules.
Result<Status> fuzz(const std::vector<std::string>& arguments, const InstructionRegistry& registry,
                    const Console& console);

std::string fuzz_help();

}  // namespace spirv_oracle::golden
