#include "golden/bundle/subgroup_use.h"

#include <algorithm>

namespace spirv_oracle::golden {

bool uses_subgroups(const std::vector<std::string>& capabilities) {
  return std::ranges::any_of(capabilities, [](const std::string& name) {
    return name.starts_with("GroupNonUniform") || name.starts_with("Subgroup") ||
           name == "Groups" || name == "GroupUniformArithmeticKHR";
  });
}

bool uses_subgroups(const Bundle& bundle) { return uses_subgroups(bundle.capabilities); }

bool needs_subgroup_size(const Bundle& bundle) {
  return uses_subgroups(bundle) && !bundle.assumptions.not_assumed.subgroup_size;
}

}  // namespace spirv_oracle::golden
