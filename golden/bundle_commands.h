// spirv-golden show and diff.
#pragma once

#include <string>
#include <vector>

#include "support/console.h"

namespace spirv_oracle::golden {

// Arguments: BUNDLE... [--all] [--format FORMAT]. Prints the accepted values.
Result<Status> show(const std::vector<std::string>& arguments, const Console& console);
std::string show_help();

// Arguments: BUNDLE BUNDLE. Status mismatch if they differ in more than their names and the tool's
// version.
Result<Status> diff(const std::vector<std::string>& arguments, const Console& console);
std::string diff_help();

}  // namespace spirv_oracle::golden
