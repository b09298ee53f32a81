// Bundles of golden results as programs to debug.
#pragma once

#include <ostream>
#include <string>

#include <nlohmann/json.hpp>

#include "interpreter/dispatch.h"

namespace spirv_oracle {

// Whether a file argument names the folder of a bundle.
bool is_bundle(const std::string& path);

// Runs the bundle's dispatch, watched. Returns the exit status.
int run_bundle(const std::string& folder, RecordObserver& watch, std::ostream& out,
               std::ostream& err);

// Where an element of an output is: `text` is its number, with the name of the output in front where there are several, such as
// "17" or "0.1:17". The result: {"buffer", "offset", "size"}, bytes. Errors: bad_input.
Result<nlohmann::json> element_of_bundle(const std::string& folder, const std::string& text);

}  // namespace spirv_oracle
