// Rules of the specifications that SPIRV-Tools 2025.1 does not check.
#pragma once

#include "interpreter/loader/module.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// `is_vulkan` adds the rules of the Vulkan environment. The module is valid otherwise. Errors: bad_input, with the
// rule.
Result<void> check_further_rules(const Module& module, bool is_vulkan);

}  // namespace spirv_oracle
