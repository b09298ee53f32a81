// Links modules of kernels, which refer to each other's functions and variables by name (LinkageAttributes).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "interpreter/result.h"

namespace spirv_oracle {

// Links all into one module. `is_library`: imports may remain unresolved. Calls the program spirv-link. Errors: bad_input with
// its message, or unsupported if it is not on PATH.
Result<std::vector<std::uint32_t>> link_modules(std::span<const std::vector<std::uint32_t>> modules,
                                                bool is_library);

}  // namespace spirv_oracle
