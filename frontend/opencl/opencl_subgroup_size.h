// Translates the kernel attribute qcom_reqd_sub_group_size.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "interpreter/result.h"

namespace spirv_oracle {

// The module with SubgroupSizeHalfQCOM or SubgroupSizeFullQCOM for each kernel that has the
// attribute as a UserSemantic decoration (frontend/opencl/headers/). Errors: bad_input if the attribute
// is neither "half" nor "full".
Result<std::vector<std::uint32_t>> with_qcom_subgroup_sizes(std::span<const std::uint32_t> words);

}  // namespace spirv_oracle
