// Outcomes as text, as JSON and as JUnit XML.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "amber/outcome.h"

namespace spirv_oracle::amber {

// Everything about a script except its status: findings, failures, and the error that ended the
// run.
std::string outcome_as_text(const Outcome& outcome, bool color);
// Shows these warnings in place of those of the outcome.
std::string outcome_as_text(const Outcome& outcome, const std::vector<std::string>& warnings,
                            bool color);

// For example "Summary: 12 pass, 1 fail, 2 not supported".
std::string summary_text(const std::vector<Outcome>& outcomes);

nlohmann::ordered_json outcome_as_json(const Outcome& outcome);

// A document with one test case for each outcome; `suite` is the name of the program.
std::string junit_xml(const std::vector<Outcome>& outcomes, std::string_view suite = "spirv-run");

}  // namespace spirv_oracle::amber
