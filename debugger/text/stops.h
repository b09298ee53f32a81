// What the user sees when the run stops.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "debugger/text/style.h"

namespace spirv_oracle {

// The reason, the place, and the source line (without its line end; "" if unknown), as some lines of text.
std::string stop_text(const nlohmann::json& stop, std::string_view source_line,
                      const TextStyle& style);

// One line: "breakpoint 3", "undefined behavior: ...".
std::string reason_text(const nlohmann::json& stop);

// A finding as the report of spirv-run begins: its severity, message and clause.
std::string finding_text(const nlohmann::json& finding);

}  // namespace spirv_oracle
