// Whether the output that the user reads is what the specification says it must be.
#pragma once

#include <string>
#include <vector>

#include "cli/scalar.h"
#include "interpreter/findings/finding.h"
#include "memory/definedness.h"

namespace spirv_oracle {

struct OutputToCheck {
  std::string name;
  ElementType type;
  const ShadowedBytes* after = nullptr;
};

// Findings for the elements where an undefined value was stored, and for those that became
// implementation-dependent. An element where nothing was stored is no news.
std::vector<Finding> check_output(const OutputToCheck& output);

}  // namespace spirv_oracle
