// Runs a program on the Vulkan device of spirv-oracle: spirv-run --app.
#pragma once

#include <string>
#include <vector>

#include "interpreter/ir/registry.h"
#include "interpreter/result.h"
#include "support/console.h"

namespace spirv_oracle {

// `arguments`: [options] [--] PROGRAM [ARGUMENT...]. Prints a summary of the findings, which the driver has printed one by
// one. Returns the exit status: 3 if a finding is undefined behavior or an undefined output, or else that of the program, or
// 128 + N if signal N ended it. Errors: bad_input (no program, an unknown option), unsupported (no driver).
Result<int> run_app(const std::vector<std::string>& arguments, const InstructionRegistry& registry,
                    const Console& console);

}  // namespace spirv_oracle
