// Values of all lanes as a table.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "debugger/text/style.h"

namespace spirv_oracle {

// The result of `matrix`: a row for each expression, a column for each lane. Lanes that do not fit in a line of style.width columns
// follow in further tables. Inactive lanes have "." in the row `active`, ended ones "x".
std::string matrix_text(const nlohmann::json& matrix, const TextStyle& style);

// The result of `matrix` with a line for each lane, which also has the invocation, and the interval that each float may lie in.
std::string lane_list_text(const nlohmann::json& matrix);

}  // namespace spirv_oracle
