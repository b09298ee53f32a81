// Formats findings as text and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/report/reported_finding.h"

namespace spirv_oracle {

struct ReportStyle {
  std::string file;    // used if a finding has no source line
  bool color = false;  // with terminal escape sequences
};

// Lanes as ranges: "0-3,7".
std::string lane_ranges(const LaneMask& lanes);
// Lanes as ranges, after a noun: "lane 7" or "lanes 0-3,7".
std::string lanes_text(const LaneMask& lanes);

// Several lines in the style of compilers: FILE:LINE:COLUMN: SEVERITY: MESSAGE [CLAUSE], then the
// source line, the instruction, the lanes, the values of the operands, notes and help.
std::string finding_as_text(const Finding& finding, const ReportStyle& style);

// A finding that follows from the one before it is indented, and shorter.
std::string finding_as_text(const ReportedFinding& finding, const ReportStyle& style);

// "advice" contains the edits of the source, and "consequence_of" the place of the cause in the list.
nlohmann::ordered_json finding_as_json(const ReportedFinding& finding);
// A list of the operands: "name", "operand" and "expression" as in OperandValue, if there are any, and "value".
nlohmann::ordered_json operands_as_json(const Finding& finding);

// One line that counts the findings and names their kinds; "" if there are none.
std::string summary(const std::vector<ReportedFinding>& findings);

}  // namespace spirv_oracle
