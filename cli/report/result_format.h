// Formats a buffer of a run as text and in JSON: completely or as a summary, by elements or by
// members.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "cli/report/results.h"
#include "support/json_writer.h"

namespace spirv_oracle {

void print_result(std::ostream& out, const NamedBuffer& buffer);

// Writes the members of a JSON object, always completely. With the structure of the module: words
// under "data", and members under "members". With a structure of the user: a list of objects under
// "data".
void write_result(JsonWriter& json, const NamedBuffer& buffer);

// The JSON key of a printed buffer: its name, followed by ":TYPE" if an earlier entry has the same
// name.
std::string json_key(const std::vector<NamedBuffer>& printed, const NamedBuffer& buffer);

}  // namespace spirv_oracle
