// The HTML page of `spirv-run --report`: one file that shows the runs of a command, without a network.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "interpreter/result.h"

namespace spirv_oracle {

// The page with its data: { program, file, runs: [page_run_as_json()], runs_left_out, scripts }.
std::string report_page(const nlohmann::ordered_json& data);

// Errors: bad_input if the file cannot be written.
Result<void> write_report_page(const std::string& file, const nlohmann::ordered_json& data);

}  // namespace spirv_oracle
