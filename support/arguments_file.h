// Files with arguments, such as those of a dispatch that the Vulkan device captured.
#pragma once

#include <string>
#include <vector>

#include "interpreter/result.h"

namespace spirv_oracle {

// The arguments, where each one that names a file *.args is replaced by the lines of that file. Empty lines and those that
// begin with # are left out. Errors: bad_input for a file that cannot be read.
Result<std::vector<std::string>> with_arguments_of_files(const std::vector<std::string>& arguments);

}  // namespace spirv_oracle
