// A buffer of a run as text and in JSON: in full or as a summary, by elements or by members.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "cli/json_writer.h"
#include "cli/results.h"

namespace spirv_oracle {

void print_result(std::ostream& out, const NamedBuffer& buffer);

// Writes the members of a JSON object, always in full. By the structure of the module: the words under "data", and the
// members under "members". By a structure that the user gives: a list of objects under "data".
void write_result(JsonWriter& json, const NamedBuffer& buffer);

// The JSON key of a printed buffer: its name. If an earlier entry has that name, ":TYPE" follows.
std::string json_key(const std::vector<NamedBuffer>& printed, const NamedBuffer& buffer);

}  // namespace spirv_oracle
