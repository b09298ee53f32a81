// The two names of a workgroup: its coordinates, which people read, and its linear index, which the target takes.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include <nlohmann/json.hpp>

#include "interpreter/result.h"

namespace spirv_oracle {

struct WorkgroupName {
  std::uint64_t index = 0;
  nlohmann::json coordinates;  // three numbers
};

// Asks the target.
using TargetQuestion =
    std::function<Result<nlohmann::json>(std::string_view command, nlohmann::json arguments)>;

// `workgroup`: either name. Errors: bad_input if the dispatch has no such workgroup, or if nothing runs.
Result<WorkgroupName> name_workgroup(const TargetQuestion& ask, const nlohmann::json& workgroup);

}  // namespace spirv_oracle
