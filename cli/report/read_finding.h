// Reads findings that a program of ours wrote as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "cli/report/reported_finding.h"

namespace spirv_oracle {

// The finding from which finding_as_json() made the object, without what JSON lacks: the text of source lines, and the
// places of instructions in the binary. What is missing or has another type keeps its default.
ReportedFinding finding_from_json(const nlohmann::json& json);

}  // namespace spirv_oracle
