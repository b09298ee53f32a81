// Stop points as the user writes them, and as `set_stops` takes them.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "interpreter/result.h"

namespace spirv_oracle {

// LOCATION [lane N] [subgroup N] [workgroup X,Y,Z] [hits N] [if CONDITION]. LOCATION is FILE:LINE, LINE (in `file`), FUNCTION, %ID,
// an opcode, or word:N.
// The workgroup becomes the field `workgroup_coordinates`, since only the program knows its index.
Result<nlohmann::json> parse_breakpoint(std::string_view text, const std::string& file);

// The location of a log point with its restrictions ("14 lane 3"), and the text after it.
std::pair<std::string_view, std::string_view> split_log(std::string_view text);

// EXPRESSION [if CONDITION], or SET.BINDING OFFSET SIZE [if CONDITION]. `access` is read, write or access.
Result<nlohmann::json> parse_watchpoint(std::string_view text, const char* access);

// finding [KIND...], clause CLAUSE..., divergence, reconvergence, barrier, undefined, implementation-dependent.
Result<nlohmann::json> parse_catchpoint(std::string_view text);

// "reduce.comp:14 if i > 3".
std::string stop_description(const nlohmann::json& request);

}  // namespace spirv_oracle
