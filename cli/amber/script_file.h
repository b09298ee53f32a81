// Scripts as files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/amber/model.h"
#include "interpreter/result.h"

namespace spirv_oracle::amber {

// Whether the file is a script or a folder: by its suffix, or where that says nothing, by how its
// content begins.
bool is_script_or_folder(const std::string& path);

// The scripts that are meant: files as they are, folders replaced by the scripts in them and in the
// folders below, sorted by name. Errors: bad_input for a folder without any.
Result<std::vector<std::string>> find_scripts(const std::vector<std::string>& paths);

// Reads and parses a script, in the language that it begins with. Errors as of the parsers.
Result<Script> load_script(const std::string& path, std::uint64_t max_bytes);

}  // namespace spirv_oracle::amber
