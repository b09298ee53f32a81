// Parses AmberScript to a model.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "amber/script/model.h"
#include "interpreter/result.h"

namespace spirv_oracle::amber {

// Parses a script. `file` is its name; files that it names are in its folder. Errors begin with
// FILE:LINE:COLUMN: bad_input if the format does not permit something, unsupported for ray tracing
// and images from files, limit for more than max_bytes in one buffer.
Result<Script> parse_amber_script(const std::string& file, std::string_view text,
                                  std::uint64_t max_bytes);

}  // namespace spirv_oracle::amber
