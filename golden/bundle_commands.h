// spirv-golden check, show and diff.
#pragma once

#include <string>
#include <vector>

#include "cli/run.h"

namespace spirv_oracle::golden {

// BUNDLE SET.BINDING=FILE... [--lanes]: status mismatch where a component is not accepted.
Result<Status> check(const std::vector<std::string>& arguments, const Console& console);

// BUNDLE...: what is accepted, for people.
Result<Status> show(const std::vector<std::string>& arguments, const Console& console);

// BUNDLE BUNDLE: status mismatch where they differ in more than their names and the tool's version.
Result<Status> diff(const std::vector<std::string>& arguments, const Console& console);

}  // namespace spirv_oracle::golden
