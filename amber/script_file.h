// Scripts as files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amber/script/model.h"
#include "interpreter/result.h"

namespace spirv_oracle::amber {

// Whether the path is a folder or a script. The suffix decides, or else how the contents begin.
bool is_script_or_folder(const std::string& path);

// The scripts in these paths: the files themselves, and for each folder all scripts in it and in
// the folders below it, sorted by name. Errors: bad_input for a folder without any.
Result<std::vector<std::string>> find_scripts(const std::vector<std::string>& paths);

// Reads and parses a script, in the language with which it begins. Errors: as of the parsers.
Result<Script> load_script(const std::string& path, std::uint64_t max_bytes);

}  // namespace spirv_oracle::amber
