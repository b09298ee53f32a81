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
  const ShadowedBytes* before = nullptr;  // as the user gave it
  const ShadowedBytes* after = nullptr;
};

// Findings for the elements that became undefined, and for those that became
// implementation-dependent. An element that was undefined before is no news.
std::vector<Finding> check_output(const OutputToCheck& output);

}  // namespace spirv_oracle
