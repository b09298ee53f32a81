// spirv-golden check: compares outputs of a device with a bundle.
#pragma once

#include <string>
#include <vector>

#include "support/console.h"

namespace spirv_oracle::golden {

// Arguments: BUNDLE SET.BINDING=FILE... [--lanes] [--format FORMAT]. Status mismatch if a component is not accepted.
Result<Status> check(const std::vector<std::string>& arguments, const Console& console);

std::string check_help();

}  // namespace spirv_oracle::golden
